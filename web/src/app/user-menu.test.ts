import type { BarbershopRole } from '@na-regua/contract/roles'
import { expect, test } from 'vitest'
import { menuSections } from './user-menu.tsx'

const personal = ['Meus agendamentos /customer/appointments', 'Favoritos /customer/favorites', 'Meu Perfil /profile']
const reviews = 'Avaliações /barber/reviews'
const plan = 'Plano e pagamentos /admin/payments'

test.each([
  ['CUSTOMER', false, ['Torne-se dono /become-owner']],
  [
    'BARBER',
    true,
    ['Ag. Barbearias /barber/appointments', 'Clientes /clientes', reviews, 'Torne-se dono /become-owner'],
  ],
  ['OWNER', false, ['Painel /admin', 'Agendamentos /admin/appointments', 'Clientes /clientes', reviews, plan]],
  [
    'OWNER',
    true,
    [
      'Meu dia /barber/appointments',
      'Painel /admin',
      'Agendamentos /admin/appointments',
      'Clientes /clientes',
      reviews,
      plan,
    ],
  ],
  [
    'CUSTOMER',
    false,
    ['Agendamentos /admin/appointments', 'Clientes /clientes', 'Torne-se dono /become-owner'],
    'RECEPTIONIST',
  ],
  [
    'CUSTOMER',
    false,
    ['Painel /admin', 'Agendamentos /admin/appointments', 'Clientes /clientes', reviews, 'Torne-se dono /become-owner'],
    'MANAGER',
  ],
  [
    'BARBER',
    true,
    [
      'Agendamentos /admin/appointments',
      'Clientes /clientes',
      'Ag. Barbearias /barber/appointments',
      reviews,
      'Torne-se dono /become-owner',
    ],
    'RECEPTIONIST',
  ],
] as const)('the menu of %s, who is a barber: %s', (role, isBarber, business, own?: BarbershopRole) => {
  const barbershopRoles = own ? [{ id: 'role', role: own, barbershop: { id: 'shop', name: 'Régua' } }] : []
  const sections = menuSections({ role, isBarber, barbershopRoles }).map(({ title, links }) => [
    title,
    links.map(({ label, to }) => `${label} ${to}`),
  ])
  expect(sections).toEqual([
    ['Pessoal', personal],
    ['Administrativo', business],
  ])
})
