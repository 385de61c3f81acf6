import { customersApi } from '@na-regua/contract/customers'
import { importsApi } from '@na-regua/contract/imports'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { presetPermissions } from '@na-regua/contract/permissions'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { sampleUser, workIn } from '../../test/samples.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { closeSession, openSession } from '../lib/session.ts'
import CustomersPage from './customers-page.tsx'
import ImportsPage from './imports-page.tsx'

const api = startFakeApi()
const [navalha, largo, alheia] = ['Navalha', 'Largo', 'Alheia'].map((name) => ({
  id: name.toLowerCase(),
  name,
  timeZone: 'America/Sao_Paulo',
}))

beforeEach(() => {
  api.respond(importsApi.list, () => ({ imports: [] }))
  api.respond(customersApi.list, () => ({ customers: [], total: 0, page: 1, totalPages: 1 }))
})
afterEach(() => {
  cleanup()
  closeSession()
})

function openAs(user: object, path: string, page: ReactNode) {
  openSession({ user: { ...sampleUser, ...user }, token: 'token' })
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const owner = { role: 'OWNER' }
const managerOf = (shop: { id: string; name: string } | undefined) => (shop ? workIn(shop, 'MANAGER') : {})
const respondOwn = (...barbershops: unknown[]) =>
  api.respond(ownBarbershopsApi.listBarbershops, () => ({ barbershops, ownPlan: {} }))

test('an unknown barbershop in the address is replaced by no other', async () => {
  respondOwn(navalha, largo)
  openAs(owner, '/importar?barbearia=alheia', <ImportsPage />)
  expect(await screen.findByText('Barbearia não encontrada.')).toBeTruthy()
  expect(screen.queryByText('Escolher arquivo')).toBeNull()
  fireEvent.change(screen.getByLabelText('Barbearia'), { target: { value: 'largo' } })
  expect(await screen.findByText('Escolher arquivo')).toBeTruthy()
  expect(screen.getByText('Para a barbearia Largo')).toBeTruthy()
})

test('an owner of several barbershops chooses one first', async () => {
  respondOwn(navalha, largo)
  openAs(owner, '/importar', <ImportsPage />)
  expect(await screen.findByLabelText('Barbearia')).toHaveProperty('value', '')
  expect(screen.queryByText('Escolher arquivo')).toBeNull()
})

test('a manager imports into the barbershop that is managed, whose name is shown', async () => {
  respondOwn(navalha)
  openAs(managerOf(navalha), '/importar', <ImportsPage />)
  expect(await screen.findByText('Para a barbearia Navalha')).toBeTruthy()
  expect(screen.getByText('Escolher arquivo')).toBeTruthy()
})

test('the customers of a barbershop link to the import for who owns or manages that one', async () => {
  respondOwn(navalha)
  api.respond(customersApi.barbershops, () => ({ barbershops: [navalha, alheia] }))
  const permissions = [
    { barbershop: navalha, permissions: presetPermissions.MANAGER },
    { barbershop: alheia, permissions: ['customers'] },
  ]
  openAs({ ...managerOf(navalha), permissions }, '/clientes', <CustomersPage />)
  const link = await screen.findByRole('link', { name: 'Importar' })
  expect(link.getAttribute('href')).toContain('importar?barbearia=navalha')
  fireEvent.change(screen.getByLabelText('Barbearia'), { target: { value: 'alheia' } })
  expect(screen.queryByRole('link', { name: 'Importar' })).toBeNull()
})
