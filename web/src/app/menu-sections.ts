import type { Role } from '@na-regua/contract/accounts'
import { paths } from './paths.ts'

export type MenuSection = { title: string; links: { to: string; label: string }[] }

const personal: MenuSection = {
  title: 'Pessoal',
  links: [
    { to: paths.customerAppointments(), label: 'Meus agendamentos' },
    { to: paths.favorites(), label: 'Favoritos' },
    { to: paths.profile(), label: 'Meu Perfil' },
  ],
}

const becomeOwner = { to: paths.becomeOwner(), label: 'Torne-se dono' }

const business: Record<Role, MenuSection['links']> = {
  CUSTOMER: [becomeOwner],
  BARBER: [{ to: paths.barberAppointments(), label: 'Ag. Barbearias' }, becomeOwner],
  OWNER: [
    { to: paths.admin(), label: 'Painel' },
    { to: paths.adminAppointments(), label: 'Agendamentos' },
  ],
}

/** What the user menu offers to each role, besides leaving. A visitor has no menu, only the way in. */
export function menuSections(role: Role): MenuSection[] {
  return [personal, { title: 'Administrativo', links: business[role] }]
}
