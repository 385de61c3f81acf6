/** The only entry of the package; README.md says what it is for. */
export { type CardCache, type CardCacheOptions, createCardCache, type SearchCard } from './card-cache.ts'

export {
  createSearchIndex,
  MAX_FEATURE_ID,
  type SearchFilters,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
} from './search-index.ts'
