import { appointmentsApi } from '@na-regua/contract/appointments'
import type { CommandResult } from '@na-regua/contract/commands'
import type { QueuedCommand, QueueSnapshot } from '@na-regua/offline'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { type CommandPreview, closeCommands, runCommand, sendOrQueue } from '../../../lib/use-commands.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { changeAppointmentStatus } from '../agenda/queries.ts'
import { CommandBadge } from '../day/appointment-dialog.tsx'
import { CommandBar, sendOnOpen } from './command-bar.tsx'
import { createProposal, toStatusCommand } from './rules.ts'

const api = startFakeApi()
const ten = '2026-03-12T13:00:00.000Z'
const eleven = '2026-03-12T14:15:00.000Z'
const timeZone = 'America/Sao_Paulo'
const appointment = { ...createAppointment('a1'), version: 3, startTime: ten, timeZone, guestName: null }
const barber = { id: 'rui', name: 'Rui' }
const service = { id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 }

/** A queue as the page sees it; the test decides what the server responds. */
const queue = vi.hoisted(() => ({
  commands: [] as unknown[],
  state: 'waiting' as string,
  listener: (_: unknown) => {},
  reportRefusals: (_: unknown) => {},
  respond: undefined as ((id: string) => unknown) | undefined,
  count: 0,
  forgotten: [] as string[],
  isClosed: false,
}))

function publish() {
  queue.listener({ commands: [...queue.commands], state: queue.state } as QueueSnapshot)
}

vi.mock('@na-regua/offline', () => {
  const without = (id: string) => queue.commands.filter((one) => (one as QueuedCommand).id !== id)
  const page = {
    async add(draft: object, { preview, replaces = '' }: { preview: unknown; replaces?: string }) {
      queue.count += 1
      const id = `c${queue.count}`
      const added = { id, state: 'pending', command: { ...draft, id, issuedAt: ten }, preview, result: null }
      queue.commands = [...without(replaces), added]
      publish()
      return added
    },
    list: async () => queue.commands,
    async send() {
      if (!queue.respond) return
      const respond = queue.respond
      queue.commands = (queue.commands as QueuedCommand[]).map((one) => {
        const result = respond(one.id) as CommandResult
        return { ...one, state: result.outcome, result }
      })
      publish()
    },
    async dismiss(id: string) {
      queue.commands = without(id)
      publish()
    },
    async discard(id: string) {
      queue.commands = without(id)
      publish()
      return true
    },
    async forgetApplied(ids: string[]) {
      queue.forgotten.push(...ids)
    },
    subscribe(listener: typeof queue.listener) {
      queue.listener = listener
      publish()
    },
    subscribeToRefusals(listener: typeof queue.reportRefusals) {
      queue.reportRefusals = listener
    },
  }
  async function closeCommandQueue() {
    queue.isClosed = true
  }
  const countUnsentCommands = async () => ({ count: queue.commands.length, mayBeSent: false })
  return { countUnsentCommands, openCommandQueue: async () => page, closeCommandQueue }
})

const result = (id: string, change: Partial<CommandResult> = {}): CommandResult => ({
  id,
  outcome: 'refused',
  appointment: null,
  link: null,
  timeOff: null,
  customer: null,
  error: { code: 'STATE_CHANGED', message: 'Cancelado pelo cliente às 10h12.' },
  ...change,
})

function refuse(change: Partial<CommandResult> = {}) {
  queue.commands = (queue.commands as QueuedCommand[]).map((one) => ({
    ...one,
    state: 'refused',
    result: result(one.id, change),
  }))
  publish()
  queue.reportRefusals(queue.commands)
}

async function openBar(client = createQueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <CommandBar />
      <CommandBadge appointmentId="a1" />
      <Toasts />
    </QueryClientProvider>,
  )
  await act(async () => vi.dynamicImportSettled())
}

const accept = () =>
  sendOrQueue({
    build: () => toStatusCommand(appointment, { action: 'confirm' }),
    send: () => changeAppointmentStatus({ id: 'a1', action: 'confirm' }),
  })

function walkIn() {
  const proposal = createProposal({
    barber,
    barbershop: { id: 'shop', name: 'Régua' },
    timeZone,
    services: [service],
    startTime: ten,
    customer: { name: 'Zé' },
    isWalkIn: true,
  })
  const preview: CommandPreview = { name: 'Zé', act: 'Encaixar às 10h', appointment: proposal }
  const input = { barberId: 'rui', serviceId: 'cut', startTime: ten }
  return runCommand({ build: () => ({ draft: { type: 'walkIn', input }, preview }), send: async () => undefined })
}

/** Each has a queue of its own. */
let logins = 0
const isOnline = vi.spyOn(navigator, 'onLine', 'get')

beforeEach(() => {
  queue.commands = []
  queue.isClosed = false
  queue.respond = undefined
  queue.state = 'waiting'
  isOnline.mockReturnValue(false)
  logins += 1
  openSession({ user: sampleUser, token: `token${logins}` })
})
afterEach(async () => {
  cleanup()
  await closeCommands()
  closeSession()
})

test('what waits is counted, marked and listed, and can be taken back', async () => {
  await openBar()
  await act(accept)
  await act(walkIn)
  expect(api.listRequests(appointmentsApi.confirm)).toEqual([])
  expect(screen.getByText('Aguardando rede')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Sem rede · 2 ações guardadas/ }))
  const dialog = screen.getByRole('dialog', { name: 'Na fila' })
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Aceitar · Beto Sol, 10h'),
    expect.stringContaining('Encaixar às 10h · Zé'),
  ])
  await act(async () => within(dialog).getByRole('button', { name: 'Desistir de Aceitar: Beto Sol, 10h' }).click())
  expect(screen.getByRole('button', { name: /Sem rede · 1 ação guardada/ })).toBeTruthy()
  expect(screen.queryByText('Aguardando rede')).toBeNull()
})

test('a lost connection makes an act a command, a refusal of the server does not', async () => {
  isOnline.mockReturnValue(true)
  queue.state = 'idle'
  await openBar()
  api.respond(appointmentsApi.confirm, () => apiError(409, 'STATE_CHANGED'))
  await expect(act(accept)).rejects.toThrow('message of STATE_CHANGED')
  expect(queue.commands).toEqual([])
  api.respond(appointmentsApi.confirm, () => {
    throw new TypeError('Failed to fetch')
  })
  await act(accept)
  expect(queue.commands).toHaveLength(1)
  // What follows goes behind what waits.
  api.respond(appointmentsApi.confirm, () => ({ appointment }))
  await act(accept)
  expect(queue.commands).toHaveLength(2)
})

test('a refusal says what became of it until it is dismissed', async () => {
  await openBar()
  await act(accept)
  await act(async () => refuse())
  const refusal = screen.getByRole('region', { name: 'Aceitar: Beto Sol, 10h' })
  expect(within(refusal).getByText('Cancelado pelo cliente às 10h12.')).toBeTruthy()
  expect(screen.getAllByText('1 ação não foi aceita')).toHaveLength(2)
  expect(within(refusal).getAllByRole('button')).toHaveLength(1)
  await act(async () => within(refusal).getByRole('button', { name: 'Entendi' }).click())
  expect(queue.commands).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})

test('a time that is taken is replaced by the next one in one tap', async () => {
  await openBar()
  await act(walkIn)
  const next = { kind: 'same-barber', barberId: 'rui', barberName: 'Rui', startTime: eleven } as const
  const alternatives = [
    { ...next, date: '2026-03-12', time: '11:15' },
    { ...next, barberId: 'lia', barberName: 'Lia', kind: 'same-time', date: '2026-03-12', time: '10:00' } as const,
  ]
  vi.setSystemTime(ten)
  await act(async () => refuse({ error: { code: 'SLOT_TAKEN', message: 'Horário ocupado.' }, alternatives }))
  expect(screen.getByText('Horário ocupado: encaixar às 11h15?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Encaixar às 10h com Lia' })).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Encaixar às 11h15' }).click())
  vi.useRealTimers()
  expect(screen.queryByRole('region')).toBeNull()
  const [instead] = queue.commands as QueuedCommand[]
  expect(instead?.command).toMatchObject({ type: 'walkIn', input: { serviceId: 'cut', startTime: eleven } })
  expect(queue.commands).toHaveLength(1)
})

test('with a network a dialog shows the refusal itself', async () => {
  isOnline.mockReturnValue(true)
  queue.state = 'idle'
  await openBar()
  queue.respond = (id) => result(id, { error: { code: 'SLOT_TAKEN', message: 'Este horário foi ocupado.' } })
  await expect(act(walkIn)).rejects.toThrow('Este horário foi ocupado.')
  expect(queue.commands).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
  queue.respond = (id) => result(id, { outcome: 'applied', error: null })
  expect(await act(walkIn)).toMatchObject({ outcome: 'applied' })
})

test('a request that is still allowed can be repeated with what is known now', async () => {
  await openBar()
  await act(accept)
  const moved = {
    ...appointment,
    version: 5,
    endTime: '2099-03-12T14:00:00.000Z',
    startTime: '2099-03-12T13:00:00.000Z',
  }
  await act(async () => refuse({ appointment: moved, error: { code: 'STATE_CHANGED', message: 'O cliente mudou.' } }))
  await act(async () => screen.getByRole('button', { name: 'Aceitar mesmo assim' }).click())
  const [again] = queue.commands as QueuedCommand[]
  expect(again?.command).toMatchObject({ type: 'confirm', target: { appointmentId: 'a1', version: 5 } })
})

test('a profile that was not saved shows everything that was written', async () => {
  await openBar()
  const input = {
    version: 3,
    notes: 'Máquina 2',
    allergies: 'Látex',
    tags: ['VIP'],
    name: 'Nilo',
    phone: '62955554444',
  }
  const draft = { type: 'note' as const, customerId: 'nilo', input: { ...input, hasPhotoConsent: false } }
  await act(() =>
    runCommand({ build: () => ({ draft, preview: { name: 'Nilo', act: 'Salvar ficha' } }), send: async () => ({}) }),
  )
  await act(async () => refuse({ error: { code: 'EDIT_CONFLICT', message: 'A ficha mudou.' } }))
  const refusal = screen.getByRole('region', { name: 'Salvar ficha: Nilo' })
  for (const text of ['Máquina 2', 'Látex', 'VIP', 'Nilo', '(62) 95555-4444', 'não autorizadas'])
    expect(within(refusal).getByText(text)).toBeTruthy()
})

test('what was applied is forgotten by a day that was requested afterwards, not before', async () => {
  const client = createQueryClient()
  const day = { date: '2026-03-12', barbers: [{ barberId: 'rui', appointments: [] }] }
  const shown = { ...appointment, barber: { ...appointment.barber, id: 'rui' } }
  const requests: (() => void)[] = []
  const fetchDay = () =>
    client.fetchQuery({
      queryKey: ['appointments', 'day', 'today'],
      queryFn: () => new Promise((resolve) => requests.push(() => resolve({ ...day }))),
    })
  queue.forgotten = []
  await openBar(client)
  await act(accept)
  const before = fetchDay()
  queue.commands = (queue.commands as QueuedCommand[]).map((one) => ({
    ...one,
    state: 'applied',
    result: result(one.id, { outcome: 'applied', error: null, appointment: shown }),
  }))
  const [applied] = queue.commands as QueuedCommand[]
  await act(async () => publish())
  await act(async () => {
    requests[0]?.()
    await before
  })
  expect(queue.forgotten).toEqual([])
  await act(async () => {
    const after = fetchDay()
    requests[1]?.()
    await after
  })
  expect(queue.forgotten).toEqual([applied?.id])
})

test('after a logout nothing of the user is shown or sent any more', async () => {
  await openBar()
  await act(accept)
  expect(screen.getByRole('button', { name: /1 ação guardada/ })).toBeTruthy()
  await act(async () => {
    closeSession()
    await vi.dynamicImportSettled()
  })
  expect(screen.queryByRole('button', { name: /na fila/ })).toBeNull()
  expect(queue.isClosed).toBe(true)
})

test('what the user has to do before anything is sent stands in the list, with the day of older acts', async () => {
  await openBar()
  await act(accept)
  fireEvent.click(screen.getByRole('button', { name: /1 ação guardada/ }))
  expect(screen.getByText('feito Qui, 12/03/2026, às 10h')).toBeTruthy()
  for (const [state, text] of [
    ['outdated', /^Atualize o aplicativo para enviar/],
    ['unauthenticated', /^Entre de novo para enviar/],
  ] as const) {
    queue.state = state
    await act(async () => publish())
    expect(screen.getByText(text)).toBeTruthy()
  }
})

test('after a refusal the focus goes to the next one, then to the bar', async () => {
  await openBar()
  await act(accept)
  await act(walkIn)
  await act(async () => refuse())
  queue.commands.push({ ...(queue.commands[0] as QueuedCommand), id: 'later', state: 'pending', result: null })
  await act(async () => publish())
  const dismiss = () =>
    act(async () => {
      const [button] = screen.getAllByRole('button', { name: 'Entendi' })
      button?.focus()
      button?.click()
    })
  await dismiss()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Encaixar às 10h: Zé')
  await dismiss()
  expect(document.activeElement?.textContent).toMatch(/1 ação guardada/)
})

test('a page without the bar sends what is stored, and says what was refused or still waits', async () => {
  const onShow = vi.fn()
  render(<Toasts />)
  const open = () => act(() => sendOnOpen('user', onShow))
  await open()
  expect(screen.queryByRole('button', { name: 'Ver na agenda' })).toBeNull()
  await act(accept)
  await open()
  expect(screen.getByText('1 ação guardada')).toBeTruthy()
  queue.respond = (id) => result(id)
  await open()
  expect(screen.getByText('1 ação não foi aceita')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Ver na agenda' }).click())
  expect(onShow).toHaveBeenCalledOnce()
})
