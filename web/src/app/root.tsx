import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { type ReactNode, useContext } from 'react'
import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts } from 'react-router'
import { PendingFavoriteRunner } from '../features/favorites/pending-favorite.tsx'
import { afterPaintScript } from '../lib/after-paint.ts'
import { BRAND } from '../lib/brand.ts'
import { NonceContext, siteContext } from '../lib/site.ts'
import { firstPaintScript } from '../lib/theme.ts'
import { ErrorPage } from './error-page.tsx'
import { HeaderSearch } from './header.tsx'
import { Providers } from './providers.tsx'
import { Shell } from './shell.tsx'
import './theme.css'

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
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf6f0" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15120f" media="(prefers-color-scheme: dark)" />
        <meta name="application-name" content={BRAND} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which React would escape as text. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: firstPaintScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: afterPaintScript }} />
      </body>
    </html>
  )
}

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

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Providers>
      <Shell search={<HeaderSearch />}>
        <ErrorPage error={error} />
      </Shell>
    </Providers>
  )
}
