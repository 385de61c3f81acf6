import type { Body, Output, Params, Query, Route } from '@na-regua/contract/route'
import { ApiError, NetworkError } from './api-error.ts'
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

type Request = Omit<Input<Route>, 'query'> & { token: string | undefined }

function requestOf(method: string, { body, headers, signal, keepalive, token }: Request): RequestInit {
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

/** What a refusal says, whoever asked. */
export function toApiError(status: number, body: unknown) {
  return new ApiError(status, typeof body === 'object' && body !== null ? { ...body } : {})
}

/**
 * The only way to the server. Answers what the contract says, or throws ApiError (the server refused; its message is in
 * Portuguese and ready to show) or NetworkError (no answer within 10 s). Any 401 ends the session.
 */
export async function api<R extends Route>(call: R, ...[input]: Optional<R>): Promise<Output<R>> {
  const given = (input ?? {}) as Input<Route>
  const { token } = getSession()
  try {
    const url = apiUrl(call.url, given.params, given.query)
    const response = await transport(url, requestOf(call.method, { ...given, token }))
    if (response.ok) return (await readBody(response)) as Output<R>
    const error = toApiError(response.status, await readBody(response).catch(() => undefined))
    if (response.status === 401) expireSession(token)
    throw error
  } catch (error) {
    if (error instanceof ApiError || given.signal?.aborted) throw error
    throw new NetworkError((error as Error).name === 'TimeoutError' ? 'timeout' : 'network')
  }
}
