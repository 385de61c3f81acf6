import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import type { ToEpochMinute, ToLocalMinute } from './opening-patterns.ts'
import type { PointCoordinates } from './point-tree.ts'

/** What decides whether and where an active barbershop appears in a list, in the order of the columns of a query. */
export type SearchRow = readonly [
  id: string,
  x: number,
  y: number,
  z: number,
  rating: number | null,
  price: number | null,
  completed: number,
  reviews: number,
  isFeatured: boolean,
  /** Bit n: the feature with id n, up to MAX_FEATURE_ID. */
  features: number,
  timeZone: string,
  /** Weekday, opening and closing minute, repeated, joined by spaces; equal hours must be equal texts. */
  week: string,
  /** Days since 1970, opening and closing minute, repeated; -1 twice for a closed day. */
  specialDates: string,
  /** Normalized words, separated by single spaces: of the name, and of all that is searched. */
  name: string,
  text: string,
]

/** The bits of a 32-bit integer beside the one for featured barbershops. */
export const MAX_FEATURE_ID = 30

export type SearchFilters = {
  ratingMin?: number
  /** Cents. A barbershop without a price matches no bound. */
  priceMin?: number
  priceMax?: number
  /** Names; every one is required. */
  features?: readonly string[]
  featured?: boolean
  openNow?: boolean
  /** Is open now or opens later today. */
  opensToday?: boolean
  /** Has a slot for its shortest service left on its current business day. */
  freeToday?: boolean
}

export type SearchQuery = {
  center: PointCoordinates
  /** Length of the chord from the center to the edge of the circle. */
  chord: number
  filters: SearchFilters
  /** Ties: featured first, then the nearer one, then by id. */
  orderBy: BarbershopOrder
  offset: number
  limit: number
  now: Date
}

export type TextQuery = Pick<SearchQuery, 'center' | 'chord' | 'limit'> & {
  /** Normalized words without spaces, at most fifteen. */
  forms: readonly string[]
}

/** One page of ids and the exact number of all matches. */
export type SearchResult = { total: number; ids: string[] }

export type SearchIndexOptions = {
  features: readonly (readonly [id: number, name: string])[]
  toLocalMinute: ToLocalMinute
  toEpochMinute: ToEpochMinute
}
