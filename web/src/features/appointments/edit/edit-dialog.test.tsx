import type { Appointment } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { editsApi } from '@na-regua/contract/edits'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleBarbershop, sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { AppointmentEditDialog } from './edit-dialog.tsx'
import { StaffNote } from './staff-details.tsx'

const api = startFakeApi()
const barbers = [
  { id: 'rui', name: 'Rui' },
  { id: 'lia', name: 'Lia' },
]
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  version: 3,
  services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 }],
  service: { id: 'cut', name: 'Corte' },
  durationMin: 30,
  priceCents: 4500,
  startTime: '2030-03-12T18:00:00.000Z',
  endTime: '2030-03-12T18:30:00.000Z',
  timeZone: 'America/Sao_Paulo',
  barber: { id: 'rui', name: 'Rui' },
  barbershop: { id: 'shop', name: 'Régua' },
  guestName: null,
  staffNote: null,
  isWalkIn: false,
} as unknown as Appointment

function show(dialog = <AppointmentEditDialog isOpen appointment={appointment} onClose={() => undefined} />) {
  const router = createMemoryRouter([{ path: '/', element: dialog }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const bodiesOf = (route: typeof editsApi.edit | typeof editsApi.note) => api.listRequests(route).map(({ body }) => body)

beforeEach(() => {
  openSession({ user: { ...sampleUser, role: 'OWNER' }, token: 'token' })
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  api.respond(staffBookingsApi.mostBooked, () => ({ serviceIds: [] }))
  api.respond(staffApi.list, () => ({ barbers }))
  api.respond(editsApi.edit, () => ({ appointment: { ...appointment, version: 4 }, link: null }))
  api.respond(editsApi.undoEdit, () => ({ appointment }))
})
afterEach(() => {
  cleanup()
  closeSession()
})

test('another service is two taps: the sum is in the button, and the toast takes it back', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: /Barba/ }))
  press('Salvar: 1\u00a0h, R$\u00a075,00')
  await waitFor(() =>
    expect(bodiesOf(editsApi.edit)).toEqual([
      { version: 3, serviceIds: ['cut', 'beard'], durationMin: 60, priceCents: 7500 },
    ]),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await screen.findByText(/de volta: Corte com Rui/)
  expect(api.listRequests(editsApi.undoEdit)[0]?.body).toEqual({ version: 4 })
})

test('another price waits for a reason, which one tap gives', async () => {
  show()
  await screen.findByRole('button', { name: /Barba/ })
  type('Valor', '40')
  const save = screen.getByRole('button', { name: 'Salvar: 30 min, R$\u00a040,00' })
  expect(save.hasAttribute('disabled')).toBe(true)
  press('Cortesia')
  fireEvent.click(save)
  await waitFor(() =>
    expect(bodiesOf(editsApi.edit)).toEqual([{ version: 3, priceCents: 4000, priceReason: 'Cortesia' }]),
  )
})

test('who may not give discounts sees no field for the price, but the price of the services', async () => {
  const permissions = [{ barbershop: appointment.barbershop, permissions: ['agenda' as const] }]
  openSession({ user: { ...sampleUser, role: 'BARBER', permissions }, token: 'token' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: /Barba/ }))
  expect(screen.queryByLabelText('Valor')).toBeNull()
  expect(screen.getByRole('button', { name: 'Salvar: 1\u00a0h, R$\u00a075,00' })).toBeTruthy()
})

test('what does not fit says what is possible, which a tap chooses and the next one saves', async () => {
  const possible = { maxDurationMin: 45, freeBarbers: [{ id: 'lia', name: 'Lia' }] }
  api.respond(editsApi.edit, () => apiError(409, 'SLOT_TAKEN', possible))
  show()
  await screen.findByRole('button', { name: /Barba/ })
  type('Duração (min)', '60')
  press(/^Salvar/)
  await screen.findByText('message of SLOT_TAKEN')
  expect(screen.getByRole('button', { name: /^Salvar/ }).hasAttribute('disabled')).toBe(true)
  press('Passar para Lia')
  press(/^Salvar/)
  await waitFor(() => expect(bodiesOf(editsApi.edit)).toHaveLength(2))
  expect(bodiesOf(editsApi.edit)[1]).toEqual({ version: 3, durationMin: 60, barberId: 'lia' })
  await screen.findByText('message of SLOT_TAKEN')
  press('Fazer em 45 min')
  await screen.findByRole('button', { name: 'Salvar: 45 min, R$\u00a045,00' })
})

test('a finished one gets another price only', async () => {
  show(<AppointmentEditDialog isOpen appointment={{ ...appointment, status: 'COMPLETED' }} onClose={() => undefined} />)
  expect(screen.queryByLabelText('Duração (min)')).toBeNull()
  expect(screen.queryByRole('button', { name: /Barba/ })).toBeNull()
  expect(screen.getByLabelText('Valor')).toBeTruthy()
})

test('a note is compared with what was seen, and taken back by the one of before', async () => {
  api.respond(editsApi.note, () => ({ appointment }))
  show(<StaffNote appointment={{ ...appointment, staffNote: 'Café' }} />)
  press('Mudar anotação')
  type('Anotação da equipe', 'Chá')
  press('Salvar anotação')
  await screen.findByText('Anotado')
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(() =>
    expect(bodiesOf(editsApi.note)).toEqual([
      { before: 'Café', staffNote: 'Chá' },
      { before: 'Chá', staffNote: 'Café' },
    ]),
  )
})
