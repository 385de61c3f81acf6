import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { data } from 'react-router'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

/**
 * For a page's `loader`: runs queries on the server and hands their results to the page's useQuery. Use `fetchQuery` for
 * what the page cannot stand without (its refusal becomes the page's status) and `prefetchQuery` for the rest.
 */
export async function loadQueries(load: (client: QueryClient) => Promise<unknown>) {
  const client = createQueryClient()
  try {
    await load(client)
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(error.body(), { status: error.status })
    throw error
  }
  return { queries: dehydrate(client) }
}

/** For a page's `clientLoader`: moving inside the site needs no answer of the server, the page's queries ask the API. */
export function loadNothing() {
  return null
}
