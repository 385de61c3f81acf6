import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api-error.ts'
import { readWall } from '../opening-hours/rules.ts'
import { barbershopQuery } from '../queries.ts'

const MINUTE = 60_000

/**
 * A shop and the time on its wall when it was asked for. The rest stays fresh for long, but whether it is open changes by
 * the minute and only the server tells: the page asks again each minute, and at once when what it kept is older.
 */
export function useShop(id: string) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...barbershopQuery(id),
    refetchInterval: MINUTE,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > MINUTE ? 'always' : true),
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > MINUTE ? 'always' : false),
  })
  const shop = data?.barbershop
  return {
    shop,
    // Of the answer and not of the clock, so that server and browser draw the same.
    wall: shop && readWall(dataUpdatedAt, shop.timeZone),
    // A mangled id is refused as input; for whoever reads the page both mean that there is no such shop.
    isUnknown: error instanceof ApiError && (error.status === 404 || error.status === 400),
    isFailed: error !== null && !shop,
    retry: () => void refetch(),
  }
}
