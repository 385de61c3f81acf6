import './theme.css'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { type DehydratedState, HydrationBoundary, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts, useMatches } from 'react-router'
import { PendingFavoriteRunner } from '../features/favorites/favorite-button.tsx'
import {
  afterPaintScript,
  DARK_COLOR,
  earlyTapScript,
  firstPaintScript,
  installPromptScript,
  LIGHT_COLOR,
  lazyPart,
} from '../lib/after-paint.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { useSessionPart, useUser } from '../lib/session.ts'
import { BRAND, NonceContext, siteContext } from '../lib/site.ts'
import { HeaderSearch } from './header.tsx'
import { Shell } from './shell.tsx'

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export function links() {
  return [
    { ...font, href: figtree },
    { ...font, href: bricolage },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ]
}

export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl, hasOutbox, hasGoogle, tilesUrl } = context.get(siteContext)
  return { publicUrl, hasOutbox, hasGoogle, tilesUrl }
}

/** The server's configuration does not change while the page is open. */
export function shouldRevalidate() {
  return false
}

/**
 * Before the first paint. Hydration leaves them as they were sent, so only the server's build contains them, and in development the
 * browser's too, where React compares.
 */
const isSent = import.meta.env.SSR || import.meta.env.DEV
const earlyScripts = isSent ? firstPaintScript + earlyTapScript + installPromptScript : ''
const lateScript = isSent ? afterPaintScript : ''

/** Hydration needs only their places in the HTML. */
function SentScripts() {
  const sent = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
  return (
    <>
      <script {...sent} />
      <script type="module" async {...sent} />
    </>
  )
}

const PageScripts = import.meta.env.SSR || import.meta.env.DEV ? Scripts : SentScripts

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <html lang="pt-BR" data-at={import.meta.env.SSR ? Date.now() : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={LIGHT_COLOR} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={DARK_COLOR} media="(prefers-color-scheme: dark)" />
        <meta name="application-name" content={BRAND} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which React would escape as text. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyScripts }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <PageScripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: lateScript }} />
      </body>
    </html>
  )
}

/** Its code comes after that of the page. Constant, as in the shell. */
const Toasts = lazyPart(() => import('../ui/toast-region.tsx').then((module) => module.Toasts), 'div')
const toasts = (
  <Suspense>
    <Toasts />
  </Suspense>
)

export default function Root() {
  return (
    <Providers>
      <PendingFavoriteRunner />
      <Shell search={<HeaderSearch />}>
        <Outlet />
      </Shell>
    </Providers>
  )
}

/** When nothing can be loaded, the code of the error page is missing too. */
const ErrorPage = lazyPart<{ error: unknown }>(
  () => import('../pages/not-found-page.tsx').then((module) => module.ErrorPage),
  () => (
    <p role="alert" className="py-16 text-center">
      <title>{BRAND}</title>A página não carregou.{' '}
      <a href={location.href} className="underline">
        Tentar novamente
      </a>
    </p>
  ),
)

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Providers>
      <Shell search={<HeaderSearch />}>
        <Suspense>
          <ErrorPage error={error} />
        </Suspense>
      </Shell>
    </Providers>
  )
}

function hasQueries(data: unknown): data is { queries: DehydratedState } {
  return typeof data === 'object' && data !== null && 'queries' in data
}

/** The queries that the loaders ran on the server. Always one boundary, so that no navigation remounts the page. */
function useDehydratedState(): DehydratedState {
  const states = useMatches().flatMap(({ loaderData }) => (hasQueries(loaderData) ? [loaderData.queries] : []))
  return { mutations: [], queries: states.flatMap(({ queries }) => queries) }
}

let client: QueryClient | undefined

/** Ends the waiting of taps for the session (`earlyTapScript`): all components learn it in the rendering in which this one does. */
function SessionMark() {
  const isReleased = useSessionPart(() => true)
  useEffect(() => {
    if (isReleased) document.documentElement.dataset.released = ''
  }, [isReleased])
  return null
}

/** In a browser there is one: what was loaded stays when an error page replaces the root. The server has one for each rendering. */
function openQueryClient() {
  if (import.meta.env.SSR) return createQueryClient()
  client ??= createQueryClient()
  return client
}

function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(openQueryClient)
  const dehydratedState = useDehydratedState()
  const userId = useUser()?.id

  // The next user must not see the data of the previous one. Not in the effect's cleanup: there the previous user's queries
  // are still mounted and would be refetched without a session.
  const lastUserId = useRef(userId)
  useEffect(() => {
    if (lastUserId.current && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  }, [queryClient, userId])

  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={dehydratedState}>{children}</HydrationBoundary>
      {toasts}
      <SessionMark />
    </QueryClientProvider>
  )
}
