import type { User } from '@na-regua/contract/accounts'
import type { BarberWorkday } from '@na-regua/contract/agendas'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { sampleUser } from '../../../../test/samples.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { TimeOffLink } from './day-timeline.tsx'

const barbershop = { id: 'shop', name: 'Barbearia do Largo' }
const workday = {
  ...{ barberId: 'beto', name: 'Beto', barbershop, timeZone: 'America/Sao_Paulo' },
} as Partial<BarberWorkday> as BarberWorkday
const ownRole = (role: 'MANAGER' | 'RECEPTIONIST', id = 'shop') => ({
  id: role,
  role,
  barbershop: { ...barbershop, id },
})

afterEach(() => {
  cleanup()
  closeSession()
})

function showsLink(user: Partial<User>, isOwn = false) {
  openSession({ user: { ...sampleUser, ...user }, token: 'k'.repeat(43) })
  render(<TimeOffLink {...{ workday, isOwn }} date="2099-03-12" />, { wrapper: MemoryRouter })
  const isShown = screen.queryByRole('link', { name: 'Marcar folga de Beto neste dia' }) !== null
  cleanup()
  return isShown
}

test('time off is offered to those who may edit the schedule in that barbershop', () => {
  expect(showsLink({ role: 'OWNER' })).toBe(true)
  expect(showsLink({ role: 'CUSTOMER', barbershopRoles: [ownRole('MANAGER')] })).toBe(true)
  expect(showsLink({ role: 'BARBER', barbershopRoles: [ownRole('MANAGER')] })).toBe(true)
  expect(showsLink({ role: 'BARBER' }, true)).toBe(true)
})

test('a receptionist sees no link to a page that would refuse, whatever else the account is', () => {
  expect(showsLink({ role: 'CUSTOMER', barbershopRoles: [ownRole('RECEPTIONIST')] })).toBe(false)
  expect(showsLink({ role: 'BARBER', barbershopRoles: [ownRole('RECEPTIONIST')] })).toBe(false)
  expect(showsLink({ role: 'OWNER', barbershopRoles: [ownRole('RECEPTIONIST')] })).toBe(false)
  const roles = [ownRole('RECEPTIONIST'), ownRole('MANAGER', 'other')]
  expect(showsLink({ role: 'BARBER', barbershopRoles: roles })).toBe(false)
  expect(showsLink({ role: 'BARBER', barbershopRoles: roles }, true)).toBe(true)
})
