import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { queueApi } from '@na-regua/contract/queue'
import { type BarberNow, type QueueEntry, type QueueToday, queueTodayApi } from '@na-regua/contract/queue-today'
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
import { QueueOfBarber, QueueOfBoard } from './queue-panel.tsx'

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

let today: QueueToday
let finished: string[]
const sent: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openSession({ user: sampleUser, token: 'token' })
  today = {
    closure: null,
    wait: { fromMin: 10, toMin: 20 },
    slidePositions: 1,
    serverTime: at(0),
    entries: [createEntry('Ana'), createEntry('Beto')],
    barbers: [createBarber('Rui', { suggestedEntryId: 'Ana' })],
  }
  finished = []
  sent.length = 0
  api.respond(queueTodayApi.get, () => today)
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

const addition = { entryId: 'e1', name: 'Zé' }

const AddSheet: Parameters<typeof QueueOfBoard>[0]['addSheet'] = ({ queue: { problem, add } }) => (
  <>
    <button type="button" onClick={() => void add(addition, 'Zé')}>
      Pôr Zé
    </button>
    {problem}
  </>
)

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
  addSheet: AddSheet,
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
    <QueueOfBarber {...scope()} barberId="Rui" part="bar">
      <p>sem fila</p>
    </QueueOfBarber>,
  )
const openQueue = () => open(<QueueOfBoard {...scope()}>colunas</QueueOfBoard>)

async function tap(name: string | RegExp) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 }))
  await pass(0.1)
}

/** What the server responds to a tap, and how the queue looks afterwards. */
function respondWith(
  route: (typeof queueTodayApi)['call' | 'recall' | 'start' | 'undoStart' | 'remove' | 'undoRemove' | 'fallBack'],
  entry: QueueEntry,
  change: Partial<QueueToday>,
) {
  api.respond(route, () => {
    sent.push(route.url.split('/').at(-1) ?? '')
    today = { ...today, ...change }
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
  respondWith(queueTodayApi.call, called, {
    entries: [called, createEntry('Beto')],
    barbers: [createBarber('Rui', { suggestedEntryId: 'Beto' })],
  })
  await tap('Chamar próximo')
  expect(api.listRequests(queueTodayApi.call)[0]?.body).toEqual({ barberId: 'Rui', version: 1 })
  expect(screen.getByText('5:00 para chegar')).toBeTruthy()
  respondWith(queueTodayApi.start, createEntry('Ana', { status: 'SERVED', version: 3 }), {
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
  expect(api.listRequests(queueTodayApi.start)[0]?.body).toEqual({ barberId: 'Rui', version: 2 })
  expect(screen.getByText('desde 14h')).toBeTruthy()
  await tap('Terminou')
  expect(finished, 'the second tap of a double tap on what was there before').toEqual([])
  await pass(0.5)
  await tap('Terminou')
  expect(finished).toEqual(['served'])
})

test('who was finished a moment ago is finished on the server before the next one starts', async () => {
  finished = ['served']
  today.barbers = [
    createBarber('Rui', {
      serving: { appointmentId: 'served', customerName: 'Caio', since: at(-30) },
      suggestedEntryId: 'Ana',
    }),
  ]
  await openBarber()
  expect(screen.getByText('Ana')).toBeTruthy()
  respondWith(queueTodayApi.start, createEntry('Ana', { status: 'SERVED', version: 2 }), { entries: [] })
  await tap('Começou')
  expect(sent).toEqual(['complete served', 'start'])
})

test('a start is shown at once and sent once, however long the finish before it takes', async () => {
  finished = ['served']
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = { ...scope(), finishing: { ...scope().finishing, sendNow: () => promise } }
  await open(
    <QueueOfBarber {...slow} barberId="Rui" part="bar">
      {null}
    </QueueOfBarber>,
  )
  respondWith(queueTodayApi.start, createEntry('Ana', { status: 'SERVED', version: 2 }), { entries: [] })
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
  respondWith(queueTodayApi.call, called, { entries: [called, createEntry('Beto')], barbers: [createBarber('Rui')] })
  await tap('Chamar próximo')
  const again = createEntry('Ana', { version: 3 })
  respondWith(queueTodayApi.recall, again, {
    entries: [again, createEntry('Beto')],
    barbers: [createBarber('Rui', { suggestedEntryId: 'Ana' })],
  })
  await tap('Desfazer')
  expect(api.listRequests(queueTodayApi.recall)[0]?.body).toEqual({ version: 2 })
  respondWith(queueTodayApi.start, createEntry('Ana', { status: 'SERVED', version: 4 }), {
    entries: [createEntry('Beto')],
  })
  await tap('Começou')
  expect(api.listRequests(queueTodayApi.start)[0]?.body).toEqual({ barberId: 'Rui', version: 3 })
  respondWith(queueTodayApi.undoStart, createEntry('Ana', { version: 5 }), {})
  await tap('Desfazer')
  expect(api.listRequests(queueTodayApi.undoStart)[0]?.body).toEqual({ version: 4 })
})

test('what is left of a call follows the clock of the server', async () => {
  Object.assign(today, { serverTime: at(-6), entries: [{ ...called, call: { ...called.call, comeBy: at(-1) } }] })
  await openBarber()
  expect(screen.getByText('5:00 para chegar')).toBeTruthy()
})

test('a second call ends the first and begins again', async () => {
  today.entries = [{ ...called, id: 'Eva', name: 'Eva' }]
  await openBarber()
  respondWith(queueTodayApi.recall, createEntry('Eva', { version: 3 }), {})
  respondWith(queueTodayApi.call, { ...called, id: 'Eva', version: 4 }, {})
  await tap('Chamar de novo')
  expect(sent).toEqual(['undo-call', 'call'])
  expect(api.listRequests(queueTodayApi.call)[0]?.body).toEqual({ barberId: 'Rui', version: 3 })
})

test('the undo ends before the server refuses it', async () => {
  await openBarber()
  respondWith(queueTodayApi.call, called, { entries: [called] })
  await tap('Chamar próximo')
  await pass(11)
  expect(screen.getByRole('button', { name: 'Desfazer' })).toBeTruthy()
  await pass(2)
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
})

test('who does not come goes back after some seconds, unless it is undone', async () => {
  Object.assign(today, { entries: [called, createEntry('Beto'), createEntry('Caio')], slidePositions: 2 })
  await openBarber()
  respondWith(queueTodayApi.fallBack, createEntry('Ana', { version: 3 }), {})
  await tap('Não apareceu')
  expect(screen.queryByRole('button', { name: 'Não apareceu' })).toBeNull()
  await tap('Desfazer')
  await pass(10)
  expect(sent).toEqual([])
  await tap('Não apareceu')
  await pass(6)
  expect(api.listRequests(queueTodayApi.fallBack)[0]?.body).toEqual({ positions: 2, version: 2 })
})

test('that someone did not come reaches the server before the session ends', async () => {
  today.entries = [called, createEntry('Beto')]
  await openBarber()
  respondWith(queueTodayApi.fallBack, createEntry('Ana', { version: 3 }), {})
  await tap('Não apareceu')
  expect(sent).toEqual([])
  await act(finishBeforeLogout)
  expect(api.listRequests(queueTodayApi.fallBack)).toHaveLength(1)
})

test('what is refused where nothing is shown any more is said in a toast', async () => {
  await openQueue()
  const removed = createEntry('Ana', { status: 'REMOVED', version: 2 })
  respondWith(queueTodayApi.remove, removed, { entries: [createEntry('Beto')] })
  await tap(/^1 ?Ana/)
  await tap('Tirar da fila')
  api.respond(queueTodayApi.undoRemove, () => apiError(409, 'UNDO_EXPIRED'))
  await tap('Desfazer')
  expect(screen.getByText('message of UNDO_EXPIRED')).toBeTruthy()
  await tap(/^1 ?Beto/)
  api.respond(queueTodayApi.remove, () => {
    today = { ...today, entries: [] }
    return apiError(409, 'QUEUE_ENTRY_CHANGED')
  })
  await tap('Tirar da fila')
  expect(screen.getByText('message of QUEUE_ENTRY_CHANGED')).toBeTruthy()
})

test('a refusal stands at the buttons, and the queue is loaded again', async () => {
  await openBarber()
  const loads = api.listRequests(queueTodayApi.get).length
  api.respond(queueTodayApi.start, () => apiError(409, 'BARBER_SERVING'))
  await tap('Começou')
  expect(screen.getByRole('alert').textContent).toContain('message of BARBER_SERVING')
  expect(api.listRequests(queueTodayApi.get).length).toBe(loads + 1)
  expect(screen.getByRole('button', { name: 'Chamar próximo' })).toBeTruthy()
})

test('a service that reaches into the next appointment: shorter ones are offered', async () => {
  today.entries = [createEntry('Davi')]
  today.barbers = [
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
  api.respond(queueTodayApi.start, () => apiError(409, 'SLOT_TAKEN'))
  await openBarber()
  await tap('Começou')
  respondWith(queueTodayApi.start, createEntry('Davi', { status: 'SERVED', version: 2 }), { entries: [] })
  await tap('Barba, 20 min')
  expect(api.listRequests(queueTodayApi.start)[1]?.body).toEqual({ barberId: 'Rui', version: 1, serviceId: 'beard' })
})

test('a doubt is settled in one tap', async () => {
  const serving = { appointmentId: 'served', customerName: 'Caio', since: at(-70) }
  today.barbers = [createBarber('Rui', { serving, isDoubtful: true })]
  const view = await openBarber()
  expect(screen.getByText('Ainda com Caio?')).toBeTruthy()
  await tap('Sim')
  expect(screen.queryByText('Ainda com Caio?')).toBeNull()
  expect(screen.getByRole('button', { name: 'Terminou' })).toBeTruthy()
  view.unmount()
  today.barbers = [createBarber('Rui', { serving: { ...serving, appointmentId: 'other' }, isDoubtful: true })]
})

test('a booking that is due: it arrived, it starts, and the start is undone', async () => {
  const next = { appointmentId: 'served', startTime: at(5), delayMin: 12, isArrived: false }
  today.barbers = [createBarber('Rui', { next, suggestedEntryId: 'Ana' })]
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
  today.closure = 'off'
  await openBarber()
  expect(screen.getByText('sem fila')).toBeTruthy()
  expect(api.listRequests(appointmentsApi.complete)).toEqual([])
})

test('the panel says why a position is passed over, and a removal is undone', async () => {
  today.entries = [
    createEntry('Ana', { service: { id: 'both', name: 'Corte + Barba', durationMin: 60 } }),
    createEntry('Beto'),
  ]
  today.barbers = [
    createBarber('Rui', {
      suggestedEntryId: 'Beto',
      next: { appointmentId: 'next', startTime: at(40), delayMin: 0, isArrived: false },
    }),
  ]
  await openQueue()
  const list = within(screen.getByRole('list', { name: 'Quem espera' }))
  expect(list.getByText('não cabe antes das 14h40')).toBeTruthy()
  await act(async () => fireEvent.click(list.getByRole('button', { name: /^1 ?Ana/ })))
  respondWith(queueTodayApi.remove, createEntry('Ana', { status: 'REMOVED', version: 2 }), {
    entries: [createEntry('Beto')],
  })
  await act(async () => fireEvent.click(list.getByRole('button', { name: 'Tirar da fila' })))
  await pass(0.1)
  respondWith(queueTodayApi.undoRemove, createEntry('Ana', { version: 3 }), {})
  await tap('Desfazer')
  expect(api.listRequests(queueTodayApi.undoRemove)[0]?.body).toEqual({ version: 2 })
})

test('a customer is added from the sheet, which shows why another one was not', async () => {
  await openQueue()
  await tap('Fila')
  api.respond(queueTodayApi.add, () => apiError(409, 'QUEUE_FULL'))
  await tap('Pôr Zé')
  await pass(0.1)
  expect(screen.getByText('message of QUEUE_FULL')).toBeTruthy()
  api.respond(queueTodayApi.add, () => ({ entry: createEntry('Zé') }))
  await tap('Pôr Zé')
  await pass(0.1)
  expect(api.listRequests(queueTodayApi.add).map(({ body }) => body)).toEqual([addition, addition])
  expect(screen.queryByText('message of QUEUE_FULL')).toBeNull()
})

test('a queue that was closed before may be open again without a network', async () => {
  today.closure = 'closed'
  await openQueue()
  const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Fila' }).disabled
  expect(isDisabled()).toBe(true)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(isDisabled()).toBe(false)
  vi.restoreAllMocks()
})

test('says when a barber will be free only while that lies ahead', async () => {
  const serving = { appointmentId: 'other', customerName: 'Caio', since: at(-30) }
  today.barbers = [createBarber('Rui', { serving, freeAt: at(10) }), createBarber('Tonho', { serving, freeAt: at(-5) })]
  await openQueue()
  const cardOf = (name: string) => within(screen.getByRole('region', { name: `${name} agora` }))
  expect(cardOf('Rui').getByText('livre por volta de 14h10')).toBeTruthy()
  expect(cardOf('Tonho').getByText('termina a qualquer momento')).toBeTruthy()
  expect(cardOf('Tonho').queryByText(/livre por volta/)).toBeNull()
})
