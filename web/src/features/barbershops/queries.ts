import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { shouldRetryAnswered } from '../../lib/query-client.ts'

export type NearbyQuery = Omit<Query<typeof barbershopsApi.nearby>, 'page' | 'perPage' | 'features'> & {
  features?: readonly string[]
}

const PER_PAGE = 6
const FEATURED = 3
const SEARCH = { radiusInKm: 50, limit: 10 }
/** A page that waits for a failing call must not wait for its retries too. */
const retry = typeof window === 'undefined' ? false : shouldRetryAnswered

export const filtersQuery = () =>
  queryOptions({ queryKey: ['filters'], queryFn: ({ signal }) => api(barbershopsApi.filters, { signal }) })

/** Pages of a list that grows. A change of what is asked begins another list at page 1. */
export const nearbyQuery = (query: NearbyQuery) =>
  infiniteQueryOptions({
    queryKey: ['barbershops', 'nearby', query],
    queryFn: ({ pageParam, signal }) =>
      api(barbershopsApi.nearby, { query: { ...query, page: pageParam, perPage: PER_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
    retry,
  })

/** The few that lead the list in a strip of their own. */
export const featuredQuery = (query: NearbyQuery) =>
  queryOptions({
    queryKey: ['barbershops', 'featured', query],
    queryFn: ({ signal }) =>
      api(barbershopsApi.nearby, { query: { ...query, featured: true, perPage: FEATURED }, signal }),
    retry,
  })

/** Text search around a place; `words` come trimmed. */
export const searchQuery = (words: string, place: Coordinates) =>
  queryOptions({
    queryKey: ['barbershops', 'search', words, place],
    queryFn: ({ signal }) => api(barbershopsApi.search, { query: { query: words, ...place, ...SEARCH }, signal }),
    retry: false,
  })

export const barbershopQuery = (id: string) =>
  queryOptions({
    queryKey: ['barbershops', id],
    queryFn: ({ signal }) => api(barbershopsApi.get, { params: { id }, signal }),
  })

/** How far a shop is from a place. Asked apart, because the shop's page is the same for everyone. */
export const distanceQuery = (id: string, place: Coordinates | undefined) =>
  queryOptions({
    queryKey: ['barbershops', id, 'distance', place?.latitude, place?.longitude],
    queryFn: place
      ? ({ signal }) =>
          api(barbershopsApi.get, {
            params: { id },
            query: { latitude: place.latitude, longitude: place.longitude },
            signal,
          })
      : skipToken,
    select: ({ barbershop }) => barbershop.distance_in_km,
  })
