import { placesApi } from '@na-regua/contract/places'
import { MIN_MUNICIPALITY_QUERY } from '@na-regua/contract/text-limits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

type Bounds = { north: number; south: number; east: number; west: number }

export const municipalitiesInViewQuery = (bounds: Bounds) =>
  queryOptions({
    queryKey: ['municipalities', bounds],
    queryFn: ({ signal }) => api(placesApi.municipalities, { query: { ...bounds, limit: 30 }, signal }),
  })

export const municipalitiesNamedQuery = (query: string) =>
  queryOptions({
    queryKey: ['municipalities', query],
    queryFn: ({ signal }) => api(placesApi.municipalities, { query: { query, limit: 6 }, signal }),
    enabled: query.length >= MIN_MUNICIPALITY_QUERY,
  })
