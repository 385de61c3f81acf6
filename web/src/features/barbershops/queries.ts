import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { shouldRetrySearch } from '../../lib/query-client.ts'

export type NearbyQuery = Omit<Query<typeof barbershopsApi.nearby>, 'page' | 'perPage' | 'features'> & {
  features?: readonly string[]
}

const PER_PAGE = 6
const FEATURED = 3
/** Server rendering waits for the query, so it does not retry there. */
const retry = typeof window === 'undefined' ? false : shouldRetrySearch

export const filtersQuery = () =>
  queryOptions({ queryKey: ['filters'], queryFn: ({ signal }) => api(barbershopsApi.filters, { signal }) })

/** The pages of the growing list. Another query starts at page 1 again. */
export const nearbyQuery = (query: NearbyQuery) =>
  infiniteQueryOptions({
    queryKey: ['barbershops', 'nearby', query],
    queryFn: ({ pageParam, signal }) =>
      api(barbershopsApi.nearby, { query: { ...query, page: pageParam, perPage: PER_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
    retry,
  })

/** The featured strip above the list. */
export const featuredQuery = (query: NearbyQuery) =>
  queryOptions({
    queryKey: ['barbershops', 'featured', query],
    queryFn: ({ signal }) =>
      api(barbershopsApi.nearby, { query: { ...query, featured: true, perPage: FEATURED }, signal }),
    retry,
  })

/** Counts the barbershops near the position that have last-minute slots. */
export const lastMinuteCountQuery = ({ latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: ['barbershops', 'last-minute', latitude, longitude],
    queryFn: ({ signal }) =>
      api(barbershopsApi.nearby, {
        query: { latitude, longitude, radiusInKm: 5, lastMinute: true, perPage: 1 },
        signal,
      }),
    retry: false,
  })

export const barbershopQuery = (id: string) =>
  queryOptions({
    queryKey: ['barbershops', id],
    queryFn: ({ signal }) => api(barbershopsApi.get, { params: { id }, signal }),
  })

/** Kilometres to a barbershop. A query of its own, because the cached page of a barbershop is the same for all users. */
export const distanceQuery = (id: string, position: Coordinates | undefined) =>
  queryOptions({
    queryKey: ['barbershops', id, 'distance', position?.latitude, position?.longitude],
    queryFn: position
      ? ({ signal }) =>
          api(barbershopsApi.get, {
            params: { id },
            query: { latitude: position.latitude, longitude: position.longitude },
            signal,
          })
      : skipToken,
    select: ({ barbershop }) => barbershop.distance_in_km,
  })
