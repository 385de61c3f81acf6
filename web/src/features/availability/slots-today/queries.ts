import { availabilityApi, type BarbershopSlotsToday, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import type { Query } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Slots change quickly: refetched every half minute while the page is visible. */
const FRESH_MS = 30_000

/** Prefix of the queries below, invalidated after a booking. */
export const slotsTodayKey = ['slots-today'] as const

function splitIntoChunks(ids: readonly string[]) {
  const count = Math.ceil(ids.length / MAX_BARBERSHOPS_PER_LOOKUP)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * MAX_BARBERSHOPS_PER_LOOKUP, (index + 1) * MAX_BARBERSHOPS_PER_LOOKUP),
  )
}

type SlotsTodayQuery = Query<typeof availabilityApi.slotsToday>
/** Of which service and when the next times are; other filters of a list do not matter. */
export type NextTimesFilter = Omit<SlotsTodayQuery, 'ids' | 'date'>

/**
 * One request per 50 barbershops, in a single query: `useQueries` would add 2 KB to the first load.
 */
export const slotsTodayQuery = (
  ids: readonly string[],
  { service, freeOn, freeFrom, freeUntil, priceMin, priceMax }: NextTimesFilter = {},
) => {
  const filter = { service, freeOn, freeFrom, freeUntil, priceMin, priceMax }
  return queryOptions({
    queryKey: [...slotsTodayKey, ids, filter],
    async queryFn({ signal }) {
      const requests = splitIntoChunks(ids).map((chunk) =>
        api(availabilityApi.slotsToday, { query: { ids: chunk, ...filter }, signal }),
      )
      return (await Promise.all(requests)).flatMap(({ freeTimes }) => freeTimes)
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
}

/** Today's slots by barbershop; undefined while loading, null when the request failed. */
export function useSlotsToday(
  ids: readonly string[],
  filter?: NextTimesFilter,
): (id: string) => BarbershopSlotsToday | null | undefined {
  const uniqueIds = [...new Set(ids)]
  const { data = [], isFetching } = useQuery({ ...slotsTodayQuery(uniqueIds, filter), enabled: uniqueIds.length > 0 })
  const byId = new Map(data.map((slots) => [slots.id, slots]))
  return (id) => byId.get(id) ?? (isFetching ? undefined : null)
}
