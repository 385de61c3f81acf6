import type { BarberWorkday } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { customersApi } from '@na-regua/contract/customers'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleBarbers, sampleBarbershop } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { NewAppointmentDialog } from './new-appointment-sheet.tsx'
import type { NewAppointmentTarget } from './rules.ts'

const api = startFakeApi()
const onClose = vi.fn()
const visit = { serviceId: 'beard', serviceName: 'Barba', startTime: '2030-03-01T12:00:00.000Z' }
const nilo = { id: 'nilo', name: 'Nilo Prado', phone: '62955554444', isBlocked: false, lastVisits: [visit] }
const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format()

const createWorkday = (barberId: string) =>
  ({
    barberId,
    name: barberId,
    barbershop: { id: 'shop', name: 'Barbearia do Largo' },
    timeZone: 'America/Sao_Paulo',
    appointments: [],
    free: [],
    breaks: [],
    timeOff: [],
  }) as Partial<BarberWorkday> as BarberWorkday

const target: NewAppointmentTarget = {
  barbershopId: 'shop',
  timeZone: 'America/Sao_Paulo',
  date,
  workdays: [createWorkday('rui'), createWorkday('lia')],
}
const gap = { start: 600, end: 660 }
const booked = {
  ...createAppointment('a1', 'CONFIRMED'),
  startTime: '2030-03-12T13:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  service: { id: 'beard', name: 'Barba' },
  barber: { id: 'rui', name: 'Rui Prado' },
}

beforeEach(() => {
  cleanup()
  onClose.mockClear()
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
  api.respond(staffBookingsApi.mostBooked, () => ({ serviceIds: [] }))
  api.respond(availabilityApi.get, () => ({ slots: [] }))
  api.respond(availabilityApi.getForBarbershop, () => ({ slots: [] }))
  api.respond(appointmentsApi.walkIn, () => ({ appointment: booked }))
  api.respond(staffBookingsApi.book, () => ({ customerId: 'nilo', appointment: booked, link: null }))
})

async function open(changes: Partial<NewAppointmentTarget>) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <NewAppointmentDialog target={{ ...target, ...changes }} onClose={onClose} />
      </TestRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Serviços')
  await screen.findAllByRole('option', { name: 'Lia Fontes', hidden: true })
}

const press = (name: string | RegExp) => act(async () => screen.getByRole('button', { name, hidden: true }).click())
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const listWalkIns = () => api.listRequests(appointmentsApi.walkIn).map(({ body }) => body)
const listBookings = () => api.listRequests(staffBookingsApi.book).map(({ body }) => body)

test('a name alone in a gap is a walk-in at its time with the barber of the column', async () => {
  await open({ barberId: 'lia', gap })
  type('Cliente', ' Zé ')
  await press(/Corte/)
  await press(/Barba/)
  await press('Marcar às 10h')
  const services = { serviceId: 'cut', serviceIds: ['cut', 'beard'] }
  expect(listWalkIns()).toMatchObject([{ ...services, barberId: 'lia', customerName: 'Zé' }])
  expect(onClose).toHaveBeenCalled()
})

test('the usual service of a known customer is chosen; who is there is shown no link', async () => {
  await open({ barberId: 'rui', isNow: true, known: nilo as unknown as NonNullable<NewAppointmentTarget['known']> })
  await press('Encaixar agora')
  expect(listBookings()).toMatchObject([{ customerId: 'nilo', barberId: 'rui', serviceIds: ['beard'] }])
  expect(onClose).toHaveBeenCalled()
})

test('who calls is booked with any barber who is free, and the link is shown', async () => {
  api.respond(customersApi.list, () => ({ customers: [], tags: [], pagination: { page: 1, totalPages: 1, total: 0 } }))
  await open({ gap })
  type('Telefone', '62977771234')
  await press(/Corte/)
  await press('Marcar às 10h')
  expect(screen.getByText('Diga também o nome.')).toBeTruthy()
  type('Cliente', 'Rui')
  await press('Marcar às 10h')
  expect(listBookings()).toMatchObject([{ newCustomer: { name: 'Rui', phone: '62977771234' }, barberId: 'any' }])
  expect(await screen.findByText('Horário marcado')).toBeTruthy()
})

test('a barber adds a walk-in for a colleague with a phone only, and the first free one is the barber', async () => {
  await open({ barberId: 'lia', isNow: true, isOwnDay: true })
  await press(/Corte/)
  type('Barbeiro', 'rui')
  await press('Encaixar agora')
  expect(screen.getByText('Com outro barbeiro, informe o telefone.')).toBeTruthy()
  type('Barbeiro', 'any')
  await press('Encaixar agora')
  expect(listWalkIns()).toMatchObject([{ barberId: 'lia' }])
})

test('where the time is taken one tap books what is left, and a second tap on the button nothing', async () => {
  const left = {
    kind: 'same-time',
    barberId: 'rui',
    barberName: 'Rui Prado',
    startTime: booked.startTime,
    date,
    time: '10:00',
  }
  api.respond(appointmentsApi.walkIn, () => apiError(409, 'SLOT_TAKEN', { alternatives: [left] }))
  await open({ barberId: 'lia', gap })
  await press(/Corte/)
  await press('Marcar às 10h')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Marcar às 10h', hidden: true })
  expect(button.disabled).toBe(true)
  api.respond(appointmentsApi.walkIn, () => ({ appointment: booked }))
  await press('10h com Rui Prado')
  expect(listWalkIns()).toMatchObject([{ barberId: 'lia' }, { barberId: 'rui' }])
  expect(onClose).toHaveBeenCalled()
})
