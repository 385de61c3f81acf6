import type { MapCluster } from '@na-regua/contract/barbershop-map'
import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import { toPlaceWords } from './places/place-names.ts'
import type { MapArea } from './points/map-cells.ts'
import type { LocalSpan, ToEpochMinute, ToLocalMinute } from './points/opening-patterns.ts'
import {
  FEATURED,
  LEADS,
  OFFERS_LAST_MINUTE,
  type PointCoordinates,
  type PointData,
  WALK_INS,
} from './points/point-table.ts'
import type { TextPart } from './words/text-index.ts'

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
  /** The rating by which lists are ordered: it weighs how many reviews there are. */
  weightedRating: number | null,
  /**
   * Each active service in a line: minutes, minutes of its buffer, its normalized name after a space, a tab and its price in cents.
   * Where barbers differ, a line for each who provides it, with a tab and the number of the barber.
   */
  services: string,
  /** For its places; the text of the CEP may be anything. */
  places?: readonly [neighborhood: string, city: string, state: string, street: string, zipCode: string | null],
  /** Whether it takes walk-ins: its queue is on. */
  hasQueue?: boolean,
  /** Whether it has a last-minute slot. */
  hasLastMinute?: boolean,
  /** Whether the plan of its owner lets it lead among equals, as featured ones do. */
  leads?: boolean,
  /** Each barber in a line: normalized words of the name, and after a tab those of the specialties. */
  barbers?: string,
]

/** The bits of a 32-bit integer beside those for featured and leading barbershops, walk-ins and last-minute slots. */
export const MAX_FEATURE_ID = 28

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
  /** Has a slot for its first service left on its current business day. */
  freeToday?: boolean
  /** Has a slot that begins between two local times of a day. */
  freeIn?: LocalSpan
  /** Takes walk-ins. */
  walkIns?: boolean
  /** Offers a last-minute slot. */
  lastMinute?: boolean
  /** Minutes: the later end of its present wait is known and at most this. */
  maxWait?: number
  /**
   * Words as rows have them: has a service whose name has a word for each, which begins with it or with a correction of it. Slots are
   * then those of such services. Without words no barbershop matches.
   */
  serviceForms?: readonly string[]
}

/** A circle and filters at a time. */
export type AreaQuery = {
  center: PointCoordinates
  /** Length of the chord from the center to the edge of the circle; Infinity for the whole world. */
  chord: number
  filters: SearchFilters
  now: Date
}

export type SearchQuery = AreaQuery & {
  /** Ties: featured ones and those of a plan that leads first, then the nearer one, then by id. */
  orderBy: BarbershopOrder
  offset: number
  limit: number
}

export type TextQuery = Pick<SearchQuery, 'center' | 'chord' | 'limit'> & {
  /** Normalized words without spaces, at most fifteen. */
  forms: readonly string[]
}

export type MapQuery = AreaQuery & MapArea

/**
 * The exact number of all matches, in clusters and pins. `nextFree`: the next start in epoch minutes, as the filters want it; undefined
 * when there is none or it is not known.
 */
export type MapResult = { total: number; clusters: MapCluster[]; pins: { id: string; nextFree: number | undefined }[] }

/** One page of ids and the exact number of all matches. */
export type SearchResult = { total: number; ids: string[] }

export type SearchIndexOptions = {
  features: readonly (readonly [id: number, name: string])[]
  toLocalMinute: ToLocalMinute
  toEpochMinute: ToEpochMinute
}

/** Sort keys are lower first: rating and popularity are negated, and a missing rating or price comes last. */
export const sortKeys = { rating: 0, price: 1, popularity: 2, weightedRating: 3 } as const

/** Popularity is completed appointments, then reviews, in one double: more reviews than this no longer count. */
const MAX_REVIEWS = 2 ** 22

function listFlags(row: SearchRow): number {
  const isFeatured = row[8]
  let flags = 0
  if (isFeatured) flags |= FEATURED
  if (isFeatured || row[20]) flags |= LEADS
  if (row[18]) flags |= WALK_INS
  if (row[19]) flags |= OFFERS_LAST_MINUTE
  return flags
}

/** Returns what the table of points stores of a row; `pattern` is the id of its hours. */
export function toPointData(row: SearchRow, pattern: number): PointData {
  const [, x, y, z, rating, price, completed, reviews, _, features] = row
  const weightedRating = row[15]
  return {
    coordinates: [x, y, z],
    sortKeys: [
      rating === null ? 0 : -rating,
      price ?? Number.POSITIVE_INFINITY,
      -(completed * MAX_REVIEWS + Math.min(reviews, MAX_REVIEWS - 1)),
      weightedRating === null ? 0 : -weightedRating,
    ],
    flags: features | listFlags(row),
    pattern,
  }
}

/** Returns what a barbershop is found by. */
export function toBarbershopTexts(row: SearchRow): TextPart[] {
  return [{ name: row[13], text: row[14] }]
}

/** Returns what the barbers of a barbershop are found by: name and specialties, and the barbershop's name and neighbourhood. */
export function toBarberTexts(row: SearchRow): TextPart[] {
  const [neighborhood = ''] = row[17] ?? []
  const barbershop = `${row[13]} ${toPlaceWords(neighborhood).join(' ')}`
  return (row[21] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', specialties = ''] = line.split('\t')
      return { name, text: `${name} ${specialties} ${barbershop}` }
    })
}
