import { AsyncLocalStorage } from 'node:async_hooks'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { reachApiWith } from '../lib/api.ts'
import { type Site, siteContext } from '../lib/site.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)
const transports = new AsyncLocalStorage<typeof fetch>()

reachApiWith((input, init) => {
  const transport = transports.getStore()
  if (!transport) throw new Error('The API was called outside a rendering.')
  return transport(input, init)
})

/** Renders one address. `callApi` answers the calls of its loaders; it lives as long as the rendering, so no state is shared. */
export function render(request: Request, site: Site, callApi: typeof fetch) {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return transports.run(callApi, () => handle(request, context))
}
