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

/** The ids with this one added or removed, in no particular order. */
export function withFavorite(ids: readonly string[] | undefined, id: string, isFavorite: boolean) {
  const others = (ids ?? []).filter((other) => other !== id)
  return isFavorite ? [...others, id] : others
}

/** A favorite of an anonymous user, added after the login. */
export type PendingFavorite = { barbershopId: string; name: string; until: number }

const LIFETIME_MINUTES = 15

export function createPendingFavorite(barbershopId: string, name: string, now: number): PendingFavorite {
  return { barbershopId, name, until: now + LIFETIME_MINUTES * 60_000 }
}

/** Undefined if it is expired or invalid. */
export function parsePendingFavorite(text: string | null, now: number): PendingFavorite | undefined {
  try {
    const { barbershopId, name, until } = Object(JSON.parse(text ?? 'null'))
    const isValid = typeof barbershopId === 'string' && typeof name === 'string' && until > now
    return isValid ? { barbershopId, name, until } : undefined
  } catch {
    return undefined
  }
}
