import type { User } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useLocation } from 'react-router'
import { type StaffScreen, worksAt } from '../features/accounts/use-staff-screen.ts'
import { findViewMode } from '../features/appointments/agenda/status-tabs.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { isWorkPage, paths } from '../lib/paths.ts'
import { isPermitted, opensPanel } from '../lib/permissions.ts'
import { useChosenBarbershop } from '../pages/own-parts.tsx'
import { HeaderLink } from './header-link.tsx'

type Label = 'Hoje' | 'Agenda' | 'Fila' | 'Clientes' | 'Financeiro' | 'Painel'
type Destination = { label: Label; to: string }
type Worker = Pick<User, 'role' | 'permissions'>

/** Where staff go from any page. Owners who cut have their own day as 'Hoje', and everyone's appointments as 'Agenda'. */
export function listStaffDestinations(user: Worker, screen: StaffScreen, hasQueue: boolean): Destination[] {
  const isBarber = screen === 'barber'
  const queue: Destination[] = hasQueue
    ? [{ label: 'Fila', to: isBarber ? paths.barberQueue() : paths.boardQueue() }]
    : []
  return [
    { label: 'Hoje', to: isBarber ? paths.barberToday() : paths.ownerToday() },
    { label: 'Agenda', to: isPermitted('agenda', user) ? paths.adminAppointments() : paths.barberAgenda() },
    ...queue,
    ...(isPermitted('customers', user) ? [{ label: 'Clientes' as const, to: paths.customers() }] : []),
    ...(isPermitted('money', user) ? [{ label: 'Financeiro' as const, to: paths.money() }] : []),
    ...(opensPanel(user) ? [{ label: 'Painel' as const, to: paths.admin() }] : []),
  ]
}

const boardViews = [{ value: 'lista' }, { value: 'dia' }, { value: 'semana' }] as const
const barberViews = [{ value: 'hoje' }, { value: 'lista' }, { value: 'semana' }] as const

type Address = { pathname: string; search: string }

/** The destination of the page that is open. A day that is not today belongs to the agenda. */
export function findCurrentPage({ pathname, search }: Address, screen: StaffScreen): Label | undefined {
  if (pathname === paths.admin()) return 'Painel'
  if (pathname.startsWith(paths.customers())) return 'Clientes'
  if (pathname.startsWith(paths.money())) return 'Financeiro'
  const isBoard = pathname === paths.adminAppointments()
  if (!isBoard && pathname !== paths.barberAppointments()) return undefined
  const params = new URLSearchParams(search)
  const view = isBoard ? findViewMode(params, boardViews) : findViewMode(params, barberViews)
  const isToday = (view === 'dia' || view === 'hoje') && !params.has('dia')
  if (isToday && params.has('fila')) return 'Fila'
  return isToday && isBoard === (screen === 'board') ? 'Hoje' : 'Agenda'
}

/** The header's navigation of staff on tablets and desktops; a phone has its own. Customers do not download it. */
export function StaffNavigation({ user }: { user: User }) {
  const location = useLocation()
  const screen = worksAt(user)
  const shops = useQuery({ ...staffedBarbershopsQuery(user.id), enabled: screen !== undefined })
  const shop = useChosenBarbershop(shops.data)
  if (!screen) return null
  const current = findCurrentPage(location, screen)
  return (
    <nav
      aria-label="Equipe"
      // A tablet has no room for it beside the search of customers.
      className={clsx('hidden', isWorkPage(location.pathname) ? 'md:flex' : 'lg:flex')}
    >
      {listStaffDestinations(user, screen, shop?.hasQueue === true).map(({ label, to }) => (
        <HeaderLink key={label} to={to} isCurrent={label === current}>
          {label}
        </HeaderLink>
      ))}
    </nav>
  )
}
