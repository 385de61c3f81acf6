import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type LoaderFunctionArgs, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext, siteContext } from '../lib/site.ts'

export const streamTimeout = 5_000

/** Waits for the whole page instead of streaming it: public pages are the same for every user and are cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce } = loadContext.get(siteContext)
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
          resolve(text(body).then((html) => new Response(html, { status, headers })))
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
