import { Component, createElement, Fragment, type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type DataRouter,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  matchPath,
} from 'react-router'
import { HydratedRouter, RouterProvider } from 'react-router/dom'
import { FIRST_PAGE_ID } from '../lib/after-paint.ts'
import { holdSession, releaseSession } from '../lib/session.ts'
import type { FirstPage, RouteModule } from './navigation-router.ts'

/** What the server sent as JSON (`FirstPage` in root.tsx). */
type SentPage = Pick<FirstPage, 'manifest' | 'state'> & { future: object; routeDiscovery: object }

type Listener = Parameters<DataRouter['subscribe']>[0]

/** For a browser without `requestIdleCallback`, and without network: idle is then also who waits for what is stored. */
const IDLE_MS = 1_000

/** Reads what the server sent, without the part of React Router that navigates, and imports the modules of its routes. */
async function readFirstPage(): Promise<FirstPage> {
  const { manifest, state, ...settings }: SentPage = JSON.parse(
    document.getElementById(FIRST_PAGE_ID)?.textContent ?? '',
  )
  Object.assign(window, { __reactRouterManifest: manifest })
  const routes = Object.entries(manifest.routes)
  const modules = await Promise.all(routes.map(([, { module }]) => import(/* @vite-ignore */ module)))
  // The user went back meanwhile: the server rendered another page than that of the URL.
  if (document.documentElement.dataset.path !== location.pathname) {
    location.reload()
    await new Promise(() => undefined)
  }
  const routeModules = Object.fromEntries(routes.map(([id], index) => [id, modules[index]]))
  const loaderData = { ...state.loaderData }
  for (const [id, { hasLoader }] of routes) if (!hasLoader) loaderData[id] = null
  const framework = { manifest, routeModules, ...settings, ssr: true, isSpaMode: false }
  return { manifest, routeModules, framework, history: createBrowserHistory(), state: { ...state, loaderData } }
}

function decodePathname(pathname: string) {
  try {
    return pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}

function createRoute(id: string, { default: Component, Layout, ErrorBoundary, handle }: RouteModule, path?: string) {
  const inLayout = (component: typeof Component) => component && createElement(Layout, null, createElement(component))
  const elements = Layout
    ? { element: inLayout(Component), errorElement: inLayout(ErrorBoundary) }
    : mapRouteProperties({ Component, ErrorBoundary } as never)
  return { id, path, handle, ...elements }
}

/** The matches that the server rendered: the root and the page. */
function matchFirstPage({ manifest, routeModules, history }: FirstPage) {
  const pathname = decodePathname(history.location.pathname)
  const matches = Object.entries(routeModules).map(([id, module]) => {
    const path = manifest.routes[id]?.path
    const match = matchPath({ path: `/${path ?? ''}`, end: id !== 'root' }, pathname)
    return { ...match, route: createRoute(id, module, path) }
  })
  const params = matches.at(-1)?.params ?? {}
  return matches.map((match) => ({ ...match, params }))
}

/** The state that React Router's router has at the start. */
function createState(page: FirstPage) {
  const { location, action: historyAction } = page.history
  return {
    historyAction,
    location,
    matches: matchFirstPage(page),
    initialized: true,
    renderFallback: false,
    navigation: { state: 'idle' },
    revalidation: 'idle',
    restoreScrollPosition: false,
    preventScrollReset: false,
    ...page.state,
    actionData: null,
    fetchers: new Map(),
    blockers: new Map(),
  }
}

const noChange = { deletedFetchers: [], newErrors: null, flushSync: false } as unknown as Parameters<Listener>[1]

/** Loads React Router's router once, and again after a failure. Its listeners are those of the object before it. */
function createRouterLoader(page: FirstPage) {
  const { createHref: urlOf, location: first } = page.history
  const listeners = new Map<Listener, (() => void) | undefined>()
  let loading: Promise<DataRouter> | undefined

  async function start() {
    const { createNavigationRouter } = await import('./navigation-router.ts')
    const router = await createNavigationRouter(page)
    loader.router = router
    window.removeEventListener('popstate', followHistory)
    for (const listener of listeners.keys()) listeners.set(listener, router.subscribe(listener))
    // The user went back before the router was there to see it.
    const hasMoved = urlOf(router.state.location) !== urlOf(first) && router.state.initialized
    if (hasMoved) for (const listener of listeners.keys()) listener(router.state, noChange)
    return router
  }

  function load() {
    loading ??= start().finally(() => {
      if (!loader.router) loading = undefined
    })
    return loading
  }

  const preload = () => void load().catch(() => undefined)
  // The browser has changed the URL already: without the code only the server can show its page.
  const followHistory = () => void load().catch(() => navigator.onLine && location.reload())

  function subscribe(listener: Listener) {
    listeners.set(listener, undefined)
    return () => {
      listeners.get(listener)?.()
      listeners.delete(listener)
    }
  }

  const loader = { router: undefined as DataRouter | undefined, load, preload, subscribe }
  window.addEventListener('popstate', followHistory)
  return loader
}

/**
 * Stands for React Router's router until something navigates, or the browser is idle: the first page needs its state and its
 * URLs only, and the rest is a seventh of all script (decision 36). Every property is that of the real router once it is
 * loaded.
 */
function createFirstPageRouter(page: FirstPage) {
  const { history } = page
  const loader = createRouterLoader(page)

  async function navigate(to: number | string | object, options?: object) {
    const router = await loader.load().catch(() => undefined)
    if (router) return router.navigate(to as never, options as never)
    // Without network the browser would leave the app for its own error page.
    if (!navigator.onLine) return
    // Without the code the browser itself can still go there.
    return typeof to === 'number' ? window.history.go(to) : location.assign(history.createHref(to))
  }

  const resting = {
    basename: '/',
    future: {},
    window,
    routes: [],
    manifest: {},
    state: createState(page),
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    navigate,
    revalidate: async () => (await loader.load()).revalidate(),
    /** A link calls it for the page that it may prefetch. */
    match() {
      loader.preload()
      return null
    },
    subscribe: loader.subscribe,
  }
  const router = new Proxy(resting, { get: (target, name) => Reflect.get(loader.router ?? target, name) })
  return { router: router as unknown as DataRouter, preload: loader.preload }
}

/** When the frame of the pages itself fails, and with it the error page: only a reload helps. */
class FrameErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <html lang="pt-BR">
        <body>
          Erro interno do sistema.{' '}
          <button type="button" onClick={() => location.reload()}>
            Tentar novamente
          </button>
        </body>
      </html>
    )
  }
}

type FirstPageRouterProps = { page: FirstPage; start: ReturnType<typeof createFirstPageRouter> }

/** `HydratedRouter` of React Router, with the router above. The shape of the tree is that of the server, for `useId`. */
function FirstPageRouter({ page, start: { router, preload } }: FirstPageRouterProps) {
  useEffect(() => {
    // The effects of the whole page have run.
    releaseSession()
    function handleIdle() {
      document.documentElement.dataset.interactive = ''
      preload()
    }
    if (navigator.onLine && 'requestIdleCallback' in window) requestIdleCallback(handleIdle)
    else setTimeout(handleIdle, IDLE_MS)
  }, [preload])

  return (
    <>
      <FrameworkContext value={page.framework as never}>
        <FrameErrorBoundary>
          <RouterProvider router={router} />
        </FrameErrorBoundary>
      </FrameworkContext>
      <Fragment />
    </>
  )
}

/** The development server needs the whole router from the start, for hot reloading. */
async function createRouterElement() {
  if (import.meta.env.DEV) {
    document.documentElement.dataset.interactive = ''
    return <HydratedRouter />
  }
  const page = await readFirstPage()
  holdSession()
  return <FirstPageRouter page={page} start={createFirstPageRouter(page)} />
}

/** Called once, when the modules that every page shares are there. */
export async function hydrateFirstPage() {
  const router = await createRouterElement()
  const hydrate = () => void hydrateRoot(document, <StrictMode>{router}</StrictMode>)
  // Slices let taps through, and take longer: without network there is nothing to tap before the stored data is there.
  if (navigator.onLine) startTransition(hydrate)
  else hydrate()
}
