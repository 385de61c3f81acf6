import type { Role, User } from '@na-regua/contract/accounts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { refetchChanged, type StreamEvent, subscribeToEvents } from '../lib/event-stream.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { isPermitted, opensPanel } from '../lib/permissions.ts'
import { closeSession, getSession, useSessionToken } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popup } from '../ui/popup.tsx'
import { HeaderLink } from './header-link.tsx'
import type { startStoredDay } from './stored-day.ts'
import { UrgentBanner } from './urgent-banner.tsx'

const topics = ['notifications', 'appointments', 'queue', 'account'] as const

/** A notification may concern data of public pages too: a review, its reply, and the rating that follows from them. */
function invalidatePublicData(client: QueryClient) {
  refetchChanged(client, { queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['barbershops'], refetchType: 'none' })
}

/** Refetches the queries of a changed topic: query keys start with their topic. */
function refetchTopic(client: QueryClient, event: StreamEvent) {
  for (const topic of event === 'everything' ? topics : [event]) refetchChanged(client, { queryKey: [topic] })
  if (event === 'notifications') invalidatePublicData(client)
  // The slots that a dialog of the staff shows. Those of a page that was just opened are new.
  if (event === 'appointments') refetchChanged(client, { queryKey: ['availability'] })
}

/** Keeps what the page shows up to date with what the server reports. */
function useLiveUpdates(userId: string, onAppointmentsChange: () => void) {
  const queryClient = useQueryClient()
  const token = useSessionToken()
  useEffect(() => {
    if (!token) return
    return subscribeToEvents({
      name: userId,
      token,
      onEvent: (event) => {
        refetchTopic(queryClient, event)
        if (event === 'appointments' || event === 'everything') onAppointmentsChange()
      },
    })
  }, [queryClient, userId, token, onAppointmentsChange])
}

const loadStoredDay = () => import('./stored-day.ts')

/** A customer who books loads nothing for other pages: false until the first of them is open, unless there is no network. */
function useIsDayNeeded() {
  const isBooking = /\/booking\//.test(useLocation().pathname)
  const [isNeeded, setNeeded] = useState(!isBooking || navigator.onLine === false)
  if (!isNeeded && !isBooking) setNeeded(true)
  return isNeeded
}

function useWipeOnLogout() {
  useEffect(
    () => () => {
      const { user, hasLoggedOut } = getSession()
      if (!user) void loadStoredDay().then(({ wipeStored }) => wipeStored(hasLoggedOut), console.warn)
    },
    [],
  )
}

/** Stores what a day without network needs: when the page is idle, or at once if it has no network and waits for it. */
function useStoredDay(user: User) {
  const client = useQueryClient()
  const isNeeded = useIsDayNeeded()
  useWipeOnLogout()
  const day = useRef<ReturnType<typeof startStoredDay>>(undefined)
  // Of other roles than before: other days, and nothing of what was stored.
  const roles = JSON.stringify([user.role, user.isBarber, user.barbershopRoles, user.permissions])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same user changes nothing.
  useEffect(() => {
    if (!isNeeded) return
    const later = (navigator.onLine && window.requestIdleCallback) || queueMicrotask
    const starting = new Promise<void>((resolve) => later(() => resolve()))
      .then(loadStoredDay)
      .then(({ startStoredDay }) => {
        day.current = startStoredDay(client, user)
        return day.current
      })
    // Without its code nothing is stored, and the page works as before.
    starting.catch((error: unknown) => console.warn('nothing is stored', error))
    return () => void starting.then(({ stop }) => stop()).catch(() => undefined)
  }, [client, user.id, roles, isNeeded])
  return useCallback(() => day.current?.handleChange(), [])
}

/** What staff did without a network is sent on whichever page is opened first, when it is idle. */
function useSendOnOpen({ id, role, isBarber, barbershopRoles = [] }: User) {
  const navigate = useNavigate()
  const isNeeded = useIsDayNeeded() && (role !== 'CUSTOMER' || barbershopRoles.length > 0)
  useEffect(() => {
    if (!isNeeded) return
    const show = () => void navigate(role === 'BARBER' || isBarber ? paths.barberAppointments() : paths.ownerToday())
    const later = window.requestIdleCallback ?? queueMicrotask
    later(() => void loadStoredDay().then(({ sendStored }) => sendStored(id, show), console.warn))
  }, [isNeeded, id, role, isBarber, navigate])
}

/** Not downloaded by customers. */
const StaffNavigation = lazyPart(
  async () => (await import('./staff-navigation.tsx')).StaffNavigation,
  () => null,
)

/** The header's controls of a logged-in user; anonymous users do not download them. */
export function AccountCorner({ user }: { user: User }) {
  useLiveUpdates(user.id, useStoredDay(user))
  useSendOnOpen(user)
  const isStaff = useStaffScreen() !== undefined
  return (
    <div className="flex items-center gap-1 md:gap-2">
      {isStaff ? (
        <Suspense>
          <StaffNavigation user={user} />
        </Suspense>
      ) : (
        <AgendaLink />
      )}
      <UrgentBanner />
      <NotificationBell />
      <UserMenu user={user} />
    </div>
  )
}

/** On tablets and desktops; a phone has it at the bottom. */
function AgendaLink() {
  const agenda = paths.customerAppointments()
  return (
    <HeaderLink to={agenda} isCurrent={useLocation().pathname === agenda} className="hidden md:flex">
      Agenda
    </HeaderLink>
  )
}

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
const visits = { to: paths.visits(), label: 'Comandas' }
const earnings = { to: paths.earnings(), label: 'Meus ganhos' }
const reviews = { to: paths.reviews(), label: 'Avaliações' }
const cash = { to: paths.cash(), label: 'Caixa' }
const products = { to: paths.products(), label: 'Produtos' }

const board = { to: paths.adminAppointments(), label: 'Agendamentos' }
const panel = { to: paths.admin(), label: 'Painel' }
const plan = { to: paths.payments(), label: 'Plano e pagamentos' }

const business: Record<Role, MenuSection['links']> = {
  CUSTOMER: [becomeOwner],
  BARBER: [{ to: paths.barberAppointments(), label: 'Ag. Barbearias' }, visits, earnings, reviews, becomeOwner],
  OWNER: [panel, board, visits, customers, cash, products, reviews, plan],
}

/** What the work for others adds to the role of the account. */
function linksOfPermissions(user: Pick<User, 'role' | 'permissions'>): MenuSection['links'] {
  return [
    ...(opensPanel(user) ? [panel] : []),
    ...(isPermitted('agenda', user) ? [board, visits] : []),
    ...(isPermitted('customers', user) ? [customers] : []),
    ...(isPermitted('cash', user) ? [cash] : []),
    ...(isPermitted('prices', user) ? [products] : []),
    ...(isPermitted('settings', user) ? [reviews] : []),
  ]
}

/** For an owner who is a barber, too. */
const ownDay = { to: paths.barberAppointments(), label: 'Meu dia' }

/** The links of the user menu for each role. Anonymous users have no menu. */
export function menuSections(user: Pick<User, 'role' | 'isBarber' | 'permissions'>): MenuSection[] {
  const { role, isBarber } = user
  const own = role === 'OWNER' && isBarber ? [ownDay, earnings, ...business.OWNER] : business[role]
  const links = role === 'OWNER' ? own : [...new Set([...linksOfPermissions(user), ...own])]
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
          <p className="line-clamp-3 wrap-anywhere font-semibold">{user.name}</p>
          <p className="line-clamp-4 wrap-anywhere text-sm text-mute">{user.email}</p>
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
