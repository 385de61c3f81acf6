import { createContext as createReactContext } from 'react'
import { createContext, matchRoutes, useRouteLoaderData } from 'react-router'

/** The server's configuration for one rendering. */
export type Site = {
  /** Absolute address without a trailing slash, for canonical links. */
  publicUrl: string
  /** The demo shows the emails that would have been sent. */
  hasOutbox: boolean
  /** Sign-in with Google is configured. */
  hasGoogle: boolean
  /** Address of map tiles with {z}, {x} and {y}; the page's Content-Security-Policy allows images from that host only. */
  tilesUrl: string
  /** Marks our inline scripts; the server replaces it by their hashes in the Content-Security-Policy. */
  nonce: string
  reportError: (error: unknown) => void
}

export const siteContext = createContext<Site>()

/** The part that is sent to the browser. */
export type PublicSite = Pick<Site, 'publicUrl' | 'hasOutbox' | 'hasGoogle' | 'tilesUrl'>

export function useSite() {
  return useRouteLoaderData('root') as PublicSite | undefined
}

/** The nonce of our inline scripts during server-side rendering; undefined in the browser. */
export const NonceContext = createReactContext<string | undefined>(undefined)

export const BRAND = 'Na Régua'

export const contact = { email: 'contato@naregua.test', phone: '6230000000', city: 'Goiânia, GO' }

/** A page exports it as `handle` when its rendering on the server depends on URL parameters. All others are ignored there. */
export type PageHandle = { parameters: readonly string[] }

type PageRoute = { id: string; path?: string; index?: boolean; parentId?: string; module: { handle?: unknown } }

/** Every unknown path renders the same page: one segment that is no slug, and all others, are matched by two routes. */
const NO_SLUG = '/404'
const NOT_FOUND = '/404/404'
/** The end of the URLs of loader data, and what stands for the home page before it. */
const DATA = '.data'
const HOME_DATA = '/_root'

/**
 * Returns a function from the URL of a request to the one that its page is rendered for: with the parameters that the page reads,
 * in one order, and one spelling of the path. `isSlug` is passed in: the rule of slugs is no part of the first load.
 */
export function createPageUrls(routes: readonly (PageRoute | undefined)[], isSlug: (text: string) => boolean) {
  const pages = routes.flatMap((route) => {
    if (route?.parentId !== 'root') return []
    return [{ id: route.id, path: route.path ?? '/', handle: route.module.handle as PageHandle | undefined }]
  })

  return function toPageUrl(url: string): string {
    if (!url.startsWith('/')) return NOT_FOUND
    const { pathname, searchParams } = new URL(`http://localhost${url}`)
    const suffix = pathname.endsWith(DATA) ? DATA : ''
    const path = pathname.slice(0, pathname.length - suffix.length)
    const page = matchRoutes(pages, suffix && path === HOME_DATA ? '/' : path)?.at(-1)?.route
    if (!page || page.path === '*') return NOT_FOUND + suffix
    const names = [...(page.handle?.parameters ?? []), ...(suffix ? ['_routes'] : [])]
    return toPath(page.path, path, { suffix, isSlug }) + suffix + toQuery(names, searchParams)
  }
}

type PathOptions = { suffix: string; isSlug: (text: string) => boolean }

function toPath(pattern: string, requested: string, { suffix, isSlug }: PathOptions) {
  if (pattern === '/') return suffix ? HOME_DATA : '/'
  if (pattern === ':slug') {
    // As it was requested: another spelling of a slug redirects.
    const slug = requested.replaceAll('/', '')
    return isSlug(slug.toLowerCase()) ? `/${slug}` : NO_SLUG
  }
  return pattern.includes(':') ? requested : `/${pattern}`
}

function toQuery(names: readonly string[], params: URLSearchParams) {
  const known = names.flatMap((name) => {
    const value = params.get(name)
    return value === null ? [] : [[name, value]]
  })
  return known.length > 0 ? `?${new URLSearchParams(known)}` : ''
}
