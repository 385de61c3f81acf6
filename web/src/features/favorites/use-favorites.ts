import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Coordinates } from '../../lib/geolocation.ts'
import { favoriteIdsQuery, favoritesQuery } from './queries.ts'

/** The list as the hearts have it: what was just taken out is gone at once, and back when it is put back. */
function stillOn(shops: readonly BarbershopCard[], ids: readonly string[] | undefined) {
  const once = [...new Map(shops.map((shop) => [shop.id, shop])).values()]
  return ids ? once.filter(({ id }) => ids.includes(id)) : once
}

export function useFavorites(place: Coordinates | undefined) {
  const list = useInfiniteQuery(favoritesQuery(place))
  const { data: ids } = useQuery(favoriteIdsQuery())
  const pages = list.data?.pages ?? []
  return {
    isPending: list.isPending,
    error: list.data ? undefined : (list.error ?? undefined),
    retry: () => void list.refetch(),
    shops: stillOn(
      pages.flatMap((page) => page.barbershops),
      ids,
    ),
    total: ids?.length ?? pages.at(-1)?.pagination.total ?? 0,
    more: {
      isThere: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      hasFailed: list.isFetchNextPageError,
      load: () => void list.fetchNextPage(),
    },
  }
}

export type Favorites = ReturnType<typeof useFavorites>
