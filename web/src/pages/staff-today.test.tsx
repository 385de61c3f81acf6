import { agendasApi } from '@na-regua/contract/agendas'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { createAppointment, sampleUser, workIn } from '../../test/samples.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { StaffToday } from './staff-today.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
  sessionStorage.clear()
})

const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

function createBooked(name: string, hours: number, status: 'SCHEDULED' | 'CONFIRMED' | 'NO_SHOW' = 'CONFIRMED') {
  const times = { startTime: at(hours), endTime: at(hours + 0.5) }
  const parts = { service: { id: 'cut', name: 'Corte' }, barber: { name: 'Rui Prado' }, customer: { name } }
  return { ...createAppointment(name, status), ...times, ...parts }
}

const workday = { timeZone: 'America/Sao_Paulo', hours: [], breaks: [], timeOff: [], free: [] }

function createDay(requests: unknown[] = []) {
  const first = [createBooked('Já foi', -2), createBooked('Depois', 3)]
  const second = [createBooked('Faltou', 0.5, 'NO_SHOW'), createBooked('Bento', 1), createBooked('Mais tarde', 2)]
  return {
    date: '2030-03-12',
    barbers: [first, second].map((appointments) => ({ ...workday, appointments })),
    requests,
  }
}

function open(role: 'CUSTOMER' | 'BARBER' | 'OWNER', fields: object = {}) {
  openSession({ user: { ...sampleUser, role, ...fields }, token: 'token' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <StaffToday />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('a barber sees what comes next, the requests that wait, and the way to the day', async () => {
  api.respond(agendasApi.dayOfBarber, () => createDay([createBooked('Pede', 30, 'SCHEDULED')]))
  open('BARBER', { isBarber: true })
  expect(await screen.findByText('Bento')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Seu dia hoje' }).textContent).toContain('Próximo horário')
  expect(await hrefOf('1 pedido espera')).toBe('/barber/appointments')
  expect(await hrefOf('Abrir meu dia')).toBe('/barber/appointments')
  expect(screen.queryByRole('link', { name: 'Agenda da barbearia' })).toBeNull()
})

test('an owner who cuts has both ways', async () => {
  api.respond(agendasApi.dayOfBarber, () => createDay())
  open('OWNER', { isBarber: true })
  expect(await hrefOf('Abrir meu dia')).toBe('/barber/appointments')
  expect(await hrefOf('Agenda da barbearia')).toBe('/admin/appointments?ver=dia')
  expect(screen.queryByText(/pedido/)).toBeNull()
})

test.each([
  ['an owner', 'OWNER', {}],
  ['a receptionist', 'CUSTOMER', workIn({ id: 's', name: 'B' }, 'RECEPTIONIST')],
] as const)('%s sees the day of the barbershop', async (_, role, fields) => {
  api.respond(agendasApi.barbershopsOfOwner, () => ({ barbershops: [{ id: 's', name: 'B', isActive: true }] }))
  api.respond(agendasApi.dayOfOwner, () => createDay())
  const pagination = { total: 4, page: 1, totalPages: 1, perPage: 10 }
  api.respond(agendasApi.listOfOwner, () => ({ appointments: [], pagination }))
  open(role, fields)
  expect(await screen.findByText('Bento')).toBeTruthy()
  expect(await hrefOf('4 pedidos esperam')).toBe('/admin/appointments?status=pending')
  expect(await hrefOf('Abrir a agenda')).toBe('/admin/appointments?ver=dia')
})

test('an owner without a barbershop is led to the first one', async () => {
  api.respond(agendasApi.barbershopsOfOwner, () => ({ barbershops: [] }))
  api.respond(agendasApi.listOfOwner, () => ({
    appointments: [],
    pagination: { total: 0, page: 1, totalPages: 0, perPage: 10 },
  }))
  open('OWNER')
  expect(await screen.findByRole('link', { name: 'Cadastrar barbearia' })).toBeTruthy()
})

test('a customer sees nothing of it', () => {
  open('CUSTOMER')
  expect(screen.queryByText('Seu dia hoje')).toBeNull()
})
