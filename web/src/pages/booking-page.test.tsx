import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { sampleUser } from '../../test/samples.ts'
import { closeSession, openSession } from '../lib/session.ts'
import BookingPage from './booking-page.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
})

test('without a connection the booking page says so, and tries again', async () => {
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
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  const sent = api.listRequests(barbershopsApi.get).length
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(api.listRequests(barbershopsApi.get).length).toBeGreaterThan(sent))
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})
