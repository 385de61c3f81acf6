import { AsyncLocalStorage } from 'node:async_hooks'
import * as build from 'virtual:react-router/server-build'
import { isSlug } from '@na-regua/contract/slugs'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { setApiTransport } from '../lib/api.ts'
import { createPageUrls, type Site, siteContext } from '../lib/site.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)
const transports = new AsyncLocalStorage<typeof fetch>()

setApiTransport((input, init) => {
  const transport = transports.getStore()
  if (!transport) throw new Error('the API was called outside of a rendering')
  return transport(input, init)
})

/** Renders one URL. `callApi` handles the API requests of its loaders; it is scoped to the rendering, so no state is shared. */
export function render(request: Request, site: Site, callApi: typeof fetch) {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return transports.run(callApi, () => handle(request, context))
}

/** One URL for all that render the same page: the cache of the server is keyed by it. */
export const toPageUrl = createPageUrls(Object.values(build.routes), isSlug)
