import { presetPermissions } from '@na-regua/contract/permissions'
import { expect, test } from 'vitest'
import { workIn } from '../../test/samples.ts'
import { findCurrentPage, listStaffDestinations } from './staff-navigation.tsx'

type Worker = Parameters<typeof listStaffDestinations>[0]

const barbershop = { id: 'shop', name: 'Régua' }

const owner: Worker = { role: 'OWNER' }
const barber: Worker = { role: 'BARBER', permissions: [{ barbershop, permissions: [...presetPermissions.BARBER] }] }
const board = ['Hoje /admin/appointments?ver=dia', 'Agenda /admin/appointments']
const ownDay = 'Hoje /barber/appointments?ver=hoje'
const customers = 'Clientes /clientes'
const money = 'Financeiro /financeiro'

test.each<[string, Worker, Parameters<typeof listStaffDestinations>[1], string[]]>([
  ['an owner', owner, 'board', [...board, customers, money, 'Painel /admin']],
  ['an owner who cuts', owner, 'barber', [ownDay, 'Agenda /admin/appointments', customers, money, 'Painel /admin']],
  ['a barber', barber, 'barber', [ownDay, 'Agenda /barber/appointments?ver=lista', customers]],
  [
    'a receptionist',
    { role: 'CUSTOMER', permissions: workIn(barbershop, 'RECEPTIONIST').permissions },
    'board',
    [...board, customers],
  ],
  [
    'a manager',
    { role: 'CUSTOMER', permissions: workIn(barbershop, 'MANAGER').permissions },
    'board',
    [...board, customers, money, 'Painel /admin'],
  ],
  [
    'a barber who sees the appointments of all',
    { role: 'BARBER', permissions: [{ barbershop, permissions: ['agenda'] }] },
    'barber',
    [ownDay, 'Agenda /admin/appointments'],
  ],
])('%s goes to these pages', (_, user, screen, expected) => {
  expect(listStaffDestinations(user, screen, false).map(({ label, to }) => `${label} ${to}`)).toEqual(expected)
})

test('the queue is a destination where the barbershop has one', () => {
  expect(listStaffDestinations(owner, 'board', true)[2]).toEqual({
    label: 'Fila',
    to: '/admin/appointments?ver=dia&fila=1',
  })
  expect(listStaffDestinations(barber, 'barber', true)[2]).toEqual({
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
  ['/financeiro', '?mes=2026-03', 'board', 'Financeiro'],
  ['/financeiro/receber', '', 'barber', 'Financeiro'],
  ['/admin', '', 'board', 'Painel'],
  ['/admin/payments', '', 'board', undefined],
  ['/', '', 'board', undefined],
] as const)('at %s%s the current destination of who works at %s is %s', (pathname, search, screen, expected) => {
  expect(findCurrentPage({ pathname, search }, screen)).toBe(expected)
})
