import { accountsApi } from '@na-regua/contract/accounts'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigate, useNavigation } from 'react-router'
import { createStore } from 'zustand'
import { PendingFavoriteRunner } from '../features/favorites/favorite-button.tsx'
import { api } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { isWorkPage, paths } from '../lib/paths.ts'
import { createQueryClient, isRefusedForNow, type LoadedQuery } from '../lib/query-client.ts'
import {
  acceptSessionEnd,
  SESSION_ENDED,
  updateSessionUser,
  useSessionPart,
  useSessionToken,
  useUser,
} from '../lib/session.ts'
import { useReturnPath, useScrollPosition } from '../lib/use-url-params.ts'
import { dismissOldToast, showToast } from '../ui/toast.tsx'
import { Toasts } from '../ui/toast-region.tsx'
import { BottomNavigation } from './bottom-navigation.tsx'
import { Header } from './header.tsx'

const CONTENT = 'conteudo'

/** Below the page, so its code comes after that of the page. */
const Footer = lazyPart(
  async () => (await import('./footer.tsx')).Footer,
  () => null,
)

function hasQueries(data: unknown): data is { queries: LoadedQuery[] } {
  return typeof data === 'object' && data !== null && 'queries' in data
}

/** The queries that the loaders ran on the server. Later pages have none: their `clientLoader` loads nothing. */
function useLoadedQueries() {
  return useMatches().flatMap(({ loaderData }) => (hasQueries(loaderData) ? loaderData.queries : []))
}

const store = createStore<{ client?: QueryClient }>(() => ({}))

/** In a browser there is one: what was loaded stays when an error page replaces the root. The server has one for each rendering. */
function openQueryClient(loaded: LoadedQuery[]) {
  if (import.meta.env.SSR) return createQueryClient(loaded)
  const client = store.getState().client ?? createQueryClient(loaded)
  store.setState({ client })
  return client
}

const REPORT_MS = 10_000

/** Says that the page waits, while queries that the server refused for now are tried again: once for all of a page. */
function reportRefusals(client: QueryClient) {
  let reportedAt = 0
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed' || !isRefusedForNow(event.action.error)) return
    if (Date.now() - reportedAt < REPORT_MS) return
    reportedAt = Date.now()
    showToast({ tone: 'info', title: 'Muita gente agora. Tentamos de novo em instantes.' })
  })
}

function Providers({ children }: { children: ReactNode }) {
  const loaded = useLoadedQueries()
  const [queryClient] = useState(() => openQueryClient(loaded))
  const userId = useUser()?.id

  useEffect(() => reportRefusals(queryClient), [queryClient])

  // The next user must not see the data of the previous one. Not in the effect's cleanup: there the previous user's queries
  // are still mounted and would be refetched without a session.
  const lastUserId = useRef(userId)
  useEffect(() => {
    if (lastUserId.current && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  }, [queryClient, userId])

  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  )
}

/**
 * Leads to the login when the session has ended; the login then returns here. Again on every page until the login is shown: another
 * navigation, such as that of a detected position, may interrupt the one to the login.
 */
export function LoginOnSessionEnd() {
  const hasEnded = useSessionPart((session) => session.hasEnded)
  const navigate = useNavigate()
  const { key, pathname } = useLocation()
  const from = useReturnPath()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation, also to the same page.
  useEffect(() => {
    if (!hasEnded) return
    if (/^\/login\/?$/.test(pathname)) acceptSessionEnd()
    else void navigate(paths.login(), { state: { from, reason: SESSION_ENDED } })
  }, [hasEnded, key, navigate, pathname, from])
  return null
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
  dismissOldToast()
  document.getElementById(CONTENT)?.focus({ preventScroll: true })
}

/** A progress bar along the upper edge while the next page is loading. */
function RouteProgress() {
  const isLoading = useNavigation().state !== 'idle'
  if (!isLoading) return null
  return <div className="fixed inset-x-0 top-0 z-50 h-0.75 origin-left animate-progress bg-red" aria-hidden="true" />
}

/** Screens without a user: no frame, no navigation, and no login when a session expires. */
const unattendedPages = /^\/painel-da-loja\/?$/

type ShellProps = { children: ReactNode }

function Shell({ children }: ShellProps) {
  const { pathname } = useLocation()
  if (!unattendedPages.test(pathname)) return <FullShell>{children}</FullShell>
  return (
    <main id={CONTENT} tabIndex={-1} className="outline-none">
      {children}
    </main>
  )
}

function FullShell({ children }: ShellProps) {
  const { pathname } = useLocation()
  useOwnAccount()
  useScrollPosition(handlePageChange)
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-navigation)">
      {/* Before the page: where it is private, its own redirect follows, which replaces the page and gives its reason. */}
      <LoginOnSessionEnd />
      <a
        href={`#${CONTENT}`}
        className="sr-only z-50 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Ir para o conteúdo
      </a>
      <RouteProgress />
      {/* For what is urgent: see urgent-banner.tsx. */}
      <div id="urgente" className="contents" />
      <Header />
      <main id={CONTENT} tabIndex={-1} className="container-page flex-1 py-4 outline-none md:py-6">
        {children}
      </main>
      {!isWorkPage(pathname) && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      <BottomNavigation />
    </div>
  )
}

/** A page of the server reacts to input from now on: tests and benches wait for it. */
function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
}

/** What every page has around it: the session and the queries, the header and the navigations, and the messages. */
export function Frame({ children }: { children: ReactNode }) {
  useHydrationMark()
  return (
    <Providers>
      <PendingFavoriteRunner />
      <Shell>{children}</Shell>
    </Providers>
  )
}
