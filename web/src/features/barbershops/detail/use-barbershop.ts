import { isSlug, slugsApi } from '@na-regua/contract/slugs'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { data, type Params, redirect } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { api } from '../../../lib/api.ts'
import { ApiResponseError } from '../../../lib/api-error.ts'
import { isUuid } from '../../../lib/use-url-params.ts'
import { toWeekdayAndMinute } from '../opening-hours/rules.ts'
import { barbershopQuery } from '../queries.ts'

const MINUTE = 60_000

/** The barbershop whose address is `/slug`, or was. */
const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['barbershops', 'slug', slug],
    queryFn: ({ signal }) => api(slugsApi.find, { params: { slug }, signal }),
  })

/** The id in the URL, or that of the barbershop whose own address it is: a former one, or another spelling, redirects. */
export async function findBarbershopId(client: QueryClient, { id = '', slug }: Params) {
  if (slug === undefined && isUuid(id)) return id
  if (!slug || !isSlug(slug.toLowerCase())) throw data(null, { status: 404 })
  const found = await client.fetchQuery(slugQuery(slug))
  if (found.slug !== slug) throw redirect(paths.ownAddress(found.slug), 301)
  return found.barbershopId
}

/** The id behind an address. The server's page has it already; after a client-side navigation it is loaded. */
export function useBarbershopId(slug: string) {
  const { data: found, error, refetch } = useQuery(slugQuery(slug))
  return {
    id: found?.barbershopId,
    isNotFound: isMissing(error),
    hasFailed: error !== null,
    retry: () => void refetch(),
  }
}

/** A malformed id or slug gets status 400. For the user both mean that the barbershop does not exist. */
function isMissing(error: Error | null) {
  return error instanceof ApiResponseError && (error.status === 404 || error.status === 400)
}

/**
 * A barbershop, and the local time there when it was loaded. Only the server computes whether it is open, which changes by
 * the minute: the query is refetched every minute, and at once if the cached data is older.
 */
export function useBarbershop(id: string) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...barbershopQuery(id),
    refetchInterval: MINUTE,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > MINUTE ? 'always' : true),
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > MINUTE ? 'always' : false),
  })
  const shop = data?.barbershop
  return {
    shop,
    // The time of the response instead of now, so that server and browser render the same.
    loadedAt: shop && toWeekdayAndMinute(dataUpdatedAt, shop.timeZone),
    isNotFound: isMissing(error),
    hasFailed: error !== null && !shop,
    retry: () => void refetch(),
  }
}
