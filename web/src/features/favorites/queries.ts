import { favoritesApi } from '@na-regua/contract/favorites'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { shouldRetrySearch } from '../../lib/query-client.ts'

export const favoriteIdsKey = ['favorites', 'ids']
export const favoriteListKey = ['favorites', 'list']

/** The favorite buttons of all pages share this one request. */
export const favoriteIdsQuery = () =>
  queryOptions({
    queryKey: favoriteIdsKey,
    queryFn: async ({ signal }) => (await api(favoritesApi.ids, { signal })).ids,
  })

/** Newest first, with distances if there is a position. */
export const favoritesQuery = (position: Coordinates | undefined) =>
  infiniteQueryOptions({
    queryKey: [...favoriteListKey, position?.latitude, position?.longitude],
    queryFn: ({ pageParam, signal }) =>
      api(favoritesApi.list, {
        query: { latitude: position?.latitude, longitude: position?.longitude, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
    retry: shouldRetrySearch,
  })

/** Sends the new state instead of a toggle, so that a retry or a stale page has the same result. */
export function setFavorite(barbershopId: string, isFavorite: boolean) {
  return api(favoritesApi.toggle, { body: { barbershopId, isFavorite } })
}
