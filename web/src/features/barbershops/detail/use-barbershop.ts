import { useQuery } from '@tanstack/react-query'
import { ApiResponseError } from '../../../lib/api-error.ts'
import { toWeekdayAndMinute } from '../opening-hours/rules.ts'
import { barbershopQuery } from '../queries.ts'

const MINUTE = 60_000

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
    // A malformed id gets status 400. For the user both mean that the barbershop does not exist.
    isNotFound: error instanceof ApiResponseError && (error.status === 404 || error.status === 400),
    hasFailed: error !== null && !shop,
    retry: () => void refetch(),
  }
}
