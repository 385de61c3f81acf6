import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { UnnotifiedCustomers } from './day-frame.tsx'
import { useMoves } from './use-moves.ts'

const api = startFakeApi()
const date = '2026-03-12'
const nine = '2026-03-12T12:00:00.000Z'
const ten = '2026-03-12T13:00:00.000Z'
const beto = { id: 'beto', name: 'Beto' }
const lia = { id: 'lia', name: 'Lia' }
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  version: 3,
  startTime: nine,
  endTime: '2026-03-12T12:30:00.000Z',
  durationMin: 30,
  timeZone: 'America/Sao_Paulo',
  barber: beto,
  barbershop: { id: 'shop', name: 'Régua' },
  guestName: null,
} as unknown as Appointment
const workday = { hours: [{ start: 540, end: 1080 }], free: [], timeZone: 'America/Sao_Paulo' }
const day = {
  date,
  barbers: [
    { ...workday, barberId: 'beto', appointments: [appointment] },
    { ...workday, barberId: 'lia', appointments: [] },
  ],
} as unknown as StaffDay
const moved = { ...appointment, version: 4, startTime: ten, barber: lia }
const link = { url: '/a/x', text: 'Olá', whatsAppUrl: 'https://wa.me/55', isSent: false }

function openDay() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(useMoves, { wrapper })
  render(<Toasts />)
  return {
    wrapper,
    drop: () => act(async () => void hook.result.current.drop(appointment, { startTime: ten, barber: lia })),
    move: () => act(async () => hook.result.current.move(appointment, { startTime: ten, barber: lia })),
    /** The ids of the appointments by barber. */
    shown: () =>
      hook.result.current.applyMoves(day).barbers.map(({ appointments }) => appointments.map(({ id }) => id)),
    unnotified: () => hook.result.current.unnotified.map(({ name }) => name),
    dismiss: () => act(async () => hook.result.current.dismiss('a1')),
  }
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const pressUndo = () => act(async () => screen.getByRole('button', { name: 'Desfazer' }).click())

beforeEach(() => {
  vi.useFakeTimers()
  api.respond(staffBookingsApi.move, () => ({ appointment: moved, link: null }))
  api.respond(staffBookingsApi.undoMove, () => ({ appointment }))
})
afterEach(async () => {
  cleanup()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

test('a drop is shown and sent at once, with the version that was seen', async () => {
  const response = createPendingResponse<object>()
  api.respond(staffBookingsApi.move, () => response.promise)
  const { drop, shown } = openDay()
  expect(shown()).toEqual([['a1'], []])
  await drop()
  expect(shown()).toEqual([[], ['a1']])
  const [request] = api.listRequests(staffBookingsApi.move)
  expect(request?.body).toEqual({ startTime: ten, barberId: 'lia', version: 3 })
  await act(async () => response.respond({ appointment: moved, link: null }))
  await pass(0)
  // From here on it is the reloaded day that shows it.
  expect(shown()).toEqual([['a1'], []])
  expect(screen.getByText('Beto Sol: 10h com Lia')).toBeTruthy()
})

test('a refused drop snaps back and says why; a dialog shows the error itself', async () => {
  api.respond(staffBookingsApi.move, () => apiError(409, 'SLOT_TAKEN'))
  const { drop, move, shown } = openDay()
  await drop()
  await pass(0)
  expect(shown()).toEqual([['a1'], []])
  expect(screen.getByText('O horário não mudou')).toBeTruthy()
  expect(screen.getByText('message of SLOT_TAKEN')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
  await pass(10)
  expect((await move())?.message).toBe('message of SLOT_TAKEN')
  expect(screen.queryByText('O horário não mudou')).toBeNull()
})

test('the undo is offered for five seconds and names the version of the move', async () => {
  const { drop } = openDay()
  await drop()
  await pass(0)
  await pass(4.9)
  await pressUndo()
  await pass(0)
  expect(api.listRequests(staffBookingsApi.undoMove).map(({ body }) => body)).toEqual([{ version: 4 }])
  expect(screen.getByText('Beto Sol de volta: 9h com Beto')).toBeTruthy()
  await drop()
  await pass(5.1)
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
})

test('a refused undo says that the move stays', async () => {
  api.respond(staffBookingsApi.undoMove, () => apiError(409, 'SLOT_TAKEN'))
  const { drop } = openDay()
  await drop()
  await pressUndo()
  await pass(0)
  expect(screen.getByText('A mudança continua valendo')).toBeTruthy()
})

test('a second move of what is still moving is refused, not reported as done', async () => {
  const response = createPendingResponse<object>()
  api.respond(staffBookingsApi.move, () => response.promise)
  const { drop, move } = openDay()
  await drop()
  expect((await move())?.message).toBe('A mudança anterior ainda está sendo salva. Tente de novo.')
  expect(api.listRequests(staffBookingsApi.move)).toHaveLength(1)
  await act(async () => response.respond({ appointment: moved, link: null }))
  await pass(0)
  expect(await move()).toBeUndefined()
})

test('a refused undo leaves the customer to be notified', async () => {
  api.respond(staffBookingsApi.move, () => ({ appointment: moved, link }))
  api.respond(staffBookingsApi.undoMove, () => apiError(409, 'SLOT_TAKEN'))
  const { drop, unnotified, dismiss } = openDay()
  await drop()
  await pressUndo()
  await pass(0)
  expect(unnotified()).toEqual(['Beto Sol'])
  await dismiss()
})

test('who is to be notified is shown in that barbershop, to who moved the appointment', async () => {
  api.respond(staffBookingsApi.move, () => ({ appointment: moved, link }))
  openSession({ user: sampleUser, token: 'k'.repeat(43) })
  const { drop, unnotified, dismiss, wrapper } = openDay()
  const { rerender } = render(<UnnotifiedCustomers barbershopId="shop" />, { wrapper })
  const isShown = () => screen.queryByRole('region', { name: 'Avisar Beto Sol' }) !== null
  await drop()
  await pass(5.1)
  expect(isShown()).toBe(true)
  rerender(<UnnotifiedCustomers barbershopId="other" />)
  expect(isShown()).toBe(false)
  rerender(<UnnotifiedCustomers />)
  expect(isShown()).toBe(true)
  await act(async () => closeSession())
  expect(isShown()).toBe(false)
  await act(async () => openSession({ user: { ...sampleUser, id: 'another' }, token: 'l'.repeat(43) }))
  expect(unnotified()).toEqual([])
  await act(async () => openSession({ user: sampleUser, token: 'k'.repeat(43) }))
  expect(unnotified()).toEqual(['Beto Sol'])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await act(async () => screen.getByRole('button', { name: 'Copiar texto' }).click())
  expect(screen.getByText('Selecione e copie')).toBeTruthy()
  await dismiss()
  await act(async () => closeSession())
})

test('a customer without an account is to be notified when the move stays, not after an undo', async () => {
  api.respond(staffBookingsApi.move, () => ({ appointment: moved, link }))
  const { drop, unnotified, dismiss } = openDay()
  await drop()
  await pressUndo()
  await pass(10)
  expect(unnotified()).toEqual([])
  await drop()
  await pass(4.9)
  expect(unnotified()).toEqual([])
  await pass(0.2)
  expect(unnotified()).toEqual(['Beto Sol'])
  await dismiss()
  expect(unnotified()).toEqual([])
})
