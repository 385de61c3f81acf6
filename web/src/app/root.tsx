import './theme.css'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { type ReactNode, Suspense, useContext } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
} from 'react-router'
import {
  afterPaintScript,
  DARK_COLOR,
  FIRST_PAGE_ID,
  firstPaintScript,
  LIGHT_COLOR,
  lazyPart,
} from '../lib/after-paint.ts'
import earlyTaps from '../lib/early-taps.ts?worker&url'
import { BRAND, NonceContext, siteContext } from '../lib/site.ts'
import { Frame } from './shell.tsx'

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
const earlyScript = isSent ? firstPaintScript : ''
const lateScript = isSent ? afterPaintScript : ''

/**
 * What `first-page.tsx` reads, and the files that it needs, in place of React Router's `Scripts`: the routes that were rendered and
 * what their loaders returned, as JSON. React Router's own format can hold dates and promises, which no loader returns, and its decoder
 * would be a part of every first load. An error response stays one; of another error nothing is sent. The browser fetches no file
 * of an unknown `rel`: `afterPaintScript` changes it and imports the first one, the entry.
 */
function FirstPage() {
  const { manifest, future, routeDiscovery } = useContext(FrameworkContext) ?? {}
  const { matches = [], loaderData, errors } = useContext(DataRouterContext)?.staticContext ?? {}
  if (!manifest) return null
  const rendered = matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? [])
  const files = [manifest.entry, ...rendered].flatMap(({ module, imports = [] }) => [module, ...imports])
  const routes = Object.fromEntries(rendered.map((route) => [route.id, route]))
  const page = { manifest: { ...manifest, routes }, future, routeDiscovery, state: { loaderData, errors } }
  const __html = JSON.stringify(page).replaceAll('<', '\\u003c')
  return (
    <>
      {[...new Set(files)].map((file) => (
        <link key={file} rel="deferred" href={file} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, which contains no tag. */}
      <script type="application/json" id={FIRST_PAGE_ID} dangerouslySetInnerHTML={{ __html }} />
    </>
  )
}

/** Hydration needs only its place in the HTML. */
function SentFirstPage() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: never written, because it is for the hydration only.
  return <script type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

const BuiltPage = import.meta.env.SSR ? FirstPage : SentFirstPage
const PageScripts = import.meta.env.DEV ? Scripts : BuiltPage

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
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <script type="module" async src={earlyTaps} fetchPriority="high" />
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

export default function Root() {
  return (
    <Frame>
      <Outlet />
    </Frame>
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
    <Frame>
      <Suspense>
        <ErrorPage error={error} />
      </Suspense>
    </Frame>
  )
}
