import { appointmentsApi } from '@na-regua/contract/appointments'
import { commandsApi } from '@na-regua/contract/commands'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment } from '../../../../test/samples.ts'
import { respondToCommands, startStaffDevice } from '../../../../test/staff-device.ts'
import { finishBeforeLogout } from '../../../lib/before-logout.ts'
import { type CommandPreview, commandStore } from '../../../lib/command-state.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { findCreated, getCommandQueue } from '../../../lib/use-commands.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { useUndoableChanges } from './use-undoable-changes.ts'

const api = startFakeApi()
const device = startStaffDevice(api)
const appointment = createAppointment('a1')
const fetchDay = vi.fn(async () => [appointment])

async function openDay() {
  const client = createQueryClient()
  await client.fetchQuery({ queryKey: ['appointments', 'day'], queryFn: fetchDay })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(useUndoableChanges, { wrapper })
  return {
    change: (action: 'confirm' | 'cancel', of = appointment) => act(async () => hook.result.current.change(of, action)),
    changeAll: (...given: Parameters<typeof hook.result.current.changeAll>) =>
      act(async () => hook.result.current.changeAll(...given)),
    undoOne: (id: string) => act(async () => hook.result.current.undo(id)),
    undo: () => act(async () => hook.result.current.undo(appointment.id)),
    status: () => hook.result.current.applyPending(appointment).status,
    isSending: () => hook.result.current.findPending(appointment.id)?.sending !== undefined,
    leave: hook.unmount,
  }
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const confirmations = () => api.listRequests(appointmentsApi.confirm)

beforeEach(() => {
  vi.useFakeTimers()
  device.connect()
  api.respond(appointmentsApi.confirm, () => ({ appointment }))
  api.respond(appointmentsApi.cancel, () => ({ appointment }))
})
afterEach(async () => {
  cleanup()
  // Leaving the day sends what is pending.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('a change is shown at once, sent once after five seconds, and confirmed by the refetched day', async () => {
  const { change, status, isSending } = await openDay()
  await change('confirm')
  expect(status()).toBe('CONFIRMED')
  await pass(4.9)
  expect(confirmations()).toEqual([])
  const response = createPendingResponse<object>()
  api.respond(appointmentsApi.confirm, () => response.promise)
  await pass(0.2)
  expect(confirmations().map(({ url }) => url)).toEqual(['/api/appointments/a1/confirm'])
  expect([status(), isSending()]).toEqual(['CONFIRMED', true])
  await act(async () => response.respond({ appointment }))
  await pass(0)
  expect([status(), isSending()]).toEqual(['SCHEDULED', false])
  await pass(60)
  expect(confirmations()).toHaveLength(1)
})

test('an undone change sends nothing', async () => {
  const { change, undo, status } = await openDay()
  await change('confirm')
  await pass(4.9)
  await undo()
  expect(status()).toBe('SCHEDULED')
  await pass(60)
  expect(confirmations()).toEqual([])
})

test('the toast undoes the change', async () => {
  const { change, status } = await openDay()
  render(<Toasts />)
  await change('confirm')
  expect(screen.getByText('Beto Sol: aceito')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Desfazer' }).click())
  expect(status()).toBe('SCHEDULED')
  expect(screen.queryByText('Beto Sol: aceito')).toBeNull()
  await pass(60)
  expect(confirmations()).toEqual([])
})

test('a change that is being sent cannot be undone, and a second change of the appointment is ignored', async () => {
  const { change, undo, status } = await openDay()
  await change('confirm')
  await change('cancel')
  expect(status()).toBe('CONFIRMED')
  const response = createPendingResponse<object>()
  api.respond(appointmentsApi.confirm, () => response.promise)
  await pass(5)
  await undo()
  expect(status()).toBe('CONFIRMED')
  await act(async () => response.respond({ appointment }))
  await pass(0)
  expect(confirmations()).toHaveLength(1)
  expect(api.listRequests(appointmentsApi.cancel)).toEqual([])
})

test('a refused change is reverted with a message, and another appointment is not affected', async () => {
  api.respond(appointmentsApi.confirm, () => apiError(409, 'STATE_CHANGED'))
  const { change, status } = await openDay()
  render(<Toasts />)
  await change('confirm')
  await change('cancel', createAppointment('a2'))
  await pass(5)
  expect(status()).toBe('SCHEDULED')
  expect(screen.getByText('Erro ao confirmar')).toBeTruthy()
  expect(screen.getByText('message of STATE_CHANGED')).toBeTruthy()
  expect(api.listRequests(appointmentsApi.cancel).map(({ url }) => url)).toEqual(['/api/appointments/a2/cancel'])
})

test('leaving the day sends the pending change at once, in a request that survives the page', async () => {
  const { change, leave } = await openDay()
  await change('confirm')
  leave()
  await pass(0)
  expect(confirmations().map(({ keepalive }) => keepalive)).toEqual([true])
  await pass(60)
  expect(confirmations()).toHaveLength(1)
})

test('hiding the app sends the pending change at once', async () => {
  const { change } = await openDay()
  await change('confirm')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  visibility.mockRestore()
  expect(confirmations().map(({ keepalive }) => keepalive)).toEqual([true])
})

test('a logout waits until the pending change was sent', async () => {
  const { change } = await openDay()
  const response = createPendingResponse<object>()
  api.respond(appointmentsApi.confirm, () => response.promise)
  await change('confirm')
  let isFinished = false
  const finished = finishBeforeLogout().then(() => {
    isFinished = true
  })
  await pass(0)
  expect([confirmations().length, isFinished]).toEqual([1, false])
  await act(async () => response.respond({ appointment }))
  await finished
})

const whole = {
  ...appointment,
  version: 3,
  startTime: '2026-03-12T13:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  guestName: null,
}

/** The stored commands are read and written while the clock goes on by itself. */
const letTimePass = () =>
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })

const clickUndo = async () => (await screen.findByRole('button', { name: 'Desfazer' })).click()

test('without a network a change is stored before any timer, and undone on the device', async () => {
  letTimePass()
  device.disconnect()
  const { change } = await openDay()
  render(<Toasts />)
  await change('confirm', whole)
  await waitFor(async () => expect(await device.list()).toHaveLength(1))
  expect(await device.list()).toMatchObject([{ command: { type: 'confirm', target: { appointmentId: 'a1' } } }])
  await clickUndo()
  await waitFor(async () => expect(await device.list()).toEqual([]))
  await waitFor(() => expect(screen.queryByText('Beto Sol: aceito')).toBeNull())
})

test('what the server may have received is not undone on the device', async () => {
  letTimePass()
  device.disconnect()
  const { change } = await openDay()
  render(<Toasts />)
  await change('confirm', whole)
  await screen.findByRole('button', { name: 'Desfazer' })
  // Its response is lost.
  device.connect()
  await device.send()
  device.disconnect()
  await clickUndo()
  expect(await screen.findByText('Já está sendo enviada')).toBeTruthy()
  expect(await device.list()).toHaveLength(1)
  await change('cancel', { ...whole, id: 'a2' })
  await screen.findByRole('button', { name: 'Desfazer' })
  await pass(5)
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
  expect(await device.list()).toHaveLength(2)
  expect(confirmations()).toEqual([])
})

test('a proposal that is applied while a change of it can be undone has the id of the server', async () => {
  letTimePass()
  const real = { ...whole, id: 'real' }
  const applied = Promise.withResolvers<void>()
  api.respond(commandsApi.send, async (request) => {
    await applied.promise
    return respondToCommands(() => ({ appointment: real }))(request)
  })
  const { change } = await openDay()
  const queue = await getCommandQueue()
  const input = { barberId: 'rui', serviceId: 'cut' }
  const preview: CommandPreview = { name: 'Beto Sol', act: 'Encaixar', appointment: whole }
  const { id } = await queue.add({ type: 'walkIn', input }, { preview })
  await change('cancel', { ...whole, id, version: 0 })
  applied.resolve()
  await waitFor(() => expect(findCreated(id)).toEqual(real))
  await queue.forgetApplied([id])
  await waitFor(() => expect(commandStore.getState().commands).toEqual([]))
  await pass(5)
  expect(api.listRequests(appointmentsApi.cancel).map(({ url }) => url)).toEqual(['/api/appointments/real/cancel'])
})

const many = ['a1', 'a2', 'a3'].map((id) => ({ ...whole, id }))

test('several requests are one toast and go together as commands, without one that was undone', async () => {
  letTimePass()
  const { changeAll, undoOne } = await openDay()
  render(<Toasts />)
  await changeAll(many, { action: 'cancel', reason: 'Sem luz' })
  expect(screen.getByText('3 pedidos recusados')).toBeTruthy()
  await undoOne('a2')
  await pass(4)
  expect(await device.list()).toEqual([])
  await pass(1.1)
  await waitFor(async () => expect(await device.list()).toHaveLength(2))
  expect(await device.list()).toMatchObject(
    ['a1', 'a3'].map((appointmentId) => ({
      command: { type: 'cancel', reason: 'Sem luz', target: { appointmentId, version: 3 } },
    })),
  )
  expect(api.listRequests(appointmentsApi.cancel)).toEqual([])
})

test('the toast undoes all of them', async () => {
  const { changeAll, status } = await openDay()
  render(<Toasts />)
  // What an earlier test has left to send is sent by then.
  await pass(60)
  const sent = api.listRequests(commandsApi.send).length
  await changeAll(many, { action: 'confirm' })
  expect(screen.getByText('3 pedidos aceitos')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Desfazer' }).click())
  expect(status()).toBe('SCHEDULED')
  await pass(60)
  expect(confirmations()).toEqual([])
  expect(api.listRequests(commandsApi.send)).toHaveLength(sent)
})

test('without a network the toast takes all of them off the device', async () => {
  letTimePass()
  device.disconnect()
  const { changeAll } = await openDay()
  render(<Toasts />)
  await changeAll(many, { action: 'confirm' })
  // The toast of an earlier test may still be there.
  await waitFor(async () => expect(await device.list()).toHaveLength(3))
  await screen.findByText('3 pedidos aceitos')
  await clickUndo()
  await waitFor(async () => expect(await device.list()).toEqual([]))
})
