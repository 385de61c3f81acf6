import './theme.css'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { type ReactNode, Suspense, useContext } from 'react'
import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts } from 'react-router'
import { lazyPart } from '../lib/lazy-part.ts'
import { BRAND, NonceContext, siteContext } from '../lib/site.ts'
import { DARK_COLOR, LIGHT_COLOR } from '../lib/theme.ts'
import { headScript } from './head-script.ts'
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
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts nonce={nonce} />
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
  async () => (await import('../pages/not-found-page.tsx')).ErrorPage,
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
