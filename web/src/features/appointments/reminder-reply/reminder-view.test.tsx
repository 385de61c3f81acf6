import { bookingLinkApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
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
