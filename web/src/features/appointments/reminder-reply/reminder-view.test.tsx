import { availabilityApi } from '@na-regua/contract/availability'
import { bookingLinkApi, type LinkedBooking } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { BookingLinkView } from './booking-link-view.tsx'

const api = startFakeApi()
afterEach(cleanup)

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <BookingLinkView token="t" />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a link that is over fails at once, and leads on to the barber and the barbershop', async () => {
  const barbershop = { id: '0b8f3f5e-9d6c-4a1e-8f6d-3f1f6f0d9a10', name: 'Barbearia do Rui' }
  const barberId = '1b8f3f5e-9d6c-4a1e-8f6d-3f1f6f0d9a11'
  let count = 0
  api.respond(bookingLinkApi.get, () => {
    count += 1
    return apiError(422, 'LINK_EXPIRED', { barbershop, barberId })
  })
  show()
  const again = await screen.findByRole('link', { name: 'Marcar de novo' })
  expect(again.getAttribute('href')).toBe(`/barbershop/${barbershop.id}/booking/${barberId}`)
  expect(screen.getByRole('link', { name: 'Ver Barbearia do Rui' }).getAttribute('href')).toContain(barbershop.id)
  expect(count).toBe(1)
})

test('a link that was never ours leads to the barbershops', async () => {
  api.respond(bookingLinkApi.get, () => apiError(404, 'LINK_INVALID'))
  show()
  expect(await screen.findByRole('link', { name: 'Encontrar barbearias' })).toBeDefined()
})

const booking: LinkedBooking = {
  appointmentId: 'a1',
  status: 'CONFIRMED',
  startTime: '2030-03-12T12:00:00.000Z',
  endTime: '2030-03-12T12:30:00.000Z',
  timeZone: 'America/Sao_Paulo',
  serviceName: 'Corte',
  serviceId: 'cut',
  serviceIds: ['cut'],
  priceCents: 4500,
  barberId: 'rui',
  barberName: 'Rui Prado',
  otherBarbers: [{ id: 'lia', name: 'Lia Fontes', avatarUrl: null, priceCents: 6000, durationMin: 45 }],
  barbershop: { id: 'shop', name: 'Barbearia do Largo', address: 'Rua 9', phone: null, cancelNoticeMin: 120 },
  automaticConfirmation: { isAlways: false, withinMin: 120 },
  isPresenceConfirmed: false,
  isClaimed: false,
  canCancel: true,
  canReschedule: true,
}
const press = (element: HTMLElement) => act(async () => fireEvent.click(element))
const sent = () => api.listRequests(bookingLinkApi.reschedule).map(({ body }) => body)

/** Opens the form with the new time. */
async function openNewTime(appointment = booking) {
  api.respond(bookingLinkApi.get, () => ({ appointment }))
  api.respond(bookingLinkApi.delay, () => ({ delay: null }))
  api.respond(availabilityApi.get, () => ({
    slots: ['09:00', '10:00'],
    isClosed: false,
    timeZone: 'America/Sao_Paulo',
  }))
  api.respond(bookingLinkApi.reschedule, () => ({ appointment }))
  show()
  await press(await screen.findByRole('button', { name: 'Mudar horário' }))
  await screen.findByRole('group', { name: 'Horários livres' })
}

test('another barber is chosen with what changes; price and barber are sent with the time', async () => {
  await openNewTime()
  await press(screen.getByRole('button', { name: '10:00' }))
  await press(screen.getByRole('button', { name: /^Barbeiro: Rui Prado/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Escolha o barbeiro' }))
  await press(dialog.getByRole('button', { name: /Lia Fontes.*R\$\s60,00 em vez de R\$\s45,00, 45 min em vez de 30/ }))
  // Another barber has other times.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Escolha um horário' }).disabled).toBe(true)
  await waitFor(() => expect(api.listRequests(availabilityApi.get)).toHaveLength(2))
  const [own, other] = api.listRequests(availabilityApi.get).map(({ url }) => url)
  expect(own).toMatch(/\/barbers\/rui\/availability\?.*reschedule=a1&link=t/)
  expect(other).toMatch(/\/barbers\/lia\/availability\?.*serviceIds=cut$/)
  await press(await screen.findByRole('button', { name: '10:00' }))
  await press(screen.getByRole('button', { name: 'Mudar para 10:00' }))
  await waitFor(() =>
    expect(sent()).toEqual([{ newStartTime: '2030-03-12T13:00:00.000Z', barberId: 'lia', priceCents: 6000 }]),
  )
})

test('the same barber is sent without barber and price; alone, no barber is offered', async () => {
  await openNewTime({ ...booking, otherBarbers: [] })
  expect(screen.queryByRole('button', { name: /^Barbeiro:/ })).toBeNull()
  await press(screen.getByRole('button', { name: '10:00' }))
  await press(screen.getByRole('button', { name: 'Mudar para 10:00' }))
  await waitFor(() => expect(sent()).toEqual([{ newStartTime: '2030-03-12T13:00:00.000Z' }]))
})
