import { expect, test } from 'vitest'
import { menuSections } from './user-menu.tsx'

const personal = ['Meus agendamentos /customer/appointments', 'Favoritos /customer/favorites', 'Meu Perfil /profile']

test.each([
  ['CUSTOMER', false, ['Torne-se dono /become-owner']],
  ['BARBER', true, ['Ag. Barbearias /barber/appointments', 'Clientes /clientes', 'Torne-se dono /become-owner']],
  ['OWNER', false, ['Painel /admin', 'Agendamentos /admin/appointments', 'Clientes /clientes']],
  [
    'OWNER',
    true,
    ['Meu dia /barber/appointments', 'Painel /admin', 'Agendamentos /admin/appointments', 'Clientes /clientes'],
  ],
] as const)('the menu of %s, who is a barber: %s', (role, isBarber, business) => {
  const sections = menuSections({ role, isBarber }).map(({ title, links }) => [
    title,
    links.map(({ label, to }) => `${label} ${to}`),
  ])
  expect(sections).toEqual([
    ['Pessoal', personal],
    ['Administrativo', business],
  ])
})
