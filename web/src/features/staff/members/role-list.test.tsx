import type { User } from '@na-regua/contract/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { OwnRoles, RoleList } from './role-list.tsx'

afterEach(() => {
  cleanup()
  closeSession()
})

const barbershop = { id: 'shop', name: 'Barbearia do Largo' }
const holder = { id: 'role', role: 'RECEPTIONIST', barbershop, name: 'Rosa', avatarUrl: null, isSelf: false } as const

function renderAs(user: Partial<User>, list = <RoleList roles={[holder, { ...holder, id: '2', role: 'MANAGER' }]} />) {
  openSession({ user: { id: 'user', name: 'Rita', avatarUrl: null, ...user } as User, token: 'k'.repeat(43) })
  render(<QueryClientProvider client={new QueryClient()}>{list}</QueryClientProvider>)
}

test('an owner changes every role, a manager removes receptionists only', () => {
  renderAs({ role: 'OWNER' })
  expect(screen.getAllByRole('button', { name: /^Tornar/ })).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: /^Remover/ })).toHaveLength(2)
  cleanup()
  renderAs({
    role: 'CUSTOMER',
    barbershopRoles: [{ id: '3', role: 'MANAGER', barbershop }],
    permissions: [{ barbershop, permissions: ['team'] }],
  })
  expect(screen.queryAllByRole('button', { name: /^Tornar/ })).toHaveLength(0)
  expect(screen.getAllByRole('button', { name: /^Remover/ })).toHaveLength(1)
})

test('a receptionist finds the own role and may leave', async () => {
  renderAs(
    {
      role: 'CUSTOMER',
      barbershopRoles: [{ id: '3', role: 'RECEPTIONIST', barbershop }],
      permissions: [{ barbershop, permissions: ['agenda'] }],
    },
    <OwnRoles />,
  )
  expect(screen.getByText('Recepcionista · você')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sair de Barbearia do Largo' }))
  expect(await screen.findByText(/perde o acesso a Barbearia do Largo na hora/)).toBeTruthy()
})
