/** The only entry of the package; README.md says what it is for. */
export { type CardCache, type CardCacheOptions, createCardCache, type SearchCard } from './card-cache.ts'
export { groupOnMap, MAX_MAP_CELLS, type MapArea } from './map-cells.ts'
export { type ParsedSentence, parseSentence } from './parse-sentence.ts'
export { PlaceIndex, type PlaceLookup } from './place-index.ts'
export { foldText, toPlaceWords } from './place-names.ts'
export type { KnownPlace, Place } from './place-table.ts'
export { createSearchIndex, type SearchIndex } from './search-index.ts'
export {
  MAX_FEATURE_ID,
  type MapQuery,
  type MapResult,
  type SearchFilters,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
  type TextQuery,
} from './search-query.ts'
export { SLOT_DAY_MINUTES, SLOT_STEP_MINUTES, type StartSpan } from './slot-spans.ts'
export { textRules } from './text-corrections.ts'
export { countEdits, maxTyposOf } from './typos.ts'
export type {
  SlotsVersion,
  UpcomingSlots,
} from './upcoming-slots.ts'
export type { PresentWait, ShownWait } from './wait-table.ts'
