/** The only entry of the package; README.md says what it is for. */
export { PlaceIndex, type PlaceLookup } from './places/place-index.ts'
export { foldText, toPlaceWords } from './places/place-names.ts'
export type { KnownPlace, Place } from './places/place-table.ts'
export { groupOnMap, MAX_MAP_CELLS, type MapArea } from './points/map-cells.ts'
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
export { type ParsedSentence, parseSentence } from './sentences/parse-sentence.ts'
export { SLOT_DAY_MINUTES, SLOT_STEP_MINUTES, type StartSpan } from './slots/slot-days.ts'
export type {
  SlotsVersion,
  UpcomingSlots,
} from './slots/upcoming-slots.ts'
export type { PresentWait, ShownWait } from './slots/wait-table.ts'
export { textRules } from './words/text-corrections.ts'
export { countEdits, maxTyposOf } from './words/typos.ts'
