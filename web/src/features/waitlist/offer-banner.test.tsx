import { type WaitlistOffer, waitlistApi } from '@na-regua/contract/waitlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createWaitlistOffer } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { Toasts } from '../../ui/toast-region.tsx'
import { OfferBanner } from './offer-banner.tsx'

const api = startFakeApi()
const offer = createWaitlistOffer()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(offer.serverTime) }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const respondWith = (...offers: WaitlistOffer[]) => api.respond(waitlistApi.listOffers, () => ({ offers }))

function open(path = '/') {
  const client = createQueryClient()
  const element = (
    <>
      <OfferBanner />
      <Toasts />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { client, router }
}

const acceptButton = () => screen.findByRole('button', { name: 'Quero este horário' })
const expectNoOffer = () => expect(screen.queryByRole('button', { name: 'Quero este horário' })).toBeNull()

test('an open offer is announced with what, where, the price and until when', async () => {
  respondWith(offer)
  open()
  const region = (await acceptButton()).closest('[aria-live]')
  expect(region?.getAttribute('aria-live')).toBe('polite')
  expect(region?.textContent).toContain('Abriu um horário: Ter 24/11, às 14h30')
  expect(region?.textContent).toContain('Só seu até 15h15. Corte com Rui Prado, R$\u00a045,00, Barbearia do Largo')
  expect(screen.getByText('15:00').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('link', { name: /^Abriu um horário/ }).getAttribute('href')).toBe('/o/token')
})

test('one tap accepts it, and what follows is said once', async () => {
  respondWith(offer)
  api.respond(waitlistApi.accept, () => {
    respondWith()
    return { offer: createWaitlistOffer({ status: 'ACCEPTED' }) }
  })
  open()
  fireEvent.click(await acceptButton())
  expect((await screen.findByText('Horário marcado')).closest('[role="status"]')).not.toBeNull()
  expectNoOffer()
  expect(api.listRequests(waitlistApi.accept)).toHaveLength(1)
})

test('it disappears when it was taken or refused elsewhere', async () => {
  respondWith(offer)
  const { client } = open()
  await acceptButton()
  respondWith()
  // As an event of the user's stream does.
  act(() => void client.invalidateQueries({ queryKey: ['appointments'] }))
  await waitFor(expectNoOffer)
})

test('it disappears when its time is over, by the clock of the server', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  // The device is five minutes ahead.
  const ahead = 5 * 60_000
  vi.setSystemTime(Date.parse(offer.serverTime) + ahead)
  respondWith(offer)
  open()
  await acceptButton()
  vi.setSystemTime(Date.parse(offer.expiresAt) + ahead - 1_000)
  act(() => void vi.advanceTimersByTime(1_000))
  expectNoOffer()
})

test('when it cannot be loaded again it stays with its words, and a tap says what failed', async () => {
  respondWith(offer)
  const { client } = open()
  await acceptButton()
  api.respond(waitlistApi.listOffers, () => {
    throw new TypeError('Failed to fetch')
  })
  api.respond(waitlistApi.accept, () => apiError(409, 'CUSTOMER_BUSY'))
  act(() => void client.invalidateQueries({ queryKey: ['appointments'] }))
  await waitFor(() => expect(api.listRequests(waitlistApi.listOffers)).toHaveLength(2))
  fireEvent.click(await acceptButton())
  expect(await screen.findByText('message of CUSTOMER_BUSY')).toBeDefined()
  expect(screen.getByText(/Só seu até 15h15/)).toBeDefined()
})

test('the page of the offer has it once', async () => {
  respondWith(offer, createWaitlistOffer({ token: 'other', startTime: '2026-11-25T17:30:00.000Z' }))
  const { router } = open('/o/token')
  await acceptButton()
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/o/other')
  await act(() => router.navigate('/'))
  expect(screen.getAllByRole('link')).toHaveLength(2)
})
