import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
} from 'react-router'

export type RouteModule = Record<'default' | 'Layout' | 'ErrorBoundary' | 'handle', never>

/** The entry and the routes of the first page only, until the router is loaded. */
export type PageManifest = {
  url: string
  routes: Record<string, { path?: string; hasLoader: boolean }>
}

/** What the server sent with the page. */
export type FirstPage = {
  manifest: PageManifest
  routeModules: Record<string, RouteModule>
  history: ReturnType<typeof createBrowserHistory>
  state: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null }
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
  return router.initialize()
}
