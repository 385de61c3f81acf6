import { waitlistApi } from '@na-regua/contract/waitlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../test/fake-api.ts'
import { createWaitlistOffer } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { OfferView } from './offer-view.tsx'

const api = startFakeApi()
const minute = 60_000
const offeredAt = Date.parse(createWaitlistOffer().offeredAt)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: offeredAt }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const respondWith = (fields: Parameters<typeof createWaitlistOffer>[0] = {}) =>
  api.respond(waitlistApi.getOffer, () => ({ offer: createWaitlistOffer(fields) }))

function open() {
  const router = createMemoryRouter([{ path: '*', element: <OfferView token="token" /> }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const heading = () => screen.findByRole('heading', { level: 1 })
const button = (name: string) => screen.findByRole('button', { name })

test('an open offer shows what, where, the price, until when and why', async () => {
  respondWith()
  open()
  expect((await heading()).textContent).toBe('Ter 24/11, às 14h30')
  const panel = screen.getByRole('region', { name: 'Horário guardado para você' })
  for (const text of [
    'Corte com Rui Prado, R$\u00a045,00',
    'Barbearia do Largo, Rua 7, 70',
    /Só seu até 15h15/,
    '15:00',
  ])
    expect(panel.textContent).toMatch(text)
  expect(screen.getByText(/^Você pediu um horário com Rui Prado/)).toBeDefined()
  expect(document.title).toBe('Abriu um horário para você · Na Régua')
})

test('the countdown follows the clock of the server and ends the offer', async () => {
  // The device is five minutes ahead.
  vi.setSystemTime(offeredAt + 5 * minute)
  respondWith()
  open()
  await heading()
  expect(screen.getByText('15:00')).toBeDefined()
  act(() => void vi.advanceTimersByTime(14 * minute))
  expect(screen.getByText('1:00')).toBeDefined()
  act(() => void vi.advanceTimersByTime(minute))
  expect((await heading()).textContent).toBe('O tempo acabou')
  expect(screen.queryByRole('button', { name: 'Quero este horário' })).toBeNull()
})

test('one tap accepts, a second one while it is sent does nothing', async () => {
  respondWith()
  const response = createPendingResponse<unknown>()
  api.respond(waitlistApi.accept, () => response.promise)
  open()
  fireEvent.click(await button('Quero este horário'))
  await waitFor(() => expect(api.listRequests(waitlistApi.accept)).toHaveLength(1))
  fireEvent.click(await button('Quero este horário'))
  fireEvent.click(await button('Deixar passar'))
  expect(api.listRequests(waitlistApi.decline)).toHaveLength(0)
  respondWith({ status: 'ACCEPTED' })
  response.respond({ offer: createWaitlistOffer({ status: 'ACCEPTED' }) })
  await waitFor(async () => expect((await heading()).textContent).toBe('Horário marcado'))
  expect(api.listRequests(waitlistApi.accept)).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Horário marcado' }))
  expect(screen.getByText(/^Ter 24\/11, às 14h30: Corte com Rui Prado, Barbearia do Largo$/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ver meus agendamentos' }).getAttribute('href')).toBe(
    '/customer/appointments',
  )
})

test('a reply that was lost on the way is sent again', async () => {
  respondWith()
  let tries = 0
  api.respond(waitlistApi.decline, () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    respondWith({ status: 'DECLINED' })
    return { offer: createWaitlistOffer({ status: 'DECLINED' }) }
  })
  open()
  fireEvent.click(await button('Deixar passar'))
  await waitFor(async () => expect((await heading()).textContent).toBe('Você deixou passar'), { timeout: 4_000 })
  expect(tries).toBe(2)
})

test('an acceptance that came too late shows how the offer ended', async () => {
  respondWith()
  api.respond(waitlistApi.accept, () => {
    respondWith({ status: 'WITHDRAWN' })
    return apiError(409, 'OFFER_ENDED')
  })
  open()
  fireEvent.click(await button('Quero este horário'))
  await waitFor(async () => expect((await heading()).textContent).toBe('Este horário não está mais disponível'))
  expect(screen.getByRole('link', { name: 'Ver outros horários' }).getAttribute('href')).toBe('/barbershop/shop')
})

test('a refusal keeps the offer, with the reason', async () => {
  respondWith()
  api.respond(waitlistApi.accept, () => apiError(409, 'CUSTOMER_BUSY'))
  open()
  fireEvent.click(await button('Quero este horário'))
  expect(await screen.findByText('message of CUSTOMER_BUSY')).toBeDefined()
  expect((await heading()).textContent).toBe('Ter 24/11, às 14h30')
})

test('a link that is not valid says so', async () => {
  api.respond(waitlistApi.getOffer, () => apiError(404, 'LINK_INVALID'))
  open()
  expect((await heading()).textContent).toBe('message of LINK_INVALID')
  expect(screen.getByRole('link', { name: 'Encontrar barbearias' })).toBeDefined()
})
