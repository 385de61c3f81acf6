import { agendasApi } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../test/fake-api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { BookAgain } from './book-again.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const createAppointment = (status: Appointment['status'], barber: string, endTime: string) => {
  const services = [
    { id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 },
    { id: 'beard', name: 'Barba', durationMin: 20, priceCents: 3000 },
    { id: null, name: 'Removido', durationMin: 20, priceCents: 3000 },
  ]
  return {
    id: `${status} ${barber}`,
    status,
    endTime,
    services,
    service: { id: 'cut', name: 'Corte + Barba' },
    barber: { id: barber.toLowerCase(), name: barber, avatarUrl: null },
    barbershop: { id: 'shop', name: 'Navalha de Ouro' },
  }
}

const past = createAppointment('COMPLETED', 'Rafael', '2026-01-10T12:30:00.000Z')
const days = [
  { date: '2030-03-12', slots: [], isClosed: true },
  { date: '2030-03-13', slots: ['09:00', '09:30'], isClosed: false },
]

function open(appointments: readonly object[], url = '/') {
  api.respond(agendasApi.listOfCustomer, () => ({ appointments, pagination: {} }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[url]}>
        <BookAgain />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const hasLoaded = () => waitFor(() => expect(api.listRequests(agendasApi.listOfCustomer)).toHaveLength(1))
const link = () => screen.queryByRole('link', { name: /^Marcar de novo/ })

test('the map has its controls and the selected card where the offer would stand', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  open([past], '/?map=1')
  await waitFor(() => expect(api.listRequests(availabilityApi.get)).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(link()).toBeNull()
  cleanup()
  open([past])
  expect(await screen.findByRole('link', { name: /^Marcar de novo/ })).toBeTruthy()
})

test('the last barber and services are chosen at the next slot; what was cancelled or is still to come does not count', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  open([
    createAppointment('CONFIRMED', 'Lia', '2090-01-10T12:30:00.000Z'),
    createAppointment('CANCELLED', 'Zé', '2026-01-11T12:30:00.000Z'),
    past,
  ])
  const found = await screen.findByRole('link', { name: /^Marcar de novo/ })
  expect(found.textContent).toContain('Amanhã às 9h com Rafael')
  expect(found.textContent).toContain('Corte + Barba · Navalha de Ouro')
  expect(found.getAttribute('href')).toBe(
    '/barbershop/shop/booking/rafael/cut?extras=beard&date=2030-03-13&time=09%3A00',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Fechar Marcar de novo' }))
  expect(link()).toBeNull()
})

test('nothing is offered while the next appointment with the same barber is booked', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  open([createAppointment('SCHEDULED', 'Rafael', '2090-01-10T12:30:00.000Z'), past])
  await hasLoaded()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(link()).toBeNull()
  expect(api.listRequests(availabilityApi.get)).toEqual([])
})

test('nothing is offered without a past appointment, nor when the barber cannot be booked any more', async () => {
  open([createAppointment('SCHEDULED', 'Lia', '2090-01-10T12:30:00.000Z')])
  await hasLoaded()
  expect(link()).toBeNull()
  cleanup()
  api.respond(availabilityApi.get, () => apiError(404, 'BARBER_NOT_FOUND'))
  open([past])
  await waitFor(() => expect(api.listRequests(availabilityApi.get)).toHaveLength(1))
  expect(link()).toBeNull()
})
