import type { Role, User } from '@na-regua/contract/accounts'
import type { BarbershopRole } from '@na-regua/contract/roles'
import { Link, useNavigate } from 'react-router'
import { closeSession } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popup } from '../ui/popup.tsx'
import { paths } from './paths.ts'

type MenuSection = { title: string; links: { to: string; label: string }[] }

const personal: MenuSection = {
  title: 'Pessoal',
  links: [
    { to: paths.customerAppointments(), label: 'Meus agendamentos' },
    { to: paths.favorites(), label: 'Favoritos' },
    { to: paths.profile(), label: 'Meu Perfil' },
  ],
}

const becomeOwner = { to: paths.becomeOwner(), label: 'Torne-se dono' }

const customers = { to: paths.customers(), label: 'Clientes' }
const reviews = { to: paths.reviews(), label: 'Avaliações' }

const board = { to: paths.adminAppointments(), label: 'Agendamentos' }
const panel = { to: paths.admin(), label: 'Painel' }
const plan = { to: paths.payments(), label: 'Plano e pagamentos' }

const business: Record<Role, MenuSection['links']> = {
  CUSTOMER: [becomeOwner],
  BARBER: [{ to: paths.barberAppointments(), label: 'Ag. Barbearias' }, customers, reviews, becomeOwner],
  OWNER: [panel, board, customers, reviews, plan],
}

/** What the role in a barbershop adds to that of the account. */
const added: Record<BarbershopRole, MenuSection['links']> = {
  RECEPTIONIST: [board, customers],
  MANAGER: [panel, board, customers, reviews],
}

/** For an owner who is a barber, too. */
const ownDay = { to: paths.barberAppointments(), label: 'Meu dia' }

/** The links of the user menu for each role. Anonymous users have no menu. */
export function menuSections({
  role,
  isBarber,
  barbershopRoles = [],
}: Pick<User, 'role' | 'isBarber' | 'barbershopRoles'>): MenuSection[] {
  const own = role === 'OWNER' && isBarber ? [ownDay, ...business.OWNER] : business[role]
  const isManager = barbershopRoles.some((one) => one.role === 'MANAGER')
  const links = barbershopRoles[0] ? [...new Set([...added[isManager ? 'MANAGER' : 'RECEPTIONIST'], ...own])] : own
  return [personal, { title: 'Administrativo', links }]
}

const itemClass = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 hover:bg-sunken'

/** Its code, with the question about unsent acts, comes with the tap. Where it cannot be loaded, the session ends on this device. */
function loadLogout() {
  return import('../features/accounts/logout.tsx').then(
    ({ logOut }) => logOut(),
    () => {
      closeSession()
      return true
    },
  )
}

export function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  async function logOut() {
    if (await loadLogout()) void navigate(paths.home())
  }
  return (
    <Popup label={`Menu de ${user.name}`} trigger={<Avatar name={user.name} src={user.avatarUrl} />}>
      <div className="w-72 max-w-[calc(100vw-2.5rem)] p-2">
        <div className="px-3 py-2">
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-sm text-mute">{user.email}</p>
        </div>
        {menuSections(user).map(({ title, links }) => (
          <section key={title} aria-label={title} className="border-t border-line py-1">
            <p className="px-3 pt-2 pb-1 text-xs font-semibold text-mute">{title}</p>
            {links.map(({ to, label }) => (
              <Link key={to} to={to} className={itemClass}>
                {label}
              </Link>
            ))}
          </section>
        ))}
        <div className="border-t border-line pt-1">
          <button type="button" onClick={() => void logOut()} className={`${itemClass} text-red`}>
            <Icon name="logout" />
            Sair
          </button>
        </div>
      </div>
    </Popup>
  )
}
