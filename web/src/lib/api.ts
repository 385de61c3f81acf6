import type { Body, Output, Params, Query, Route } from '@na-regua/contract/route'
import { createStore } from 'zustand'
import { ApiResponseError, NetworkError } from './api-error.ts'
import { expireSession, getSession } from './session.ts'

const API_PATH = '/api'
const TIMEOUT_MS = 10_000
/** For a file over a slow mobile connection, as long as the server waits. */
const FILE_TIMEOUT_MS = 60_000

/** Arrays are sent joined by commas; undefined is not sent. Parameters with a default may be left out. */
type QueryInput<Q> = { [K in keyof Q]?: Q[K] | (string extends Q[K] ? readonly string[] : never) }

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T }

type Input<R extends Route> = Part<'params', Params<R>> &
  Part<'body', Body<R>> & {
    query?: Query<R> extends undefined ? undefined : QueryInput<Query<R>>
    headers?: Record<string, string>
    signal?: AbortSignal
    /** The request survives leaving the page; only for small bodies. */
    keepalive?: boolean
  }

type Optional<R extends Route> =
  Record<string, never> extends Pick<Input<R>, 'params' | 'body'> ? [Input<R>?] : [Input<R>]

const store = createStore<{ transport: typeof fetch }>(() => ({ transport: (input, init) => fetch(input, init) }))

/** Lets server-side rendering call the API in-process; the browser never calls this. */
export const setApiTransport = (transport: typeof fetch) => store.setState({ transport })

/** The URL of an endpoint below the API path, with its parameters filled in. */
export function apiUrl(url: string, params: object = {}, query: object = {}) {
  const values = new Map(Object.entries(params))
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
      return [[name, Array.isArray(value) ? value.join(',') : String(value)]]
    }),
  ).toString()
  return `${API_PATH}${path}${search && `?${search}`}`
}

type Given = Input<Route> & { timeoutMs?: number }
type RequestInput = Omit<Given, 'query'> & { token: string | undefined }

function createRequest(
  method: string,
  { body, headers, signal, keepalive, token, timeoutMs = TIMEOUT_MS }: RequestInput,
): RequestInit {
  const timeout = AbortSignal.timeout(timeoutMs)
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

/** Rejects for HTML, which is never the server's: the login page of a hotel's network has status 200 too. */
async function readBody(response: Response) {
  const type = response.headers.get('content-type')
  if (type?.includes('html')) throw type
  return type?.includes('json') ? response.json() : response.text()
}

export function createApiError(status: number, body: unknown) {
  return new ApiResponseError(status, typeof body === 'object' && body !== null ? { ...body } : {})
}

const untilIdle = () => new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))

/**
 * The only way to call the server. Returns the response body, or throws ApiResponseError (an error response; its message is in
 * Portuguese and ready to show) or NetworkError (no response of the server within 10 s). Any 401 ends the session.
 */
export function api<R extends Route>(call: R, ...[input]: Optional<R>): Promise<Output<R>> {
  return send(call, (input ?? {}) as Input<Route>, readBody)
}

/** As `api`, for an endpoint whose response is a file that is no text. */
export function apiFile<R extends Route>(call: R, ...[input]: Optional<R>): Promise<Blob> {
  const given = { ...((input ?? {}) as Input<Route>), timeoutMs: FILE_TIMEOUT_MS }
  return send(call, given, (response) => response.blob())
}

async function send<T>(call: Route, given: Given, read: (response: Response) => Promise<T>): Promise<T> {
  const { token } = getSession()
  try {
    const url = apiUrl(call.url, given.params, given.query)
    // Without a network the page first shows what is stored.
    if (globalThis.navigator?.onLine === false) await untilIdle()
    const response = await store.getState().transport(url, createRequest(call.method, { ...given, token }))
    if (response.ok) return await read(response)
    const error = createApiError(response.status, await readBody(response).catch(() => undefined))
    error.details.retryAfter = Number(response.headers.get('retry-after'))
    if (response.status === 401) expireSession(token)
    throw error
  } catch (error) {
    if (error instanceof ApiResponseError || given.signal?.aborted) throw error
    throw new NetworkError((error as Error).name === 'TimeoutError' ? 'timeout' : 'network')
  }
}
