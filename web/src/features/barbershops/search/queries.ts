import { suggestionsApi } from '@na-regua/contract/suggestions'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'

const SUGGESTIONS = 10

/** What a typed text means around a position; `text` is trimmed. */
export const suggestionsQuery = (text: string, position: Coordinates) =>
  queryOptions({
    queryKey: ['barbershops', 'suggestions', text, position],
    queryFn: ({ signal }) =>
      api(suggestionsApi.list, { query: { query: text, ...position, limit: SUGGESTIONS }, signal }),
    retry: false,
  })
