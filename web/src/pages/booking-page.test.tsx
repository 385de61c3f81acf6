import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { sampleUser } from '../../test/samples.ts'
import { closeSession, openSession } from '../lib/session.ts'
import BookingPage from './booking-page.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
})

// Without a connection the code of the notices does not load either.
vi.mock('../features/appointments/booking/booking-notices.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('without a connection the booking page says so, and tries again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  openSession({ user: sampleUser, token: 'token' })
  const path = '/barbershop/shop/booking/rui/cut'
  const router = createMemoryRouter(
    [{ path: '/barbershop/:barbershopId/booking/:barberId/:serviceId?', element: <BookingPage /> }],
    { initialEntries: [path] },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const title = 'Erro ao carregar informações. Tente novamente mais tarde.'
  // The page loads the code on demand; a busy machine takes longer for that than a query waits.
  expect(await screen.findByRole('heading', { name: title }, { timeout: 10_000 })).toBeTruthy()
  const sent = api.listRequests(barbershopsApi.get).length
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(api.listRequests(barbershopsApi.get).length).toBeGreaterThan(sent))
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})
