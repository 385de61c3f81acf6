import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { queueApi } from '@na-regua/contract/queue'
import { type BarberNow, type QueueBoard, type QueueEntry, queueBoardApi } from '@na-regua/contract/queue-board'
import { servingApi } from '@na-regua/contract/serving'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleUser } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { finishBeforeLogout } from '../../../lib/before-logout.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { QueueOfBarber, QueueOfBoard } from './board-panel.tsx'

const api = startFakeApi()
const now = new Date('2026-11-23T17:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

const createEntry = (id: string, change: Partial<QueueEntry> = {}): QueueEntry => ({
  id,
  version: 1,
  status: 'WAITING',
  name: id,
  phone: null,
  customerId: null,
  barberId: null,
  service: null,
  source: 'door',
  joinedAt: at(-12),
  wait: { fromMin: 10, toMin: 20 },
  call: null,
  slides: 0,
  appointmentId: null,
  ...change,
})

const createBarber = (barberId: string, change: Partial<BarberNow> = {}): BarberNow => ({
  barberId,
  name: barberId,
  avatarUrl: null,
  isAtWork: true,
  serving: null,
  freeAt: null,
  next: null,
  suggestedEntryId: null,
  isDoubtful: false,
  ...change,
})

let board: QueueBoard
let finished: string[]
const sent: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openSession({ user: sampleUser, token: 'token' })
  board = {
    closure: null,
    wait: { fromMin: 10, toMin: 20 },
    slidePlaces: 1,
    serverTime: at(0),
    entries: [createEntry('Ana'), createEntry('Beto')],
    barbers: [createBarber('Rui', { suggestedEntryId: 'Ana' })],
  }
  finished = []
  sent.length = 0
  api.respond(queueBoardApi.get, () => board)
  api.respond(queueApi.get, () => ({ queue: { barbers: [], services: [] } }))
})
afterEach(async () => {
  cleanup()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  closeSession()
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const served = { ...createAppointment('served', 'CONFIRMED'), version: 4, barber: { id: 'Rui' } } as Appointment

const scope = () => ({
  barbershopId: 'shop',
  timeZone: 'America/Sao_Paulo',
  appointments: [served],
  propose: () => undefined,
  finishing: {
    finish: ({ id }: Appointment) => void finished.push(id),
    isFinishing: (id: string) => finished.includes(id),
    sendNow: async (id: string) => void (finished.includes(id) && sent.push(`complete ${id}`)),
  },
  customerFields: () => null,
})

async function open(children: React.ReactNode) {
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        {children}
        <Toasts />
      </TestRouter>
    </QueryClientProvider>,
  )
  await pass(0.1)
  return view
}

const openBarber = () =>
  open(
    <QueueOfBarber {...scope()} barberId="Rui" place="bar">
      <p>sem fila</p>
    </QueueOfBarber>,
  )
const openBoard = () => open(<QueueOfBoard {...scope()}>colunas</QueueOfBoard>)

async function tap(name: string | RegExp) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 }))
  await pass(0.1)
}

/** What the server responds to a tap, and how the board looks afterwards. */
function respondWith(
  route: (typeof queueBoardApi)['call' | 'recall' | 'start' | 'undoStart' | 'remove' | 'undoRemove' | 'fallBack'],
  entry: QueueEntry,
  change: Partial<QueueBoard>,
) {
  api.respond(route, () => {
    sent.push(route.url.split('/').at(-1) ?? '')
    board = { ...board, ...change }
    return { entry, appointment: { ...served, id: 'new', version: 1 } }
  })
}

const called = createEntry('Ana', {
  status: 'CALLED',
  version: 2,
  call: { barberId: 'Rui', calledAt: at(0), comeBy: at(5) },
})

test('call, start and finish are one tap each, and the next one is offered at once', async () => {
  await openBarber()
  expect(screen.queryByText('sem fila')).toBeNull()
  respondWith(queueBoardApi.call, called, {
    entries: [called, createEntry('Beto')],
    barbers: [createBarber('Rui', { suggestedEntryId: 'Beto' })],
  })
  await tap('Chamar próximo')
  expect(api.listRequests(queueBoardApi.call)[0]?.body).toEqual({ barberId: 'Rui', version: 1 })
  expect(screen.getByText('5:00 para chegar')).toBeTruthy()
  respondWith(queueBoardApi.start, createEntry('Ana', { status: 'SERVED', version: 3 }), {
    entries: [createEntry('Beto')],
    barbers: [
      createBarber('Rui', {
        serving: { appointmentId: 'served', customerName: 'Ana', since: at(0) },
        suggestedEntryId: 'Beto',
      }),
    ],
  })
  await pass(0.5)
  await tap('Começou')
  expect(api.listRequests(queueBoardApi.start)[0]?.body).toEqual({ barberId: 'Rui', version: 2 })
  expect(screen.getByText('desde 14h')).toBeTruthy()
  await tap('Terminou')
  expect(finished, 'the second tap of a double tap on what was there before').toEqual([])
  await pass(0.5)
  await tap('Terminou')
  expect(finished).toEqual(['served'])
})

test('who was finished a moment ago is finished on the server before the next one starts', async () => {
  finished = ['served']
  board.barbers = [
    createBarber('Rui', {
      serving: { appointmentId: 'served', customerName: 'Caio', since: at(-30) },
      suggestedEntryId: 'Ana',
    }),
  ]
  await openBarber()
  expect(screen.getByText('Ana')).toBeTruthy()
  respondWith(queueBoardApi.start, createEntry('Ana', { status: 'SERVED', version: 2 }), { entries: [] })
  await tap('Começou')
  expect(sent).toEqual(['complete served', 'start'])
})

test('a start is shown at once and sent once, however long the finish before it takes', async () => {
  finished = ['served']
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = { ...scope(), finishing: { ...scope().finishing, sendNow: () => promise } }
  await open(
    <QueueOfBarber {...slow} barberId="Rui" place="bar">
      {null}
    </QueueOfBarber>,
  )
  respondWith(queueBoardApi.start, createEntry('Ana', { status: 'SERVED', version: 2 }), { entries: [] })
  const button = screen.getByRole('button', { name: 'Começou' })
  await act(async () => [button, button].map((one) => fireEvent.click(one)))
  expect(screen.getByText('desde 14h')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Começou|Terminou/ })).toBeNull()
  resolve()
  await pass(0.1)
  expect(sent).toEqual(['start'])
})

test('a call and a start are undone by their toast, with the version that they left', async () => {
  await openBarber()
  respondWith(queueBoardApi.call, called, { entries: [called, createEntry('Beto')], barbers: [createBarber('Rui')] })
  await tap('Chamar próximo')
  const again = createEntry('Ana', { version: 3 })
  respondWith(queueBoardApi.recall, again, {
    entries: [again, createEntry('Beto')],
    barbers: [createBarber('Rui', { suggestedEntryId: 'Ana' })],
  })
  await tap('Desfazer')
  expect(api.listRequests(queueBoardApi.recall)[0]?.body).toEqual({ version: 2 })
  respondWith(queueBoardApi.start, createEntry('Ana', { status: 'SERVED', version: 4 }), {
    entries: [createEntry('Beto')],
  })
  await tap('Começou')
  expect(api.listRequests(queueBoardApi.start)[0]?.body).toEqual({ barberId: 'Rui', version: 3 })
  respondWith(queueBoardApi.undoStart, createEntry('Ana', { version: 5 }), {})
  await tap('Desfazer')
  expect(api.listRequests(queueBoardApi.undoStart)[0]?.body).toEqual({ version: 4 })
})

test('what is left of a call follows the clock of the server', async () => {
  Object.assign(board, { serverTime: at(-6), entries: [{ ...called, call: { ...called.call, comeBy: at(-1) } }] })
  await openBarber()
  expect(screen.getByText('5:00 para chegar')).toBeTruthy()
})

test('a second call ends the first and begins again', async () => {
  board.entries = [{ ...called, id: 'Eva', name: 'Eva' }]
  await openBarber()
  respondWith(queueBoardApi.recall, createEntry('Eva', { version: 3 }), {})
  respondWith(queueBoardApi.call, { ...called, id: 'Eva', version: 4 }, {})
  await tap('Chamar de novo')
  expect(sent).toEqual(['undo-call', 'call'])
  expect(api.listRequests(queueBoardApi.call)[0]?.body).toEqual({ barberId: 'Rui', version: 3 })
})

test('the offer to undo ends before the server refuses it', async () => {
  await openBarber()
  respondWith(queueBoardApi.call, called, { entries: [called] })
  await tap('Chamar próximo')
  await pass(11)
  expect(screen.getByRole('button', { name: 'Desfazer' })).toBeTruthy()
  await pass(2)
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
})

test('who does not come goes back after some seconds, unless it is undone', async () => {
  Object.assign(board, { entries: [called, createEntry('Beto'), createEntry('Caio')], slidePlaces: 2 })
  await openBarber()
  respondWith(queueBoardApi.fallBack, createEntry('Ana', { version: 3 }), {})
  await tap('Não apareceu')
  expect(screen.queryByRole('button', { name: 'Não apareceu' })).toBeNull()
  await tap('Desfazer')
  await pass(10)
  expect(sent).toEqual([])
  await tap('Não apareceu')
  await pass(6)
  expect(api.listRequests(queueBoardApi.fallBack)[0]?.body).toEqual({ places: 2, version: 2 })
})

test('that someone did not come reaches the server before the session ends', async () => {
  board.entries = [called, createEntry('Beto')]
  await openBarber()
  respondWith(queueBoardApi.fallBack, createEntry('Ana', { version: 3 }), {})
  await tap('Não apareceu')
  expect(sent).toEqual([])
  await act(finishBeforeLogout)
  expect(api.listRequests(queueBoardApi.fallBack)).toHaveLength(1)
})

test('what is refused where nothing is shown any more is said in a toast', async () => {
  await openBoard()
  const removed = createEntry('Ana', { status: 'REMOVED', version: 2 })
  respondWith(queueBoardApi.remove, removed, { entries: [createEntry('Beto')] })
  await tap(/^1 ?Ana/)
  await tap('Tirar da fila')
  api.respond(queueBoardApi.undoRemove, () => apiError(409, 'UNDO_EXPIRED'))
  await tap('Desfazer')
  expect(screen.getByText('message of UNDO_EXPIRED')).toBeTruthy()
  await tap(/^1 ?Beto/)
  api.respond(queueBoardApi.remove, () => {
    board = { ...board, entries: [] }
    return apiError(409, 'QUEUE_ENTRY_CHANGED')
  })
  await tap('Tirar da fila')
  expect(screen.getByText('message of QUEUE_ENTRY_CHANGED')).toBeTruthy()
})

test('a refusal stands at the buttons, and the board is loaded again', async () => {
  await openBarber()
  const loads = api.listRequests(queueBoardApi.get).length
  api.respond(queueBoardApi.start, () => apiError(409, 'BARBER_SERVING'))
  await tap('Começou')
  expect(screen.getByRole('alert').textContent).toContain('message of BARBER_SERVING')
  expect(api.listRequests(queueBoardApi.get).length).toBe(loads + 1)
  expect(screen.getByRole('button', { name: 'Chamar próximo' })).toBeTruthy()
})

test('a service that reaches into the next appointment: shorter ones are offered', async () => {
  board.entries = [createEntry('Davi')]
  board.barbers = [
    createBarber('Rui', {
      suggestedEntryId: 'Davi',
      next: { appointmentId: 'next', startTime: at(35), delayMin: 0, isArrived: false },
    }),
  ]
  api.respond(queueApi.get, () => ({
    queue: {
      services: [
        { id: 'both', name: 'Corte + Barba', durationMin: 60 },
        { id: 'beard', name: 'Barba', durationMin: 20 },
      ],
    },
  }))
  api.respond(queueBoardApi.start, () => apiError(409, 'SLOT_TAKEN'))
  await openBarber()
  await tap('Começou')
  respondWith(queueBoardApi.start, createEntry('Davi', { status: 'SERVED', version: 2 }), { entries: [] })
  await tap('Barba, 20 min')
  expect(api.listRequests(queueBoardApi.start)[1]?.body).toEqual({ barberId: 'Rui', version: 1, serviceId: 'beard' })
})

test('a doubt is settled in one tap', async () => {
  const serving = { appointmentId: 'served', customerName: 'Caio', since: at(-70) }
  board.barbers = [createBarber('Rui', { serving, isDoubtful: true })]
  const view = await openBarber()
  expect(screen.getByText('Ainda com Caio?')).toBeTruthy()
  await tap('Sim')
  expect(screen.queryByText('Ainda com Caio?')).toBeNull()
  expect(screen.getByRole('button', { name: 'Terminou' })).toBeTruthy()
  view.unmount()
  board.barbers = [createBarber('Rui', { serving: { ...serving, appointmentId: 'other' }, isDoubtful: true })]
})

test('a booking that is due: it arrived, it starts, and the start is undone', async () => {
  const next = { appointmentId: 'served', startTime: at(5), delayMin: 12, isArrived: false }
  board.barbers = [createBarber('Rui', { next, suggestedEntryId: 'Ana' })]
  await openBarber()
  expect(screen.getByText('Beto Sol')).toBeTruthy()
  api.respond(servingApi.arrive, () => ({ appointment: { ...served, version: 5 } }))
  await tap('Chegou')
  expect(api.listRequests(servingApi.arrive)[0]?.body).toEqual({ version: 4, isArrived: true })
  api.respond(servingApi.serve, () => ({ appointment: { ...served, version: 6 } }))
  await tap('Começou')
  expect(api.listRequests(servingApi.serve)[0]?.body).toEqual({ version: 5, isServing: true })
  await tap('Desfazer')
  expect(api.listRequests(servingApi.serve)[1]?.body).toEqual({ version: 6, isServing: false })
})

test('a barbershop without a queue keeps the bar as it is', async () => {
  board.closure = 'off'
  await openBarber()
  expect(screen.getByText('sem fila')).toBeTruthy()
  expect(api.listRequests(appointmentsApi.complete)).toEqual([])
})

test('the panel says why a place is passed over, and a removal is undone', async () => {
  board.entries = [
    createEntry('Ana', { service: { id: 'both', name: 'Corte + Barba', durationMin: 60 } }),
    createEntry('Beto'),
  ]
  board.barbers = [
    createBarber('Rui', {
      suggestedEntryId: 'Beto',
      next: { appointmentId: 'next', startTime: at(40), delayMin: 0, isArrived: false },
    }),
  ]
  await openBoard()
  const list = within(screen.getByRole('list', { name: 'Quem espera' }))
  expect(list.getByText('não cabe antes das 14h40')).toBeTruthy()
  await act(async () => fireEvent.click(list.getByRole('button', { name: /^1 ?Ana/ })))
  respondWith(queueBoardApi.remove, createEntry('Ana', { status: 'REMOVED', version: 2 }), {
    entries: [createEntry('Beto')],
  })
  await act(async () => fireEvent.click(list.getByRole('button', { name: 'Tirar da fila' })))
  await pass(0.1)
  respondWith(queueBoardApi.undoRemove, createEntry('Ana', { version: 3 }), {})
  await tap('Desfazer')
  expect(api.listRequests(queueBoardApi.undoRemove)[0]?.body).toEqual({ version: 2 })
})

test('two taps add a customer: the id is the same if it is sent again', async () => {
  await openBoard()
  await tap('Fila')
  api.respond(queueBoardApi.add, () => apiError(409, 'QUEUE_FULL'))
  const submit = () => screen.getByRole('button', { name: 'Pôr na fila' })
  await act(async () => fireEvent.submit(submit().closest('form') as HTMLFormElement))
  await pass(0.1)
  expect(screen.getByText('message of QUEUE_FULL')).toBeTruthy()
  api.respond(queueBoardApi.add, () => ({ entry: createEntry('Cliente') }))
  await act(async () => fireEvent.submit(submit().closest('form') as HTMLFormElement))
  await pass(0.1)
  const [first, second] = api.listRequests(queueBoardApi.add).map(({ body }) => body as { entryId: string })
  expect(first?.entryId).toBe(second?.entryId)
  expect(screen.queryByText('message of QUEUE_FULL')).toBeNull()
})

test('a phone that is not complete is not left out, and a board of before may be open again', async () => {
  const phones = { ...scope(), customerFields: PhoneOnly }
  await open(<QueueOfBoard {...phones}>{null}</QueueOfBoard>)
  await tap('Fila')
  fireEvent.click(screen.getByText('digitar'))
  await act(async () => fireEvent.submit(screen.getByText('digitar').closest('form') as HTMLFormElement))
  expect(screen.getByText(/Informe o DDD e o número/)).toBeTruthy()
  expect(api.listRequests(queueBoardApi.add)).toEqual([])
  cleanup()
  board.closure = 'closed'
  await openBoard()
  const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Fila' }).disabled
  expect(isDisabled()).toBe(true)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(isDisabled()).toBe(false)
  vi.restoreAllMocks()
})

const PhoneOnly: Parameters<typeof QueueOfBoard>[0]['customerFields'] = ({ value, onChange }) => (
  <button type="button" onClick={() => onChange({ ...value, phone: '119' })}>
    digitar
  </button>
)

test('says when a barber will be free only while that lies ahead', async () => {
  const serving = { appointmentId: 'other', customerName: 'Caio', since: at(-30) }
  board.barbers = [createBarber('Rui', { serving, freeAt: at(10) }), createBarber('Tonho', { serving, freeAt: at(-5) })]
  await openBoard()
  const cardOf = (name: string) => within(screen.getByRole('region', { name: `${name} agora` }))
  expect(cardOf('Rui').getByText('livre por volta de 14h10')).toBeTruthy()
  expect(cardOf('Tonho').getByText('termina a qualquer momento')).toBeTruthy()
  expect(cardOf('Tonho').queryByText(/livre por volta/)).toBeNull()
})
