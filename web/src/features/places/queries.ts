import { reverseGeocode } from '@na-regua/contract/reverse-geocode'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'

/** The name of the place at a position. It does not change during a visit. */
export const placeNameQuery = ({ latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: ['place-name', latitude, longitude],
    queryFn: ({ signal }) => api(reverseGeocode, { query: { lat: latitude, lon: longitude }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
