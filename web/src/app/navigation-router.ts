import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
} from 'react-router'
import { getSession, isNewcomer, onSessionExpiry } from '../lib/session.ts'

export type RouteModule = Record<'default' | 'Layout' | 'ErrorBoundary' | 'handle', never>

/** The entry and the routes of the first page only, until the router is loaded. */
export type PageManifest = {
  url: string
  routes: Record<string, { path?: string; module: string; hasLoader: boolean }>
}

/** What the server sent with the page. */
export type FirstPage = {
  manifest: PageManifest
  routeModules: Record<string, RouteModule>
  /** The value of React Router's context of this name. */
  framework: object
  history: ReturnType<typeof createBrowserHistory>
  state: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null }
}

/** After the page has settled: a first visit pays for the service worker with no byte that it waits for. */
const WORKER_DELAY_MS = 3_000

function startAppLater() {
  const loadOffer = () => import('../ui/install-offer.tsx')
  const load = () => import('../ui/app-updates.ts').then(({ startApp }) => startApp(loadOffer))
  const wait = () => setTimeout(() => void load().catch(() => undefined), WORKER_DELAY_MS)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

/** What is stored of a session that ended while none of its pages was open. A browser that never had one stores nothing. */
async function wipeWithoutSession() {
  if (getSession().token || isNewcomer()) return
  const { forgetEndedSession } = await import('@na-regua/offline')
  await forgetEndedSession()
}

/** React Router's router on the first page, with every route. Loaded after the first page has become interactive. */
export async function createNavigationRouter({
  manifest,
  routeModules,
  history,
  state,
}: FirstPage): Promise<DataRouter> {
  await import(/* @vite-ignore */ manifest.url)
  const all = (window as unknown as { __reactRouterManifest: PageManifest }).__reactRouterManifest
  // In place: links and styles of the next page are read from the same object.
  Object.assign(manifest.routes, all.routes)
  const routes = createClientRoutes(manifest.routes as never, routeModules as never, state as never, true, false)
  const router = createRouter({ routes, history, hydrationData: state, mapRouteProperties, hydrationRouteProperties })
  startAppLater()
  const wipe = () => void wipeWithoutSession().catch(() => undefined)
  wipe()
  // The server may end it before the code of the signed-in header has been loaded.
  onSessionExpiry(wipe)
  return router.initialize()
}
