import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { sampleUser, workIn } from '../../test/samples.ts'
import { closeSession, openSession } from '../lib/session.ts'
import PaymentsPage from './payments-page.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
})

test('the use of the plan leaves out barbershops that one only manages', async () => {
  const work = workIn({ id: 'managed', name: 'Navalha' }, 'MANAGER')
  openSession({ user: { ...sampleUser, role: 'OWNER', ...work }, token: 'token' })
  const plan = { id: 'basic', tier: 'basic', name: 'Básico', max_barbershops: 1, max_barbers: 2 }
  api.respond(ownBarbershopsApi.listBarbershops, () => ({
    barbershops: ['own', 'managed'].map((id) => ({ id, is_active: true, barberCount: 2 })),
    ownPlan: { plan, status: 'active', canEdit: true, expiresAt: null },
  }))
  const router = createMemoryRouter([{ path: '*', element: <PaymentsPage /> }])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('region', { name: 'Seu plano' })).textContent).toMatch(
    /Barbearias ativas1 de 1Barbeiros2 de 2/,
  )
})
