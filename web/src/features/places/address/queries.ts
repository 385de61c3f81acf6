import { placesApi } from '@na-regua/contract/places'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** These lists change once in years. */
const rarelyChanging = { staleTime: Number.POSITIVE_INFINITY, retry: 1 }

export const statesQuery = () =>
  queryOptions({
    queryKey: ['states'],
    queryFn: ({ signal }) => api(placesApi.states, { signal }),
    select: ({ states }) => states,
    ...rarelyChanging,
  })

export const citiesQuery = (sigla: string) =>
  queryOptions({
    queryKey: ['states', sigla],
    queryFn: sigla ? ({ signal }) => api(placesApi.cities, { params: { sigla }, signal }) : skipToken,
    select: ({ cities }) => cities,
    ...rarelyChanging,
  })

/** The address of a CEP of eight digits. */
export const zipCodeQuery = (zip: string) =>
  queryOptions({
    queryKey: ['zip-codes', zip],
    queryFn: ({ signal }) => api(placesApi.zipCode, { params: { zip }, signal }),
    ...rarelyChanging,
    retry: false,
  })

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
    enabled: query.length >= 2,
  })
