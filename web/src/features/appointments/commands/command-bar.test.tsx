import { appointmentsApi } from '@na-regua/contract/appointments'
import { type CommandResult, commandsApi } from '@na-regua/contract/commands'
import { countUnsentCommands, openVault } from '@na-regua/offline'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleUser } from '../../../../test/samples.ts'
import { startStaffDevice } from '../../../../test/staff-device.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession } from '../../../lib/session.ts'
import { type CommandPreview, closeCommands, runCommand, sendOrQueue, toTarget } from '../../../lib/use-commands.ts'
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

const device = startStaffDevice(api)

const cancelled = { code: 'STATE_CHANGED', message: 'Cancelado pelo cliente às 10h12.' }

/** The network is back, and the server refuses what is stored. */
async function refuse(change: Partial<CommandResult> = {}) {
  device.connect(() => ({ outcome: 'refused', error: cancelled, ...change }))
  await act(() => device.send())
}

const findRefusal = (name: string) => screen.findByRole('region', { name })
const findWaiting = (count: string) => screen.findByRole('button', { name: new RegExp(`${count} guardada`) })

async function openBar(client = createQueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <TestRouter>
        <CommandBar />
        <CommandBadge appointmentId="a1" />
        <Toasts />
      </TestRouter>
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

afterEach(cleanup)

test('what waits is counted, marked and listed, and can be taken back', async () => {
  await openBar()
  await act(accept)
  await act(walkIn)
  expect(api.listRequests(appointmentsApi.confirm)).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: /Sem rede · 2 ações guardadas/ }))
  expect(screen.getByText('Aguardando rede')).toBeTruthy()
  const dialog = screen.getByRole('dialog', { name: 'Na fila' })
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Aceitar · Beto Sol, 10h'),
    expect.stringContaining('Encaixar às 10h · Zé'),
  ])
  await act(async () => within(dialog).getByRole('button', { name: 'Desistir de Aceitar: Beto Sol, 10h' }).click())
  expect(await screen.findByRole('button', { name: /Sem rede · 1 ação guardada/ })).toBeTruthy()
  expect(screen.queryByText('Aguardando rede')).toBeNull()
})

test('a lost connection makes an act a command, a refusal of the server does not', async () => {
  device.connect()
  await openBar()
  api.respond(appointmentsApi.confirm, () => apiError(409, 'STATE_CHANGED'))
  await expect(act(accept)).rejects.toThrow('message of STATE_CHANGED')
  expect(await device.list()).toEqual([])
  api.respond(appointmentsApi.confirm, () => {
    throw new TypeError('Failed to fetch')
  })
  await act(accept)
  expect(await device.list()).toHaveLength(1)
  await findWaiting('1 ação')
  // What follows goes behind what waits.
  api.respond(appointmentsApi.confirm, () => ({ appointment }))
  await act(accept)
  expect(await device.list()).toHaveLength(2)
})

test('a refusal says what became of it until it is dismissed', async () => {
  await openBar()
  await act(accept)
  await refuse()
  const refusal = await findRefusal('Aceitar: Beto Sol, 10h')
  expect(within(refusal).getByText('Cancelado pelo cliente às 10h12.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('1 ação não foi aceita')).toHaveLength(2))
  expect(within(refusal).getAllByRole('button')).toHaveLength(1)
  await act(async () => within(refusal).getByRole('button', { name: 'Entendi' }).click())
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(await device.list()).toEqual([])
})

test('a time that is taken is replaced by the next one in one tap', async () => {
  vi.setSystemTime(ten)
  await openBar()
  await act(walkIn)
  const next = { kind: 'same-barber', barberId: 'rui', barberName: 'Rui', startTime: eleven } as const
  const alternatives = [
    { ...next, date: '2026-03-12', time: '11:15' },
    { ...next, barberId: 'lia', barberName: 'Lia', kind: 'same-time', date: '2026-03-12', time: '10:00' } as const,
  ]
  await refuse({ error: { code: 'SLOT_TAKEN', message: 'Horário ocupado.' }, alternatives })
  expect(await screen.findByText('Horário ocupado: encaixar às 11h15?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Encaixar às 10h com Lia' })).toBeTruthy()
  device.disconnect()
  await act(async () => screen.getByRole('button', { name: 'Encaixar às 11h15' }).click())
  vi.useRealTimers()
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  const commands = await device.list()
  expect(commands[0]?.command).toMatchObject({ type: 'walkIn', input: { serviceId: 'cut', startTime: eleven } })
  expect(commands).toHaveLength(1)
})

test('with a network a dialog shows the refusal itself', async () => {
  const taken = { code: 'SLOT_TAKEN', message: 'Este horário foi ocupado.' }
  device.connect(() => ({ outcome: 'refused', error: taken }))
  await openBar()
  await expect(act(walkIn)).rejects.toThrow('Este horário foi ocupado.')
  expect(await device.list()).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
  device.connect(() => ({ outcome: 'applied' }))
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
  await refuse({ appointment: moved, error: { code: 'STATE_CHANGED', message: 'O cliente mudou.' } })
  const again = await screen.findByRole('button', { name: 'Aceitar mesmo assim' })
  device.disconnect()
  again.click()
  await waitFor(async () =>
    expect(await device.list()).toMatchObject([
      { command: { type: 'confirm', target: { appointmentId: 'a1', version: 5 } } },
    ]),
  )
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
  await refuse({ error: { code: 'EDIT_CONFLICT', message: 'A ficha mudou.' } })
  const refusal = await findRefusal('Salvar ficha: Nilo')
  for (const text of ['Máquina 2', 'Látex', 'VIP', 'Nilo', '(62) 95555-4444', 'não autorizadas'])
    expect(within(refusal).getByText(text)).toBeTruthy()
})

const closeVisit = () =>
  sendOrQueue({
    build: () => ({
      draft: { type: 'closeVisit', target: toTarget(appointment), visitId: 'v1', input: closing },
      preview: { name: 'Beto Sol, 10h', act: 'Fechar comanda', details: ['Corte: R$ 45,00', 'Dinheiro: R$ 45,00'] },
    }),
    send: async () => undefined,
  })
const closing = { barbershopId: 'shop', lines: [], payments: [] }

test('a comanda that another device has closed shows what was typed here, and leads to the list', async () => {
  await openBar()
  await act(closeVisit)
  await refuse({ error: { code: 'VISIT_CLOSED', message: 'A comanda 3 já foi fechada às 10h12, com R$ 45,00.' } })
  const refusal = await findRefusal('Fechar comanda: Beto Sol, 10h')
  expect(within(refusal).getByText('A comanda 3 já foi fechada às 10h12, com R$ 45,00.')).toBeTruthy()
  expect(within(refusal).getByText(/Corte: R\$ 45,00\s+Dinheiro: R\$ 45,00/)).toBeTruthy()
  expect(within(refusal).getByRole('link', { name: 'Ver as comandas' }).getAttribute('href')).toBe('/caixa')
})

test.each([
  ['CONFIRMED', ['closeVisit']],
  ['CANCELLED', ['complete', 'closeVisit']],
  ['NO_SHOW', ['correct', 'closeVisit']],
] as const)('what a customer paid is closed as it was typed, although the appointment is %s', async (status, types) => {
  await openBar()
  await act(closeVisit)
  const current = { ...appointment, status, version: 5, endTime: eleven, correctableUntil: '2099-03-12T13:00:00.000Z' }
  await refuse({ appointment: current })
  const again = await screen.findByRole('button', { name: 'Fechar mesmo assim' })
  device.disconnect()
  again.click()
  const closed = { target: { appointmentId: 'a1', version: 5 }, visitId: 'v1', input: closing }
  await waitFor(async () => {
    const commands = (await device.list()).map(({ command }) => command)
    expect(commands.map(({ type }) => type)).toEqual(types)
    expect(commands.at(-1)).toMatchObject(closed)
  })
})

test('what was applied is forgotten by a day that was requested afterwards, not before', async () => {
  const client = createQueryClient()
  const queryKey = ['appointments', 'day', 'today']
  const day = { date: '2026-03-12', barbers: [{ barberId: 'rui', appointments: [] }] }
  const shown = { ...appointment, barber: { ...appointment.barber, id: 'rui' } }
  const requests: (() => void)[] = []
  const fetchDay = () =>
    client.fetchQuery({
      queryKey,
      queryFn: () => new Promise((resolve) => requests.push(() => resolve({ ...day }))),
    })
  await openBar(client)
  await act(accept)
  const before = fetchDay()
  device.connect(() => ({ appointment: shown }))
  await act(() => device.send())
  await waitFor(() => expect(screen.queryByRole('button', { name: /guardada/ })).toBeNull())
  await act(async () => {
    requests[0]?.()
    await before
  })
  // It does not contain the command: the next one is to be fetched.
  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
  expect(await device.list()).toMatchObject([{ state: 'applied' }])
  await act(async () => {
    const after = fetchDay()
    requests[1]?.()
    await after
  })
  await waitFor(async () => expect(await device.list()).toEqual([]))
})

test('after a logout nothing of the user is shown or sent any more', async () => {
  await openBar()
  await act(accept)
  await findWaiting('1 ação')
  await act(async () => {
    closeSession()
    await vi.dynamicImportSettled()
  })
  device.connect(() => ({ outcome: 'applied' }))
  window.dispatchEvent(new Event('online'))
  expect(screen.queryByRole('button', { name: /guardada/ })).toBeNull()
  expect((await countUnsentCommands(sampleUser.id)).count).toBe(1)
  expect(api.listRequests(commandsApi.send)).toEqual([])
})

/** As a newer version of the app stores a command, in a way that this one does not know. */
async function upgradeFirstCommand() {
  const vault = await openVault(sampleUser.id)
  const [first] = (await vault.list<object>('')).filter(({ value }) => 'command' in Object(value))
  await vault.write(first?.name ?? '', { ...first?.value, format: 99 })
}

test('what the user has to do before anything is sent stands in the list, with the day of older acts', async () => {
  await openBar()
  vi.setSystemTime(ten)
  await act(accept)
  vi.useRealTimers()
  await act(accept)
  fireEvent.click(await findWaiting('2 ações'))
  expect(screen.getByText('feito Qui, 12/03/2026, às 10h')).toBeTruthy()
  device.connect()
  api.respond(commandsApi.send, () => apiError(401, 'UNAUTHENTICATED'))
  await act(() => device.send())
  expect(await screen.findByText(/^Entre de novo para enviar/)).toBeTruthy()
  await upgradeFirstCommand()
  await act(() => device.send())
  expect(await screen.findByText(/^Atualize o aplicativo para enviar/)).toBeTruthy()
})

test('after a refusal the focus goes to the next one, then to the bar', async () => {
  await openBar()
  await act(accept)
  await act(walkIn)
  await refuse()
  await findRefusal('Aceitar: Beto Sol, 10h')
  device.disconnect()
  await act(accept)
  await findWaiting('1 ação')
  const dismiss = () =>
    act(async () => {
      const [button] = screen.getAllByRole('button', { name: 'Entendi' })
      button?.focus()
      button?.click()
    })
  await dismiss()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Encaixar às 10h: Zé'))
  await dismiss()
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/1 ação guardada/))
})

test('a page without the bar sends what is stored, and says what was refused or still waits', async () => {
  const onShow = vi.fn()
  render(<Toasts />)
  async function open() {
    await closeCommands()
    await act(() => sendOnOpen(sampleUser.id, onShow))
  }
  await open()
  expect(screen.queryByRole('button', { name: 'Ver na agenda' })).toBeNull()
  await act(accept)
  await open()
  expect(screen.getByText('1 ação guardada')).toBeTruthy()
  device.connect(() => ({ outcome: 'refused', error: cancelled }))
  await open()
  expect(screen.getByText('1 ação não foi aceita')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Ver na agenda' }).click())
  expect(onShow).toHaveBeenCalledOnce()
})
