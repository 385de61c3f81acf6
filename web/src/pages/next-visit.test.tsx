import { agendasApi } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import type { Route } from '@na-regua/contract/route'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../test/fake-api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { BookAgain } from './next-visit.tsx'

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
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[url]}>
        <BookAgain />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  /** The request was sent, and nothing is on its way any more. */
  return (route: Route) => waitFor(() => expect([api.listRequests(route).length, client.isFetching()]).toEqual([1, 0]))
}

const link = () => screen.queryByRole('link', { name: /^Marcar de novo/ })

test('the map has its controls and the selected card where the offer would stand', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  const hasLoaded = open([past], '/?map=1')
  await hasLoaded(agendasApi.listOfCustomer)
  expect(link()).toBeNull()
  expect(api.listRequests(availabilityApi.get)).toEqual([])
  cleanup()
  open([past])
  expect(await screen.findByRole('link', { name: /^Marcar de novo/ })).toBeTruthy()
})

test('the last barber and services are chosen at the next slot; what was cancelled does not count', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  open([createAppointment('CANCELLED', 'Zé', '2026-01-11T12:30:00.000Z'), past])
  const found = await screen.findByRole('link', { name: /^Marcar de novo/ })
  expect(found.textContent).toContain('Amanhã às 9h com Rafael')
  expect(found.textContent).toContain('Corte + Barba · Navalha de Ouro')
  expect(found.getAttribute('href')).toBe(
    '/barbershop/shop/booking/rafael/cut?extras=beard&date=2030-03-13&time=09%3A00',
  )
})

test('nothing is offered while an appointment is booked, also with another barber', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  const hasLoaded = open([createAppointment('SCHEDULED', 'Lia', '2090-01-10T12:30:00.000Z'), past])
  await hasLoaded(agendasApi.listOfCustomer)
  expect(link()).toBeNull()
  expect(api.listRequests(availabilityApi.get)).toEqual([])
})

test('nothing is offered without a past appointment, nor when the barber cannot be booked any more', async () => {
  const hasLoaded = open([createAppointment('SCHEDULED', 'Lia', '2090-01-10T12:30:00.000Z')])
  await hasLoaded(agendasApi.listOfCustomer)
  expect(link()).toBeNull()
  cleanup()
  api.respond(availabilityApi.get, () => apiError(404, 'BARBER_NOT_FOUND'))
  const hasLoadedAgain = open([past])
  await hasLoadedAgain(availabilityApi.get)
  expect(link()).toBeNull()
})

test('once it is closed it stays closed until the tab is', async () => {
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days }))
  open([past])
  fireEvent.click(await screen.findByRole('button', { name: 'Fechar Marcar de novo' }))
  expect(link()).toBeNull()
})
