import { suggestionsApi } from '@na-regua/contract/suggestions'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'

/** The places of a typed text, the one that is meant first; `text` is trimmed. */
export const placesQuery = (text: string, { latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: ['places', text, latitude, longitude],
    queryFn: ({ signal }) => api(suggestionsApi.places, { query: { query: text, latitude, longitude }, signal }),
    retry: false,
  })
