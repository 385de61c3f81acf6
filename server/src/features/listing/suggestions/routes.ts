import { suggestionsApi } from '@na-regua/contract/suggestions'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { type App, sendJsonBytes } from '../../../lib/http.ts'
import type { Listing } from '../engine/create-listing.ts'
import { createTextCache, listSuggestions } from './list-suggestions.ts'

export function suggestionRoutes(app: App, { db, clock, listing }: { db: Database; clock: Clock; listing: Listing }) {
  const texts = createTextCache(db)
  listing.onChange(texts.invalidate)
  app.route({
    ...suggestionsApi.list,
    access: 'public',
    statements: 2,
    handler: async ({ query }, reply) =>
      sendJsonBytes(reply, await listSuggestions({ listing, texts }, query, clock.now())),
  })
}
