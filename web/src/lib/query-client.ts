import { type DataTag, QueryClient, type QueryKey, replaceEqualDeep } from '@tanstack/react-query'
import { useRef } from 'react'
import { data } from 'react-router'
import { ApiResponseError, NetworkError } from './api-error.ts'

const MINUTE = 60_000
const RETRIES = 2
const STORED_MS = 30 * MINUTE

/** Stale times. Reviews and availability become stale earlier than the rest. */
export const fresh = { usual: 5 * MINUTE, short: 2 * MINUTE }

/** Not allowed, not found, gone, or a link that is over: the page shows these as a result, at once. */
const finalStatuses = [401, 403, 404, 410, 422]

/** The longest delay before a retry. */
const MAX_DELAY_MS = 30_000

/** When the server wants the next try, which it says where it has too much to do. */
const retryAfterMs = (error: Error) =>
  error instanceof ApiResponseError ? 1_000 * Number(error.details.retryAfter ?? 0) : 0

/** Any other failure of a query may be temporary. Queries are GET requests, which are safe to repeat; mutations never are. */
export function shouldRetry(failures: number, error: Error) {
  const isFinal = error instanceof ApiResponseError && finalStatuses.includes(error.status)
  return failures < RETRIES && !isFinal && retryAfterMs(error) <= MAX_DELAY_MS
}

/** One second, doubled each time, and not before the server wants it. */
const getRetryDelay = (failures: number, error: Error) =>
  Math.min(Math.max(1_000 * 2 ** failures, retryAfterMs(error)), MAX_DELAY_MS)

/** Refused by a server that has too much to do, not for what was requested. */
export function isRefusedForNow(error: unknown) {
  return error instanceof ApiResponseError && (error.status === 429 || error.status === 503)
}

/** For the searches that the specification does not retry after a network failure. */
export function shouldRetrySearch(failures: number, error: Error) {
  return !(error instanceof NetworkError && error.reason === 'network') && shouldRetry(failures, error)
}

/** A query that the server ran, as it is sent. `at`: when it was loaded. */
export type LoadedQuery = { key: QueryKey; data: unknown; at: number }

/** `loaded`: what it has from the start. */
export function createQueryClient(loaded: readonly LoadedQuery[] = []) {
  const isServer = typeof window === 'undefined'
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh.usual,
        // What the user has left stays, so that Back shows the whole list. The server has a client for each rendering.
        gcTime: isServer ? Number.POSITIVE_INFINITY : STORED_MS,
        // A server-side rendering must not wait for the retries of a failing request.
        retry: isServer ? false : shouldRetry,
        retryDelay: getRetryDelay,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // What failed without network follows as soon as it is back.
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      // While offline a mutation must fail visibly, not wait for the connection.
      mutations: { networkMode: 'always' },
    },
  })
  for (const { key, data, at } of loaded) client.setQueryData(key, data, { updatedAt: at })
  return client
}

/** Keeps what a change has returned. A refetch that began before the change may return an older state, so it is cancelled. */
export function storeResponse<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  data: NoInfer<Data> | ((current: Data | undefined) => Data | undefined),
) {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Data>(queryKey as QueryKey, data as Data)
}

/**
 * For a page's `loader`: runs queries on the server for the page's useQuery. Use `fetchQuery` for data that the page requires (its
 * error status becomes the page's) and `prefetchQuery` for the rest.
 */
export async function loadQueries(load: (client: QueryClient) => Promise<unknown>) {
  const client = createQueryClient()
  try {
    await load(client)
  } catch (error) {
    if (error instanceof ApiResponseError && error.status < 500) throw data(error.body(), { status: error.status })
    throw error
  }
  const queries: LoadedQuery[] = []
  for (const { queryKey: key, state } of client.getQueryCache().getAll())
    if (state.status === 'success') queries.push({ key, data: state.data, at: state.dataUpdatedAt })
  return { queries }
}

/** For a page's `clientLoader`: a client-side navigation skips the server loader, the page's queries call the API. */
export function loadNothing() {
  return null
}

/**
 * The same objects as before for all items that are equal to one of another response, wherever they stood there: what is rendered for
 * them is not rendered again. The query library does so only within one query, and by position.
 */
export function useSharedItems<T extends { id: string }>(items: readonly T[]): readonly T[] {
  const known = useRef(new Map<string, T>())
  return items.map((item) => {
    const shared = replaceEqualDeep(known.current.get(item.id), item) as T
    known.current.set(item.id, shared)
    return shared
  })
}
