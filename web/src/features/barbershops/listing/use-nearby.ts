import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { featuredQuery, type NearbyQuery, nearbyQuery } from '../queries.ts'

/** A shop that moved to the next page while somebody read stands twice in the answers, and once in the list. */
function once(shops: readonly BarbershopCard[]) {
  return [...new Map(shops.map((shop) => [shop.id, shop])).values()]
}

/** The list and its strip arrive together, and the last strip keeps its place until then, so that nothing is pushed about. */
export function useNearby(query: NearbyQuery) {
  const list = useInfiniteQuery(nearbyQuery(query))
  const strip = useQuery({ ...featuredQuery(query), placeholderData: keepPreviousData })
  const pages = list.data?.pages ?? []
  const isStripComing = strip.isPending || strip.isPlaceholderData
  const isPending = list.isPending || (isStripComing && !list.isError)
  return {
    isPending,
    hasAnswer: !isPending && list.data !== undefined,
    error: list.data ? undefined : (list.error ?? undefined),
    retry: () => void Promise.all([list.refetch(), strip.refetch()]),
    shops: once(pages.flatMap((page) => page.barbershops)),
    featured: strip.data?.barbershops ?? [],
    total: pages.at(-1)?.pagination.total ?? 0,
    more: {
      isThere: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      hasFailed: list.isFetchNextPageError,
      load: () => void list.fetchNextPage(),
    },
  }
}

export type Nearby = ReturnType<typeof useNearby>
