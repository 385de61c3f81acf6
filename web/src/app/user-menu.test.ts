import { expect, test } from 'vitest'
import { menuSections } from './user-menu.tsx'

const personal = ['Meus agendamentos /customer/appointments', 'Favoritos /customer/favorites', 'Meu Perfil /profile']

test.each([
  ['CUSTOMER', ['Torne-se dono /become-owner']],
  ['BARBER', ['Ag. Barbearias /barber/appointments', 'Torne-se dono /become-owner']],
  ['OWNER', ['Painel /admin', 'Agendamentos /admin/appointments']],
] as const)('the menu of %s', (role, business) => {
  const sections = menuSections(role).map(({ title, links }) => [title, links.map(({ label, to }) => `${label} ${to}`)])
  expect(sections).toEqual([
    ['Pessoal', personal],
    ['Administrativo', business],
  ])
})
