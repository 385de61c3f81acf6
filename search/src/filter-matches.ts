import type { Matches, PointFilter } from './points/matches.ts'
import type { OpeningPatterns } from './points/opening-patterns.ts'
import type { PointGrid } from './points/point-grid.ts'
import { FEATURED, FILTER_KEYS, OFFERS_LAST_MINUTE, type PointTable, WALK_INS } from './points/point-table.ts'
import { type AreaQuery, type SearchFilters, sortKeys } from './search-query.ts'
import type { QueryTime } from './slots/query-time.ts'
import type { ServiceIndex } from './slots/service-index.ts'
import type { SlotFilter, SlotSearch } from './slots/slot-search.ts'
import type { WaitTable } from './slots/wait-table.ts'

export type FilterSources = {
  table: PointTable
  grid: PointGrid
  matches: Matches
  /** The bit of each feature by its name. */
  features: ReadonlyMap<string, number> | undefined
  patterns: OpeningPatterns
  services: ServiceIndex
  slots: SlotSearch
  waits: WaitTable
  listBeginnings: (form: string) => readonly string[]
}

/** Leaves only the matches that pass every filter: first by what decides fastest. */
export function filterMatches(sources: FilterSources, { filters }: AreaQuery, time: QueryTime) {
  const { table, matches, patterns, services, slots, waits } = sources
  const { freeToday, freeIn, maxWait, serviceForms } = filters
  const { openNow = false, opensToday = false } = filters
  const flags = toFlags(filters, sources.features)
  if (flags === undefined || serviceForms?.length === 0) {
    matches.size = 0
    return
  }
  const filter: PointFilter = {
    flags,
    ranges: toKeyRanges(filters),
    patterns: openNow || opensToday ? patterns.listOpen(time.epochMinute, { openNow, opensToday }) : undefined,
  }
  matches.retain(table, filter)
  if (maxWait !== undefined) matches.retainIf(waits.createTest(time, maxWait))
  const slotFilter = toSlotFilter(sources, filters)
  const match = slotFilter.services
  if (freeToday || freeIn !== undefined) matches.retainIf(slots.createTest(time, slotFilter))
  else if (match) matches.retainIf((point) => services.some(point, match, isAny))
}

const isAny = () => true

/** What filters and orders by slots are about. */
export function toSlotFilter({ services, listBeginnings }: FilterSources, filters: SearchFilters): SlotFilter {
  const { freeToday, freeIn, serviceForms, priceMin, priceMax } = filters
  const marks = serviceForms && services.match(serviceForms.map(listBeginnings))
  return { freeToday, freeIn, services: marks && { marks, priceMin, priceMax } }
}

/** Undefined when a feature does not exist. */
function toFlags(
  { featured, features, walkIns, maxWait, lastMinute }: SearchFilters,
  bits: FilterSources['features'],
): number | undefined {
  let flags = (featured ? FEATURED : 0) | (walkIns || maxWait !== undefined ? WALK_INS : 0)
  if (lastMinute) flags |= OFFERS_LAST_MINUTE
  for (const feature of features ?? []) {
    const bit = bits?.get(feature)
    if (bit === undefined) return undefined
    flags |= 1 << bit
  }
  return flags
}

/** Undefined without a range. */
function toKeyRanges({ ratingMin, priceMin, priceMax, serviceForms }: SearchFilters): PointFilter['ranges'] {
  if (!ratingMin && priceMin === undefined && priceMax === undefined) return undefined
  const min = new Float64Array(FILTER_KEYS).fill(Number.NEGATIVE_INFINITY)
  const max = new Float64Array(FILTER_KEYS).fill(Number.POSITIVE_INFINITY)
  if (ratingMin) max[sortKeys.rating] = -ratingMin
  // Of a barbershop with a service at this price another one may cost less.
  if (priceMin !== undefined && !serviceForms) min[sortKeys.price] = priceMin
  // Excludes the infinite key of a missing price.
  if (priceMin !== undefined || priceMax !== undefined) max[sortKeys.price] = priceMax ?? Number.MAX_VALUE
  return { min, max }
}
