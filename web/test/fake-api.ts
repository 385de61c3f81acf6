import type { Route } from '@na-regua/contract/route'
import { afterEach, vi } from 'vitest'
import { apiUrl } from '../src/lib/api.ts'

export type SentRequest = {
  method: string
  url: string
  body: unknown
  headers: Headers
  keepalive: boolean
  signal: AbortSignal | undefined
}

type Handler = (request: SentRequest) => unknown

/** A response with an error of the API. */
export const apiError = (status: number, code: string, details: object = {}) =>
  Response.json({ code, message: `message of ${code}`, ...details }, { status })

/** A response whose body is sent piece by piece; the DOM's own `Response` would read it to the end first. */
export function createStreamResponse(body: ReadableStream<Uint8Array>) {
  return Object.defineProperty(new Response(null), 'body', { value: body })
}

/** A response that the test sends later. */
export function createPendingResponse<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { promise, respond: resolve, disconnect: () => reject(new TypeError('Failed to fetch')) }
}

/**
 * Responds to the requests of the test at the network boundary: `fetch` is replaced, everything above it is real. A handler
 * returns a response, or the body of a successful one; it throws for a lost connection.
 */
export function startFakeApi() {
  const handlers = new Map<string, Handler>()
  const requests: SentRequest[] = []
  const keyOf = ({ method, url }: Pick<Route, 'method' | 'url'>) =>
    `${method} ${apiUrl(url).replaceAll(/%3A\w+|undefined/g, '*')}`

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { method = 'GET', body, headers, keepalive = false, signal } = init
    const request = {
      method,
      url: String(input),
      keepalive,
      signal: signal ?? undefined,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      headers: new Headers(headers),
    }
    requests.push(request)
    const handler = [...handlers].find(([key]) => matches(key, request))?.[1]
    if (!handler) throw new Error(`no response for ${method} ${request.url}`)
    const result = await Promise.race([handler(request), rejectOnAbort(request.signal)])
    return result instanceof Response ? result : Response.json(result)
  })
  afterEach(() => {
    handlers.clear()
    requests.length = 0
  })

  return {
    /** The latest handler of a route responds. */
    respond: (route: Pick<Route, 'method' | 'url'>, handler: Handler) => void handlers.set(keyOf(route), handler),
    listRequests: (route: Pick<Route, 'method' | 'url'>) =>
      requests.filter((request) => matches(keyOf(route), request)),
  }
}

/** Whether the request has the method and the path; `*` stands for a parameter. */
function matches(key: string, { method, url }: SentRequest) {
  const [path = ''] = url.split('?')
  const pattern = key
    .split('*')
    .map((part) => part.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${pattern}$`).test(`${method} ${path}`)
}

function rejectOnAbort(signal: AbortSignal | undefined) {
  return new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
