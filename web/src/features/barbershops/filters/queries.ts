import { barbershopsApi, MAX_COUNTED } from '@na-regua/contract/barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import type { NearbyQuery } from '../queries.ts'
import { DEFAULT_RADIUS, type NearbyFilters, toNearbyQuery } from './rules.ts'

type CountedFilters = Body<typeof barbershopsApi.count>['filters'][number]

/** As one of the sets that are counted. */
function toCountedFilters(filters: NearbyFilters): CountedFilters {
  const {
    latitude: _,
    longitude: __,
    orderBy: ___,
    features,
    radiusInKm = DEFAULT_RADIUS,
    ...others
  } = toNearbyQuery({ latitude: 0, longitude: 0 }, filters)
  return { ...others, radiusInKm, features: features?.join(',') }
}

/** How many barbershops there are around a position with each set of filters. */
export function countsQuery({ latitude, longitude }: Coordinates, sets: readonly NearbyFilters[]) {
  const filters = sets.slice(0, MAX_COUNTED).map(toCountedFilters)
  return queryOptions({
    queryKey: ['barbershops', 'counts', latitude, longitude, filters],
    queryFn:
      filters.length > 0
        ? ({ signal }) => api(barbershopsApi.count, { body: { latitude, longitude, filters }, signal })
        : skipToken,
    select: ({ totals }) => totals,
    retry: false,
  })
}

/** The nearest barbershop with these filters; without one the nearest of all. */
export const nearestQuery = ({ radiusInKm: _, orderBy: __, ...query }: NearbyQuery) =>
  queryOptions({
    queryKey: ['barbershops', 'nearest', query],
    queryFn: ({ signal }) => api(barbershopsApi.nearest, { query, signal }),
    retry: false,
  })
