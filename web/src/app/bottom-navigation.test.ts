import { presetPermissions } from '@na-regua/contract/permissions'
import { expect, test } from 'vitest'
import { workIn } from '../../test/samples.ts'
import { listDestinations } from './bottom-navigation.tsx'

const barbershop = { id: 'shop', name: 'Régua' }
const customer = ['Explorar /', 'Agenda /customer/appointments', 'Favoritos /customer/favorites', 'Perfil /profile']

test.each([
  [undefined, customer],
  [{ role: 'CUSTOMER', isBarber: false }, customer],
  [
    { role: 'BARBER', isBarber: true, permissions: [{ barbershop, permissions: [...presetPermissions.BARBER] }] },
    ['Explorar /', 'Hoje /barber/appointments', 'Clientes /clientes', 'Perfil /profile'],
  ],
  [
    { role: 'OWNER', isBarber: false },
    ['Explorar /', 'Hoje /admin/appointments?ver=dia', 'Painel /admin', 'Perfil /profile'],
  ],
  [{ role: 'OWNER', isBarber: true }, ['Explorar /', 'Hoje /barber/appointments', 'Painel /admin', 'Perfil /profile']],
  [
    { role: 'CUSTOMER', isBarber: false, ...workIn(barbershop, 'RECEPTIONIST') },
    ['Explorar /', 'Hoje /admin/appointments?ver=dia', 'Clientes /clientes', 'Perfil /profile'],
  ],
  [
    { role: 'BARBER', isBarber: true, ...workIn(barbershop, 'MANAGER') },
    ['Explorar /', 'Hoje /admin/appointments?ver=dia', 'Painel /admin', 'Perfil /profile'],
  ],
  [
    { role: 'CUSTOMER', isBarber: false, permissions: [{ barbershop, permissions: ['money'] }] },
    ['Explorar /', 'Painel /admin', 'Agenda /customer/appointments', 'Perfil /profile'],
  ],
] satisfies [Parameters<typeof listDestinations>[0], string[]][])(
  'the navigation of a phone for %o',
  (user, expected) => {
    expect(listDestinations(user).map(({ label, to }) => `${label} ${to}`)).toEqual(expected)
  },
)
