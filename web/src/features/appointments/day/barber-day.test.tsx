import { agendasApi } from '@na-regua/contract/agendas'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleBarbershop } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { BarberDay } from './barber-day.tsx'

const api = startFakeApi()
const { id, name, timeZone } = sampleBarbershop
const barbershop = { id, name }
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  version: 1,
  startTime: '2099-03-12T12:00:00.000Z',
  endTime: '2099-03-12T12:30:00.000Z',
  durationMin: 30,
  timeZone,
  barbershop,
  barber: { id: 'beto', name: 'Beto' },
  service: { id: 'cut', name: 'Corte' },
  priceCents: 4500,
  guestName: null,
  reminderReply: null,
  isWalkIn: false,
}
const workday = {
  barberId: 'beto',
  name: 'Beto',
  avatarUrl: null,
  barbershop,
  timeZone,
  breaks: [],
  timeOff: [],
  free: [],
  hours: [{ start: 540, end: 1080 }],
  appointments: [appointment],
}

afterEach(cleanup)

test("the barber's own drag stays where it was dropped until the server has responded", async () => {
  const response = createPendingResponse<Response>()
  api.respond(agendasApi.dayOfBarber, () => ({ date: '2099-03-12', barbers: [workday], requests: [] }))
  api.respond(staffBookingsApi.move, () => response.promise)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <BarberDay userId="user" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('list', { name: 'O dia de Beto' })
  const findBlock = () => document.querySelector('[data-appointment="a1"]') as HTMLElement
  const send = (type: string, clientY: number) =>
    findBlock().dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, pointerType: 'mouse', clientY }),
    )
  expect(findBlock().textContent).toContain('09:00')
  // Two pixels are a minute.
  await act(async () => {
    send('pointerdown', 0)
    send('pointermove', 120)
    send('pointerup', 120)
  })
  expect(api.listRequests(staffBookingsApi.move)).toHaveLength(1)
  expect(findBlock().textContent).toContain('10:00')
  await act(async () => response.respond(apiError(409, 'SLOT_TAKEN')))
  expect(findBlock().textContent).toContain('09:00')
})
