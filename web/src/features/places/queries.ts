import { placesApi } from '@na-regua/contract/places'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'

type Bounds = { north: number; south: number; east: number; west: number }

/** The name of the place at a position. It does not change during a visit. */
export const placeNameQuery = ({ latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: ['place-name', latitude, longitude],
    queryFn: ({ signal }) => api(placesApi.reverseGeocode, { query: { lat: latitude, lon: longitude }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const municipalitiesInViewQuery = (bounds: Bounds) =>
  queryOptions({
    queryKey: ['municipalities', bounds],
    queryFn: ({ signal }) => api(placesApi.municipalities, { query: { ...bounds, limit: 30 }, signal }),
  })

export const municipalitiesNamedQuery = (query: string) =>
  queryOptions({
    queryKey: ['municipalities', query],
    queryFn: ({ signal }) => api(placesApi.municipalities, { query: { query, limit: 6 }, signal }),
    enabled: query.length >= 2,
  })
