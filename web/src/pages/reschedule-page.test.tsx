import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../test/fake-api.ts'
import { createAppointment, sampleBarbershop, sampleUser } from '../../test/samples.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { ReschedulePage } from './reschedule-page.tsx'

const api = startFakeApi()

/** At nine o'clock with Rui. Lia takes 45 minutes and R$ 60 for it. */
const booked = {
  ...createAppointment('a1', 'CONFIRMED'),
  seriesId: null,
  startTime: '2030-03-12T12:00:00.000Z',
  endTime: '2030-03-12T12:30:00.000Z',
  changeableUntil: '2030-03-12T10:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  durationMin: 30,
  priceCents: 4500,
  service: { id: 'cut', name: 'Corte' },
  services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 }],
  barber: { id: 'rui', name: 'Rui Prado', avatarUrl: null },
  barbershop: { id: 'shop', name: 'Barbearia do Largo', cancelNoticeMin: 120 },
} as unknown as Appointment
const lia = { id: 'lia', name: 'Lia Fontes', avatarUrl: null, priceCents: 6000, durationMin: 45 }
const day = { date: '2030-03-12', slots: ['09:00', '10:00'], isClosed: false }

beforeEach(() => {
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  api.respond(availabilityApi.get, () => ({ ...day, timeZone: 'America/Sao_Paulo', days: [day] }))
  api.respond(appointmentsApi.reschedule, () => ({ appointment: booked }))
})
afterEach(() => {
  cleanup()
  closeSession()
})

async function open(appointment = booked) {
  const automaticConfirmation = { isAlways: false, withinMin: 120 }
  api.respond(appointmentsApi.get, () => ({ appointment, automaticConfirmation, otherBarbers: [lia] }))
  openSession({ user: sampleUser, token: 'token' })
  const router = createMemoryRouter(
    [
      {
        path: '/barbershop/:barbershopId/booking/:barberId/:serviceId?',
        element: <ReschedulePage appointmentId="a1" />,
      },
      { path: '/customer/appointments', element: <p>agenda</p> },
    ],
    { initialEntries: ['/barbershop/shop/booking/rui/cut?reschedule=a1'] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('radiogroup', { name: /^Horários livres de/ })
}

const press = (element: HTMLElement) => act(async () => fireEvent.click(element))
const barberRow = () => screen.getByRole('button', { name: /^Barbeiro:/ })
const slot = (time: string) => screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(time) })
const summary = () => within(screen.getByRole('region', { name: 'Confirmação' }))
const confirm = () => press(screen.getAllByRole('button', { name: 'Confirmar Remarcação' })[0] as HTMLElement)
const sent = () => api.listRequests(appointmentsApi.reschedule).map(({ body }) => body)

async function chooseLia() {
  await press(barberRow())
  const dialog = within(await screen.findByRole('dialog', { name: 'Escolha o barbeiro' }))
  await press(dialog.getByRole('button', { name: /Lia Fontes.*R\$\s60,00 em vez de R\$\s45,00, 45 min em vez de 30/ }))
}

test('another barber is chosen with what changes, at the time of before if it is free', async () => {
  await open()
  expect((await slot('09:00')).disabled).toBe(true)
  await chooseLia()
  await waitFor(async () => expect((await slot('09:00')).checked).toBe(true))
  expect(summary().getByText('Lia Fontes')).toBeTruthy()
  expect(summary().getByText('45 minutos')).toBeTruthy()
  const [last] = api.listRequests(availabilityApi.get).slice(-1)
  expect(last?.url).toMatch(/\/barbers\/lia\/availability\?serviceIds=cut/)
  await confirm()
  await screen.findByText('agenda')
  const times = { newStartTime: '2030-03-12T12:00:00.000Z', newEndTime: '2030-03-12T12:45:00.000Z' }
  expect(sent()).toEqual([{ ...times, barberId: 'lia', priceCents: 6000 }])
})

test('the same barber at another time is sent without barber and price', async () => {
  await open()
  await press(await slot('10:00'))
  await confirm()
  await screen.findByText('agenda')
  expect(sent()).toEqual([{ newStartTime: '2030-03-12T13:00:00.000Z', newEndTime: '2030-03-12T13:30:00.000Z' }])
})

test('a slot that was taken is replaced with those of the chosen barber', async () => {
  const alternatives = ['lia', 'rui'].map((barberId, index) => ({
    kind: 'same-barber',
    barberId,
    barberName: barberId,
    startTime: `2030-03-12T1${index + 3}:00:00.000Z`,
    date: '2030-03-12',
    time: `1${index}:00`,
  }))
  api.respond(appointmentsApi.reschedule, () => apiError(409, 'SLOT_TAKEN', { alternatives }))
  await open()
  await chooseLia()
  await waitFor(async () => expect((await slot('09:00')).checked).toBe(true))
  await confirm()
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('com lia')).toBeTruthy()
  expect(dialog.queryByText('com rui')).toBeNull()
})

test('the following dates of a standing appointment keep their barber', async () => {
  await open({ ...booked, seriesId: 'series' })
  await chooseLia()
  await press(screen.getByRole('button', { name: 'Este e os próximos' }))
  expect(screen.queryByRole('button', { name: /^Barbeiro:/ })).toBeNull()
  expect(summary().getByText('Rui Prado')).toBeTruthy()
})
