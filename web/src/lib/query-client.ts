import { QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from './api-error.ts'

const MINUTE = 60_000
const RETRIES = 2

/** How long data counts as fresh. Reviews and availability age faster than the rest. */
export const fresh = { usual: 5 * MINUTE, short: 2 * MINUTE }

/** A refusal (4xx) stays a refusal; anything else may be better a moment later. */
export function shouldRetry(failures: number, error: Error) {
  return failures < RETRIES && !(error instanceof ApiError && error.status < 500)
}

/** For the searches that the specification does not repeat when the network itself fails. */
export function shouldRetryAnswered(failures: number, error: Error) {
  return !(error instanceof NetworkError && error.reason === 'network') && shouldRetry(failures, error)
}

export function createQueryClient() {
  const isServer = typeof window === 'undefined'
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh.usual,
        // A page that waits for a failing call must not wait for its retries too.
        retry: isServer ? false : shouldRetry,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      // Offline is an answer too: what is asked must fail and say so, not wait in silence.
      mutations: { networkMode: 'always' },
    },
  })
}
