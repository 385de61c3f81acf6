import type { User } from '@na-regua/contract/accounts'
import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'
import { worksAt } from '../features/accounts/use-staff-screen.ts'
import { paths } from '../lib/paths.ts'
import { isPermitted, opensPanel } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

type Destination = { to: string; label: string; icon: IconName }

const explore: Destination = { to: paths.home(), label: 'Explorar', icon: 'search' }
const profile: Destination = { to: paths.profile(), label: 'Perfil', icon: 'user' }
const day: Destination = { to: paths.barberAppointments(), label: 'Hoje', icon: 'calendar' }
const panel: Destination = { to: paths.admin(), label: 'Painel', icon: 'grid' }

const customerPlaces: Destination[] = [
  { to: paths.customerAppointments(), label: 'Agenda', icon: 'calendar' },
  { to: paths.favorites(), label: 'Favoritos', icon: 'heart' },
]
const clients: Destination = { to: paths.customers(), label: 'Clientes', icon: 'people' }

type Worker = Pick<User, 'role' | 'isBarber' | 'barbershopRoles' | 'permissions'>

/** Who is at the reception sees the board instead of a barber's day. None for customers. */
function listWorkPlaces(user: Worker): Destination[] {
  const screen = worksAt(user)
  return [
    ...(screen ? [screen === 'board' ? { ...day, to: paths.ownerToday() } : day] : []),
    ...(opensPanel(user) ? [panel] : []),
    ...(isPermitted('customers', user) ? [clients] : []),
  ]
}

/**
 * Four destinations. An anonymous user gets those of a customer: the pages lead to the login, which returns to them. The first
 * and the last are the same for all, so that a tap before the page reacts finds what it meant.
 */
export function listDestinations(user: Worker | undefined): Destination[] {
  const [first, second] = [...(user ? listWorkPlaces(user) : []), ...customerPlaces]
  return [explore, first, second, profile].filter((place) => place !== undefined)
}

const withoutQuery = (path: string) => path.replace(/\?.*/, '')

/** The navigation of a phone. Plain links, so it works before any script; theme.css hides it where another bar takes its place. */
export function BottomNavigation() {
  const user = useUser()
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Principal"
      data-bottom-navigation
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {listDestinations(user).map(({ to, label, icon }) => {
        const isCurrent = withoutQuery(to) === pathname
        return (
          <Link
            key={label}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'relative grid min-h-16 content-center justify-items-center gap-0.5 text-[length:min(0.78125rem,5vw)] leading-[1.4] focus-visible:-outline-offset-2',
              isCurrent
                ? 'font-semibold text-ink before:absolute before:inset-x-6 before:-top-px before:h-0.5 before:bg-ink'
                : 'font-medium text-mute',
            )}
          >
            <Icon name={icon} className="size-5.5" />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
