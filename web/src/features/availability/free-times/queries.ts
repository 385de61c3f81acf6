import { availabilityApi, FREE_TIMES_IDS, type FreeTimes } from '@na-regua/contract/availability'
import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What a ruler shows must be true: looked at again after half a minute, while somebody looks at it. */
const FRESH_MS = 30_000

/** Below this key stands every ruler: a booking makes them old. */
export const freeTimesKey = ['free-times'] as const

export const freeTimesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...freeTimesKey, ids],
    queryFn: ({ signal }) => api(availabilityApi.freeTimes, { query: { ids }, signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })

function chunksOf(ids: readonly string[]) {
  const count = Math.ceil(ids.length / FREE_TIMES_IDS)
  return Array.from({ length: count }, (_, index) => ids.slice(index * FREE_TIMES_IDS, (index + 1) * FREE_TIMES_IDS))
}

/** Today's free times by shop, one call for fifty; undefined while nobody knows, null when the call failed. */
export function useFreeTimes(ids: readonly string[]): (id: string) => FreeTimes | null | undefined {
  return useQueries({
    queries: chunksOf([...new Set(ids)]).map(freeTimesQuery),
    combine: (results) => {
      const known = new Map(results.flatMap(({ data }) => data?.freeTimes ?? []).map((times) => [times.id, times]))
      const isWaiting = results.some(({ isFetching }) => isFetching)
      return (id: string) => known.get(id) ?? (isWaiting ? undefined : null)
    },
  })
}
