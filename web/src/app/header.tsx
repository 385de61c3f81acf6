import type { User } from '@na-regua/contract/accounts'
import { clsx } from 'clsx'
import { type ComponentProps, Suspense, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { storePlace, useSearchPosition } from '../features/places/use-search-position.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { isWorkPage, paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { BRAND } from '../lib/site.ts'
import { createStoredValue } from '../lib/use-stored-value.ts'
import { useReturnPath } from '../lib/use-url-params.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink, iconButtonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { RulerLine } from '../ui/ruler.tsx'
import { MissingDialog } from '../ui/toast.tsx'

function Logo() {
  return (
    <Link
      to={paths.home()}
      aria-label={`${BRAND}, início`}
      className="grid min-h-11 content-center gap-1 rounded-small"
    >
      <span className="font-display text-xl leading-none font-extrabold tracking-[-0.03em]">{BRAND}</span>
      <RulerLine steps={13} className="w-full md:animate-draw" />
    </Link>
  )
}

const loadSearch = () => import('../features/barbershops/search/search-combobox.tsx')
const SearchCombobox = lazyPart(
  async () => (await loadSearch()).SearchCombobox,
  () => null,
)
const SearchSheet = lazyPart(async () => (await loadSearch()).SearchSheet, MissingDialog)

type SearchButtonProps = Pick<ComponentProps<'button'>, 'className' | 'children'>

/** A sheet whose code is loaded when it is opened first. */
function useSheet() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  function open() {
    setOpened(true)
    setOpen(true)
  }

  return { isOpen, wasOpened, open, close: () => setOpen(false) }
}

/** Opens the search of a phone. */
export function SearchButton(props: SearchButtonProps) {
  const { coordinates } = useSearchPosition()
  const { isOpen, wasOpened, open, close } = useSheet()
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={open} {...props} />
      {wasOpened && (
        <Suspense>
          <SearchSheet isOpen={isOpen} onClose={close} position={coordinates} onPlace={storePlace} />
        </Suspense>
      )}
    </>
  )
}

function SearchField() {
  const { coordinates } = useSearchPosition()
  return (
    <Suspense>
      <SearchCombobox position={coordinates} onPlace={storePlace} />
    </Suspense>
  )
}

const loadStaffSearch = () => import('./staff-search.tsx')
const StaffSearchField = lazyPart(
  async () => (await loadStaffSearch()).StaffSearchField,
  () => null,
)
const StaffSearchPanel = lazyPart(async () => (await loadStaffSearch()).StaffSearchPanel, MissingDialog)

/** For their customers, appointments, barbers and services: a field on a desktop, a button on a phone and beside a tablet's navigation. */
function StaffHeaderSearch() {
  const { isOpen, wasOpened, open, close } = useSheet()
  return (
    <search className="flex w-full min-w-0 justify-end lg:justify-start">
      <div className="hidden w-full max-w-120 lg:block">
        <Suspense>
          <StaffSearchField />
        </Suspense>
      </div>
      <button type="button" aria-haspopup="dialog" onClick={open} className={clsx(iconButtonClass, 'lg:hidden')}>
        <Icon name="search" />
        <span className="sr-only">Buscar na barbearia</span>
      </button>
      {wasOpened && (
        <Suspense>
          <StaffSearchPanel isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </search>
  )
}

/** Where staff work it is theirs; until hydration it is not known whose the page is. */
function HeaderSearch() {
  const { pathname } = useLocation()
  const { isHydrated } = useSession()
  const isStaff = useStaffScreen() !== undefined
  if (!isWorkPage(pathname)) return <CustomerHeaderSearch />
  if (!isHydrated) return null
  return isStaff ? <StaffHeaderSearch /> : <CustomerHeaderSearch />
}

/** A field on a desktop, a button on a phone; the home page of a phone has its own. */
function CustomerHeaderSearch() {
  const isHome = useLocation().pathname === paths.home()
  return (
    <search className="flex w-full min-w-0 justify-end md:justify-start">
      <div className="hidden w-full max-w-120 md:block">
        <SearchField />
      </div>
      {!isHome && (
        <SearchButton className={clsx(iconButtonClass, 'md:hidden')}>
          <Icon name="search" />
          <span className="sr-only">Buscar barbearias</span>
        </SearchButton>
      )}
    </search>
  )
}

/** Not downloaded without a session. Without its code the profile can still be reached. */
const AccountCorner = lazyPart(
  () => import('./account-corner.tsx').then((module) => module.AccountCorner),
  ({ user }: { user: User }) => (
    <Link to={paths.profile()} aria-label="Meu Perfil">
      <Avatar name={user.name} src={user.avatarUrl} />
    </Link>
  ),
)

/** Not downloaded unless this device waits in a queue without an account. */
const UrgentBanner = lazyPart(
  async () => (await import('./urgent-banner.tsx')).UrgentBanner,
  () => null,
)

const waiting = createStoredValue({ key: 'queueEntry', parse: () => true })

function followTabs(onChange: () => void) {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

/** What this tab stores is seen with the next page: the own page of an entry has no banner. */
function DeviceBanner() {
  useLocation()
  const isWaiting = useSyncExternalStore(followTabs, waiting.read, () => undefined)
  return (
    isWaiting && (
      <Suspense>
        <UrgentBanner />
      </Suspense>
    )
  )
}

function LoginLink() {
  const { pathname, state } = useLocation()
  const from = useReturnPath()
  if (pathname === paths.login()) return null
  return (
    <ButtonLink to={paths.login()} state={{ from, ...state }} variant="ink">
      Entrar
    </ButtonLink>
  )
}

/** Until hydration a browser with a session shows the empty space of the menu, not the login button. */
function Account() {
  const { isHydrated, user } = useSession()
  if (!user)
    return (
      <div className={isHydrated ? 'empty:hidden' : 'in-data-[session=open]:invisible'}>
        <LoginLink />
        <DeviceBanner />
      </div>
    )
  return (
    <Suspense
      fallback={
        <div className="flex pl-12 md:pl-13">
          <Avatar name={user.name} src={user.avatarUrl} />
        </div>
      }
    >
      <AccountCorner user={user} />
    </Suspense>
  )
}

export function Header() {
  return (
    <header className="border-b border-line print:hidden">
      <div className="container-page flex min-h-14 items-center gap-3 py-1 md:min-h-16 md:gap-5 md:py-2">
        <Logo />
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">
          <HeaderSearch />
        </div>
        <Account />
      </div>
    </header>
  )
}
