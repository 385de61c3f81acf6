import { suggestionsApi } from '@na-regua/contract/suggestions'
import { createRowCache } from '../../../lib/caches/row-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { Listing } from '../engine/create-listing.ts'
import type { SlotsTodayReader } from '../slots-today/read-slots-today.ts'
import { listPlaces } from './list-places.ts'
import { listSuggestions } from './list-suggestions.ts'
import { listSearchedTexts } from './queries.ts'

/** About 30 MB. */
const MAX_TEXTS = 20_000

type SuggestionDeps = { db: Database; clock: Clock; listing: Listing; slotsToday: SlotsTodayReader }

export function suggestionRoutes(app: App, { db, clock, listing, slotsToday }: SuggestionDeps) {
  const texts = createRowCache(MAX_TEXTS, (ids) => listSearchedTexts(db, ids))
  listing.onChange(texts.invalidate)
  app.route({
    ...suggestionsApi.places,
    access: 'public',
    statements: 0,
    handler: ({ query }) => listPlaces(listing, query, clock.now()),
  })
  app.route({
    ...suggestionsApi.list,
    access: 'public',
    statements: 3,
    handler: ({ query }) => listSuggestions({ listing, slotsToday, texts }, query, clock.now()),
  })
}
