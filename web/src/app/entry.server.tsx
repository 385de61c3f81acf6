import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type LoaderFunctionArgs, type RouterContextProvider, ServerRouter } from 'react-router'
import { deferScripts } from '../lib/after-paint.ts'
import { NonceContext, siteContext } from '../lib/site.ts'

export const streamTimeout = 5_000

/** While it is developed, whatever the tools wrote stays as it is. */
const readyToSend = (html: string) => (import.meta.env.PROD ? deferScripts(html) : html)

/** Waits for the whole page instead of streaming it: public pages are the same for everyone and go into a cache. */
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
        // Never moves content out of place to reveal it by script later: the page reads well without JavaScript.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timeout)
          headers.set('content-type', 'text/html; charset=utf-8')
          const body = new PassThrough()
          resolve(text(body).then((html) => new Response(readyToSend(html), { status, headers })))
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
