/** The only entry of the package; README.md says what it is for. */
export { type CardCache, type CardCacheOptions, createCardCache, type SearchCard } from './card-cache.ts'
export { createSearchIndex, type SearchIndex } from './search-index.ts'
export {
  MAX_FEATURE_ID,
  type SearchFilters,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
  type TextQuery,
} from './search-query.ts'
export { textRules } from './text-corrections.ts'
export {
  MAX_SLOT_RANGES,
  MAX_SLOT_STEPS,
  SLOT_STEP_MINUTES,
  type SlotsVersion,
  type UpcomingSlots,
} from './upcoming-slots.ts'
