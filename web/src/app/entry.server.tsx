import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type LoaderFunctionArgs, type RouterContextProvider, ServerRouter } from 'react-router'
import { deferScripts, inlineManifest } from '../lib/after-paint.ts'
import { NonceContext, siteContext } from '../lib/site.ts'

export const streamTimeout = 5_000

/** The development server's scripts are left unchanged. */
function optimizeHtml(html: string, { manifest, staticHandlerContext }: EntryContext) {
  if (!import.meta.env.PROD) return html
  const routeIds = staticHandlerContext.matches.map(({ route }) => route.id)
  return deferScripts(inlineManifest(html, manifest, routeIds))
}

/**
 * What the loaders returned, as JSON. React Router's own format can hold dates and promises, which no loader returns, and its decoder
 * would be a part of every first load. An error response stays one; of another error nothing is sent. React Router escapes the text.
 */
function encodeState({ staticHandlerContext: { loaderData, errors } }: EntryContext) {
  const json = new TextEncoder().encode(JSON.stringify({ loaderData, errors }))
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(json)
      controller.close()
    },
  })
}

/** Waits for the whole page instead of streaming it: public pages are the same for every user and are cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce } = loadContext.get(siteContext)
  if (import.meta.env.PROD) routerContext.serverHandoffStream = encodeState(routerContext)
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Disables out-of-order streaming, which needs a script to insert content: the page is readable without JavaScript.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timeout)
          headers.set('content-type', 'text/html; charset=utf-8')
          const body = new PassThrough()
          resolve(text(body).then((html) => new Response(optimizeHtml(html, routerContext), { status, headers })))
          pipe(body)
        },
        onError: reject,
      },
    )
    const timeout = setTimeout(abort, streamTimeout + 1_000)
  })
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs) {
  if (!request.signal.aborted) context.get(siteContext).reportError(error)
}
