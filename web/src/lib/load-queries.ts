import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { data } from 'react-router'
import { ApiResponseError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

/**
 * For a page's `loader`: runs queries on the server and dehydrates their results for the page's useQuery. Use `fetchQuery`
 * for data that the page requires (its error status becomes the page's) and `prefetchQuery` for the rest.
 */
export async function loadQueries(load: (client: QueryClient) => Promise<unknown>) {
  const client = createQueryClient()
  try {
    await load(client)
  } catch (error) {
    if (error instanceof ApiResponseError && error.status < 500) throw data(error.body(), { status: error.status })
    throw error
  }
  return { queries: dehydrate(client) }
}

/** For a page's `clientLoader`: a client-side navigation skips the server loader, the page's queries call the API. */
export function loadNothing() {
  return null
}
