import { accountsApi } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { lazyPart } from '../lib/after-paint.ts'
import { api } from '../lib/api.ts'
import { onSessionExpiry, updateSessionUser, useSessionToken } from '../lib/session.ts'
import { useScrollPosition } from '../lib/use-url-params.ts'
import { dismissOldToast } from '../ui/toast.tsx'
import { Header } from './header.tsx'
import { paths } from './paths.ts'

const CONTENT = 'conteudo'

/** Their HTML is there from the start; their code comes after that of the page. */
const loadFooter = () => import('./footer.tsx')
const Footer = lazyPart(() => loadFooter().then((module) => module.Footer), 'footer')
const BottomNavigation = lazyPart(() => loadFooter().then((module) => module.BottomNavigation), 'nav')

/** Constant, so that no update of the frame reaches them before their code does: React would then remove their HTML. */
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
)
const bottomNavigation = (
  <Suspense>
    <BottomNavigation />
  </Suspense>
)

/** Navigates to the login when the session has expired; the login then returns here. */
function useLoginOnExpiry() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () => onSessionExpiry(() => void navigate(paths.login(), { state: { from: pathname + search } })),
    [navigate, pathname, search],
  )
}

/**
 * Loads the session's user once per page load: the account may have changed on another device, or only the token is stored.
 * It does not import queries.ts, whose other endpoints would be part of every first load.
 */
export function useOwnAccount() {
  const token = useSessionToken()
  const queryFn = () => api(accountsApi.me)
  const { data } = useQuery({ queryKey: ['account', 'me', token], queryFn, enabled: token !== undefined })
  const user = data?.user
  useEffect(() => {
    if (user) updateSessionUser(user)
  }, [user])
}

/** The focus moves to the top of a new page, and messages of the one before disappear. */
function handlePageChange() {
  // From now on everything is laid out (theme.css): "Back" leads to a place of the page.
  document.documentElement.dataset.navigated = ''
  dismissOldToast()
  document.getElementById(CONTENT)?.focus({ preventScroll: true })
}

/** A progress bar along the upper edge while the next page is loading. */
function RouteProgress() {
  const isLoading = useNavigation().state !== 'idle'
  if (!isLoading) return null
  return <div className="fixed inset-x-0 top-0 z-50 h-0.75 origin-left animate-progress bg-red" aria-hidden="true" />
}

/** Pages where barbers and owners work have no footer. */
const workPages = /^\/(admin|barber|clientes)(\/|$)/

/** Screens without a user: no frame, no navigation, and no login when a session expires. */
const unattendedPages = /^\/painel-da-loja\/?$/

type ShellProps = { children: ReactNode; search?: ReactNode }

/** The frame of every page. */
export function Shell(props: ShellProps) {
  const { pathname } = useLocation()
  if (!unattendedPages.test(pathname)) return <FullShell {...props} />
  return (
    <main id={CONTENT} tabIndex={-1} className="outline-none">
      {props.children}
    </main>
  )
}

function FullShell({ children, search }: ShellProps) {
  const { pathname } = useLocation()
  useLoginOnExpiry()
  useOwnAccount()
  useScrollPosition(handlePageChange)
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-navigation)">
      <a
        href={`#${CONTENT}`}
        className="sr-only z-50 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Ir para o conteúdo
      </a>
      <RouteProgress />
      <Header search={search} />
      <main id={CONTENT} tabIndex={-1} className="container-page flex-1 py-4 outline-none md:py-6">
        {children}
      </main>
      {!workPages.test(pathname) && footer}
      {bottomNavigation}
    </div>
  )
}
