import { ApiError, type ErrorCode, errors } from '@na-regua/contract/errors'
import type { Body, Output, Params, Query, Route } from '@na-regua/contract/route'
import { NetworkError } from './network-error.ts'
import { expireSession, getSession } from './session.ts'

const BASE = '/api'
const TIMEOUT_MS = 10_000

/** Lists travel joined by commas; what is undefined does not travel. Defaults of the contract may be left out. */
type QueryInput<Q> = { [K in keyof Q]?: Q[K] | (string extends Q[K] ? readonly string[] : never) }

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T }

export type Input<R extends Route> = Part<'params', Params<R>> &
  Part<'body', Body<R>> & {
    query?: Query<R> extends undefined ? undefined : QueryInput<Query<R>>
    headers?: Record<string, string>
    signal?: AbortSignal
    /** Arrives even when the page is being left; only for small bodies. */
    keepalive?: boolean
  }

type Optional<R extends Route> =
  Record<string, never> extends Pick<Input<R>, 'params' | 'body'> ? [Input<R>?] : [Input<R>]

let transport: typeof fetch = (input, init) => fetch(input, init)

/** The server's rendering reaches the API without a network hop; the browser never calls this. */
export function reachApiWith(other: typeof fetch) {
  transport = other
}

/** The address of a call below the API base, with its parameters filled in. */
export function apiUrl(url: string, params: object = {}, query: object = {}) {
  const values = new Map(Object.entries(params))
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
      return [[name, Array.isArray(value) ? value.join(',') : String(value)]]
    }),
  ).toString()
  return `${BASE}${path}${search && `?${search}`}`
}

function requestOf(method: string, { body, headers, signal, keepalive }: Omit<Input<Route>, 'query'>): RequestInit {
  const { token } = getSession()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  return {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    keepalive,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
}

function readBody(response: Response) {
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? response.json() : response.text()
}

async function errorOf(response: Response) {
  const body: unknown = await readBody(response).catch(() => undefined)
  const { code, message, ...details } = (typeof body === 'object' ? body : {}) as Record<string, unknown>
  const known = Object.keys(errors).find((name) => name === code) as ErrorCode | undefined
  const fallback: ErrorCode = response.status >= 502 ? 'UNAVAILABLE' : 'INTERNAL'
  return new ApiError(known ?? fallback, details, typeof message === 'string' ? message : undefined)
}

/**
 * The only way to the server. Answers what the contract says, or throws ApiError (the server refused; its message is in
 * Portuguese and ready to show) or NetworkError (no answer within 10 s). Any 401 ends the session.
 */
export async function api<R extends Route>(call: R, ...[input]: Optional<R>): Promise<Output<R>> {
  const given = (input ?? {}) as Input<Route>
  try {
    const response = await transport(apiUrl(call.url, given.params, given.query), requestOf(call.method, given))
    if (response.ok) return (await readBody(response)) as Output<R>
    const error = await errorOf(response)
    if (response.status === 401) expireSession()
    throw error
  } catch (error) {
    if (error instanceof ApiError || given.signal?.aborted) throw error
    throw new NetworkError((error as Error).name === 'TimeoutError' ? 'timeout' : 'network')
  }
}
