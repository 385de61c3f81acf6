import type { Appointment } from '@na-regua/contract/appointments'
import { type AppointmentDelay, delaysApi } from '@na-regua/contract/serving'
import { bookingLinkApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { DelayCard } from './delay-card.tsx'

const api = startFakeApi()
afterEach(cleanup)

const startTime = '2026-11-23T18:00:00.000Z'
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  startTime,
  timeZone: 'America/Sao_Paulo',
  changeableUntil: '2026-11-23T16:00:00.000Z',
  barber: { id: 'rui', name: 'Rafa', avatarUrl: null },
} as Partial<Appointment> as Appointment
const delayed = { ...appointment, barberName: 'Rafa' }
const late: AppointmentDelay = {
  appointmentId: 'a1',
  version: 4,
  delayMin: 15,
  expectedStart: '2026-11-23T18:15:00.000Z',
  reply: null,
  toldAt: '2026-11-23T17:20:00.000Z',
  freeBarbers: [{ id: 'lia', name: 'Lia', avatarUrl: null }],
}

function open(
  delay: AppointmentDelay | null,
  now = '2026-11-23T17:30:00.000Z',
  props: { token?: string; otherTime?: string } = {},
) {
  if (props.token) api.respond(bookingLinkApi.delay, () => ({ delay }))
  else api.respond(delaysApi.get, () => ({ delay }))
  const router = createMemoryRouter([
    { path: '*', element: <DelayCard appointment={delayed} now={new Date(now)} {...props} /> },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const replies = () => api.listRequests(delaysApi.reply).map(({ body }) => body)

test('a delay says when to come, in the time of the barbershop, and is accepted with one tap', async () => {
  api.respond(delaysApi.reply, () => ({ appointment }))
  open(late)
  expect((await screen.findByRole('status')).textContent).toBe('Rafa está uns 15 min atrasadoVenha às 15h15.')
  api.respond(delaysApi.get, () => ({ delay: { ...late, reply: 'ok' } }))
  fireEvent.click(screen.getByRole('button', { name: 'Tudo bem' }))
  expect(await screen.findByText(/Você respondeu: tudo bem/)).toBeDefined()
  expect(replies()).toEqual([{ version: 4, reply: 'ok' }])
  expect(screen.queryByRole('button', { name: 'Tudo bem' })).toBeNull()
})

test('another barber who is free takes over at the booked time', async () => {
  api.respond(delaysApi.reply, () => ({ appointment }))
  open(late, undefined, { otherTime: 'Outro horário' })
  expect(await screen.findByText('Outro horário')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Outro barbeiro' }))
  api.respond(delaysApi.get, () => ({ delay: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Às 15h com Lia' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(replies()).toEqual([{ version: 4, reply: 'other-barber', barberId: 'lia' }])
})

test('a refusal is shown with what is left', async () => {
  api.respond(delaysApi.reply, () => apiError(409, 'SLOT_TAKEN'))
  open(late)
  fireEvent.click(await screen.findByRole('button', { name: 'Outro barbeiro' }))
  api.respond(delaysApi.get, () => ({ delay: { ...late, freeBarbers: [] } }))
  fireEvent.click(screen.getByRole('button', { name: 'Às 15h com Lia' }))
  expect(await screen.findByText('message of SLOT_TAKEN')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Outro barbeiro' })).toBeNull())
})

test.each([
  ['Vou às 14h40', 'earlier'],
  ['Fico às 15h', 'ok'],
] as const)('an earlier time is offered: %s', async (label, reply) => {
  api.respond(delaysApi.reply, () => ({ appointment }))
  open({ ...late, delayMin: -20, expectedStart: '2026-11-23T17:40:00.000Z', freeBarbers: [] })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Rafa pode atender antesPode vir às 14h40? Seu horário é 15h.',
  )
  fireEvent.click(screen.getByRole('button', { name: label }))
  await waitFor(() => expect(replies()).toEqual([{ version: 4, reply }]))
})

test('without an account the link of the booking does the same', async () => {
  api.respond(bookingLinkApi.replyToDelay, () => ({ appointment: delayed }))
  open(late, undefined, { token: 'tok' })
  fireEvent.click(await screen.findByRole('button', { name: 'Tudo bem' }))
  await waitFor(() => expect(api.listRequests(bookingLinkApi.replyToDelay)).toHaveLength(1))
  expect(api.listRequests(bookingLinkApi.replyToDelay)[0]?.body).toEqual({ version: 4, reply: 'ok' })
  expect(api.listRequests(delaysApi.get)).toHaveLength(0)
})

test('nothing is requested for another day, and nothing shown without a delay', async () => {
  open(late, '2026-11-22T17:30:00.000Z')
  expect(api.listRequests(delaysApi.get)).toHaveLength(0)
  cleanup()
  open(null)
  await waitFor(() => expect(api.listRequests(delaysApi.get)).toHaveLength(1))
  expect(screen.queryByRole('status')).toBeNull()
})
