import type { Appointment } from '@na-regua/contract/appointments'
import { servingApi } from '@na-regua/contract/serving'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { AppointmentBadges, ArrivalButton } from './card-actions.tsx'

const api = startFakeApi()
afterEach(cleanup)

/** 21:30 in São Paulo, another day in UTC. */
const startTime = '2026-11-24T00:30:00.000Z'
const booked = {
  ...createAppointment('a1', 'CONFIRMED'),
  version: 3,
  startTime,
  timeZone: 'America/Sao_Paulo',
  guestName: null,
  isWalkIn: false,
  arrivedAt: null,
  servingFrom: null,
} as Appointment

function open(change: Partial<Appointment> = {}, now = new Date('2026-11-23T23:50:00.000Z')) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ArrivalButton appointment={{ ...booked, ...change }} now={now} />
      <Toasts />
    </QueryClientProvider>,
  )
}

const tap = (name: string) => act(async () => screen.getByRole('button', { name }).click())

test('an arrival is one tap, and is taken back with another', async () => {
  api.respond(servingApi.arrive, () => ({ appointment: booked }))
  open()
  await tap('Chegou')
  expect(api.listRequests(servingApi.arrive)[0]?.body).toEqual({ version: 3, isArrived: true })
  cleanup()
  open({ arrivedAt: '2026-11-24T00:10:00.000Z', version: 4 })
  await tap('Desfazer chegada')
  expect(api.listRequests(servingApi.arrive)[1]?.body).toEqual({ version: 4, isArrived: false })
})

test('a refusal is said', async () => {
  api.respond(servingApi.arrive, () => apiError(409, 'STATE_CHANGED'))
  open()
  await tap('Chegou')
  expect(await screen.findByText('message of STATE_CHANGED')).toBeTruthy()
})

test.each([
  ['of another day', {}, new Date('2026-11-23T02:30:00.000Z')],
  ['that is being served', { servingFrom: startTime }, undefined],
  ['that is over', { status: 'COMPLETED' as const }, undefined],
  ['without an appointment', { isWalkIn: true }, undefined],
])('there is no arrival for one %s', (_, change, now) => {
  open(change, now)
  expect(screen.queryByRole('button', { name: /Chegou|chegada/ })).toBeNull()
})

test('that the customer is there is a badge at the time of the barbershop, until the service begins', () => {
  const arrived = { ...booked, arrivedAt: '2026-11-24T00:10:00.000Z', isPresenceConfirmed: true }
  const read = (change: Partial<Appointment>) => {
    cleanup()
    const appointment = { ...arrived, endTime: '2026-11-24T01:00:00.000Z', ...change }
    const { container } = render(<AppointmentBadges appointment={appointment} now={new Date(startTime)} />)
    return container.textContent
  }
  expect(read({})).toBe('Chegou às 21h10')
  expect(read({ arrivedAt: null })).toBe('Presença confirmada')
  expect(read({ servingFrom: startTime })).toBe('')
  expect(read({ status: 'NO_SHOW' })).toBe('')
})
