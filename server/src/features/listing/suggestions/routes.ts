import { suggestionsApi } from '@na-regua/contract/suggestions'
import type { Clock } from '../../../lib/clock.ts'
import { type App, sendJsonBytes } from '../../../lib/http.ts'
import type { createInMemorySearch } from '../engine/create-search.ts'
import type { NearbySources } from '../nearby/list-nearby.ts'
import { createTextCache, listSuggestions } from './list-suggestions.ts'

type SuggestionDeps = Omit<NearbySources, 'search'> & { clock: Clock; search: ReturnType<typeof createInMemorySearch> }

export function suggestionRoutes(app: App, { db, clock, slots, waits, search }: SuggestionDeps) {
  const texts = createTextCache(db)
  search.onChange(texts.invalidate)
  app.route({
    ...suggestionsApi.list,
    access: 'public',
    statements: 5,
    handler: async ({ query }, reply) => {
      const body = await listSuggestions(
        { db, slots, waits, search, texts, places: search.getPlaces() },
        query,
        clock.now(),
      )
      return sendJsonBytes(reply, body)
    },
  })
}
