import { availabilityApi, type BarbershopSlotsToday, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What a ruler shows must be true: looked at again after half a minute, while somebody looks at it. */
const FRESH_MS = 30_000

/** Below this key stands every ruler: a booking makes them old. */
export const freeTimesKey = ['free-times'] as const

function chunksOf(ids: readonly string[]) {
  const count = Math.ceil(ids.length / MAX_BARBERSHOPS_PER_LOOKUP)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * MAX_BARBERSHOPS_PER_LOOKUP, (index + 1) * MAX_BARBERSHOPS_PER_LOOKUP),
  )
}

/** One call for fifty shops. One query for all of them: the code that watches several would weigh 2 KB on the first visit. */
export const freeTimesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...freeTimesKey, ids],
    async queryFn({ signal }) {
      const answers = chunksOf(ids).map((some) => api(availabilityApi.freeTimes, { query: { ids: some }, signal }))
      return (await Promise.all(answers)).flatMap(({ freeTimes }) => freeTimes)
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })

/** Today's free times by shop; undefined while nobody knows, null when the call failed. */
export function useFreeTimes(ids: readonly string[]): (id: string) => BarbershopSlotsToday | null | undefined {
  const wanted = [...new Set(ids)]
  const { data = [], isFetching } = useQuery({ ...freeTimesQuery(wanted), enabled: wanted.length > 0 })
  const known = new Map(data.map((times) => [times.id, times]))
  return (id) => known.get(id) ?? (isFetching ? undefined : null)
}
