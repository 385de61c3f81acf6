import { isSlug } from '@na-regua/contract/slugs'
import { matchRoutes } from 'react-router'

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
 * in one order, and one spelling of the path.
 */
export function createPageUrls(routes: readonly (PageRoute | undefined)[]) {
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
    return toPath(page.path, path, suffix) + suffix + toQuery(names, searchParams)
  }
}

function toPath(pattern: string, requested: string, suffix: string) {
  if (pattern === '/') return suffix ? HOME_DATA : '/'
  if (pattern === ':slug') return toSlugPath(requested)
  return pattern.includes(':') ? requested : `/${pattern}`
}

function toQuery(names: readonly string[], params: URLSearchParams) {
  const known = names.flatMap((name) => {
    const value = params.get(name)
    return value === null ? [] : [[name, value]]
  })
  return known.length > 0 ? `?${new URLSearchParams(known)}` : ''
}

/** As it was requested: another spelling of a slug redirects. */
function toSlugPath(requested: string) {
  const slug = requested.replaceAll('/', '')
  return isSlug(slug.toLowerCase()) ? `/${slug}` : NO_SLUG
}
