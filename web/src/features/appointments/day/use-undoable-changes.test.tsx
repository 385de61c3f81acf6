import { appointmentsApi } from '@na-regua/contract/appointments'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleUser } from '../../../../test/samples.ts'
import { finishBeforeLogout } from '../../../lib/before-logout.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { openSession } from '../../../lib/session.ts'
import { closeCommands, getCommandQueue } from '../../../lib/use-commands.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { useUndoableChanges } from './use-undoable-changes.ts'

const api = startFakeApi()
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

type Stored = { id: string; state: string; command: object; preview: object; result: object | null }
const queue = vi.hoisted(() => ({ commands: [] as unknown[], publish: () => {}, isSent: false }))

vi.mock('@na-regua/offline', () => ({
  closeCommandQueue: async () => {},
  openCommandQueue: async () => ({
    async add(draft: object, { preview }: { preview: object }) {
      const id = `c${queue.commands.length + 1}`
      const added = { id, state: 'pending', command: { ...draft, id }, preview, result: null }
      queue.commands = [...queue.commands, added]
      queue.publish()
      return added
    },
    async discard(id: string) {
      if (queue.isSent) return false
      queue.commands = (queue.commands as Stored[]).filter((one) => one.id !== id)
      queue.publish()
      return true
    },
    subscribe(listener: (snapshot: object) => void) {
      queue.publish = () => listener({ commands: queue.commands, state: 'idle' })
      queue.publish()
    },
    subscribeToRefusals: () => {},
  }),
}))

const isOnline = vi.spyOn(navigator, 'onLine', 'get')
let logins = 0

async function openQueue() {
  queue.commands = []
  queue.isSent = false
  logins += 1
  openSession({ user: sampleUser, token: `token${logins}` })
  await act(getCommandQueue)
}

const whole = {
  ...appointment,
  version: 3,
  startTime: '2026-03-12T13:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  guestName: null,
}

test('without a network a change is stored before any timer, and undone on the device', async () => {
  isOnline.mockReturnValue(false)
  await openQueue()
  const { change } = await openDay()
  render(<Toasts />)
  await change('confirm', whole)
  expect(queue.commands).toMatchObject([{ command: { type: 'confirm', target: { appointmentId: 'a1' } } }])
  await act(async () => screen.getByRole('button', { name: 'Desfazer' }).click())
  expect(queue.commands).toEqual([])
  expect(screen.queryByText('Beto Sol: aceito')).toBeNull()

  await change('confirm', whole)
  queue.isSent = true
  await act(async () => screen.getByRole('button', { name: 'Desfazer' }).click())
  expect(queue.commands).toHaveLength(1)
  expect(screen.getByText('Já está sendo enviada')).toBeTruthy()
  await change('cancel', { ...whole, id: 'a2' })
  await pass(5)
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
  expect(queue.commands).toHaveLength(2)
  expect(confirmations()).toEqual([])
  isOnline.mockReturnValue(true)
  await closeCommands()
})

test('a proposal that is applied while a change of it can be undone has the id of the server', async () => {
  isOnline.mockReturnValue(true)
  await openQueue()
  const proposal = { ...whole, id: 'c1', version: 0 }
  const walkIn = { id: 'c1', command: { type: 'walkIn', id: 'c1', input: {} }, preview: { appointment: proposal } }
  queue.commands = [{ ...walkIn, state: 'pending', result: null }]
  await act(async () => queue.publish())
  const { change } = await openDay()
  await change('cancel', proposal)
  queue.commands = [{ ...walkIn, state: 'applied', result: { appointment: { ...appointment, id: 'real' } } }]
  await act(async () => queue.publish())
  queue.commands = []
  await act(async () => queue.publish())
  await pass(5)
  expect(api.listRequests(appointmentsApi.cancel).map(({ url }) => url)).toEqual(['/api/appointments/real/cancel'])
  await closeCommands()
})
