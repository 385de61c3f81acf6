import { favoritesApi } from '@na-regua/contract/favorites'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { shouldRetryAnswered } from '../../lib/query-client.ts'

export const favoriteIdsKey = ['favorites', 'ids']
export const favoriteListKey = ['favorites', 'list']

/** The hearts of every list and page, by one small call. */
export const favoriteIdsQuery = () =>
  queryOptions({
    queryKey: favoriteIdsKey,
    queryFn: async ({ signal }) => (await api(favoritesApi.ids, { signal })).ids,
  })

/** The cards, newest first, told from a place where there is one. */
export const favoritesQuery = (place: Coordinates | undefined) =>
  infiniteQueryOptions({
    queryKey: [...favoriteListKey, place?.latitude, place?.longitude],
    queryFn: ({ pageParam, signal }) =>
      api(favoritesApi.list, {
        query: { latitude: place?.latitude, longitude: place?.longitude, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
    retry: shouldRetryAnswered,
  })

/** Says what is wished for instead of "the other": sent twice, or from a page that is out of date, it still means the same. */
export function setFavorite(barbershopId: string, isFavorite: boolean) {
  return api(favoritesApi.toggle, { body: { barbershopId, isFavorite } })
}
