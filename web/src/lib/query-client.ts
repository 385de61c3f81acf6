import { QueryClient } from '@tanstack/react-query'
import { ApiResponseError, NetworkError } from './api-error.ts'

const MINUTE = 60_000
const RETRIES = 2

/** Stale times. Reviews and availability become stale earlier than the rest. */
export const fresh = { usual: 5 * MINUTE, short: 2 * MINUTE }

/** A 4xx response is final; any other failure may be temporary. */
export function shouldRetry(failures: number, error: Error) {
  return failures < RETRIES && !(error instanceof ApiResponseError && error.status < 500)
}

/** For the searches that the specification does not retry after a network failure. */
export function shouldRetrySearch(failures: number, error: Error) {
  return !(error instanceof NetworkError && error.reason === 'network') && shouldRetry(failures, error)
}

export function createQueryClient() {
  const isServer = typeof window === 'undefined'
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh.usual,
        // A server-side rendering must not wait for the retries of a failing request.
        retry: isServer ? false : shouldRetry,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      // While offline a mutation must fail visibly, not wait for the connection.
      mutations: { networkMode: 'always' },
    },
  })
}
