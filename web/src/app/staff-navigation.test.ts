import { expect, test } from 'vitest'
import { findCurrentPage, listStaffDestinations } from './staff-navigation.tsx'

type Worker = Parameters<typeof listStaffDestinations>[0]

const receptionist = { id: 'role', role: 'RECEPTIONIST', barbershop: { id: 'shop', name: 'Régua' } } as const
const manager = { ...receptionist, role: 'MANAGER' } as const

const owner: Worker = { role: 'OWNER', isBarber: false, barbershopRoles: [] }
const board = ['Hoje /admin/appointments?ver=dia', 'Agenda /admin/appointments']
const ownDay = 'Hoje /barber/appointments?ver=hoje'
const customers = 'Clientes /clientes'

test.each<[string, Worker, Parameters<typeof listStaffDestinations>[1], string[]]>([
  ['an owner', owner, 'board', [...board, customers, 'Painel /admin']],
  [
    'an owner who cuts',
    { ...owner, isBarber: true },
    'barber',
    [ownDay, 'Agenda /admin/appointments', customers, 'Painel /admin'],
  ],
  [
    'a barber',
    { role: 'BARBER', isBarber: true, barbershopRoles: [] },
    'barber',
    [ownDay, 'Agenda /barber/appointments?ver=lista', customers],
  ],
  [
    'a receptionist',
    { role: 'CUSTOMER', isBarber: false, barbershopRoles: [receptionist] },
    'board',
    [...board, customers],
  ],
  [
    'a manager',
    { role: 'CUSTOMER', isBarber: false, barbershopRoles: [manager] },
    'board',
    [...board, customers, 'Painel /admin'],
  ],
])('%s goes to these pages', (_, user, screen, expected) => {
  expect(listStaffDestinations(user, screen, false).map(({ label, to }) => `${label} ${to}`)).toEqual(expected)
})

test('the queue is a destination where the barbershop has one', () => {
  expect(listStaffDestinations(owner, 'board', true)[2]).toEqual({
    label: 'Fila',
    to: '/admin/appointments?ver=dia&fila=1',
  })
  expect(listStaffDestinations({ role: 'BARBER' }, 'barber', true)[2]).toEqual({
    label: 'Fila',
    to: '/barber/appointments?ver=hoje&fila=1',
  })
})

test.each([
  ['/admin/appointments', '?ver=dia', 'board', 'Hoje'],
  ['/admin/appointments', '?ver=dia', 'barber', 'Agenda'],
  ['/admin/appointments', '?ver=dia&dia=2026-03-12', 'board', 'Agenda'],
  ['/admin/appointments', '', 'board', 'Agenda'],
  ['/admin/appointments', '?ver=semana', 'board', 'Agenda'],
  ['/admin/appointments', '?ver=dia&fila=1', 'board', 'Fila'],
  ['/barber/appointments', '', 'barber', 'Hoje'],
  ['/barber/appointments', '?status=pending', 'barber', 'Agenda'],
  ['/barber/appointments', '?ver=hoje&fila=1', 'barber', 'Fila'],
  ['/clientes', '?ficha=1', 'board', 'Clientes'],
  ['/clientes/importar', '', 'board', 'Clientes'],
  ['/admin', '', 'board', 'Painel'],
  ['/admin/payments', '', 'board', undefined],
  ['/', '', 'board', undefined],
] as const)('at %s%s the current destination of who works at %s is %s', (pathname, search, screen, expected) => {
  expect(findCurrentPage({ pathname, search }, screen)).toBe(expected)
})
