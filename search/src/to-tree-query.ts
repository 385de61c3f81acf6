import { openKnownMatches } from './points/known-matches.ts'
import { type OpeningPatterns, toHoursKey } from './points/opening-patterns.ts'
import { FEATURED, OFFERS_LAST_MINUTE, type PointTree, SORT_KEYS, WALK_INS } from './points/point-tree.ts'
import type { TreeQuery } from './points/query-tree.ts'
import { type AreaQuery, type SearchFilters, sortKeys } from './search-query.ts'
import type { ServiceIndex, ServiceMatch } from './slots/service-index.ts'
import type { SlotQuery } from './slots/slot-query.ts'
import type { SlotFilter, SlotSearch } from './slots/slot-search.ts'
import { WAIT_KEY, type WaitQuery, type WaitTable } from './slots/wait-table.ts'

export type FilterSources = {
  tree: PointTree
  /** The bit of each feature by its name. */
  features: ReadonlyMap<string, number> | undefined
  patterns: OpeningPatterns
  services: ServiceIndex
  slots: SlotSearch
  waits: WaitTable
  listBeginnings: (form: string) => readonly string[]
}

/** A query of the tree, and what its order by the next slot is about. */
export type FilteredQuery = { tree: TreeQuery; slots: SlotFilter; filterKey: string | undefined }

/** What a query needs at its time: filters for slots the first one, those for waits the other. Both may be the same. */
export type QueryTimes = { free: SlotQuery | undefined; wait: WaitQuery | undefined }

/** Undefined when no barbershop can match. */
export function toTreeQuery(
  { center: [x, y, z], chord, filters, now }: AreaQuery,
  sources: FilterSources,
  { free, wait }: QueryTimes,
): FilteredQuery | undefined {
  const flags = toFlags(filters, sources.features)
  if (flags === undefined || filters.serviceForms?.length === 0) return undefined
  const { freeToday, freeIn, serviceForms, priceMin, priceMax, maxWait } = filters
  const match = serviceForms && sources.services.match(serviceForms.map(sources.listBeginnings))
  const services = match && { ...match, priceMin, priceMax }
  const slots = { freeToday, freeIn, services }
  const needsSlots = free !== undefined && (freeToday || freeIn !== undefined)
  const waitTest = maxWait !== undefined && wait ? sources.waits.createTest(wait, maxWait) : undefined
  const ofServices = services && ((point: number) => sources.services.some(point, services, isAny))
  const test = needsSlots ? sources.slots.createTest(free, slots) : ofServices
  const epochMinute = Math.floor(now.getTime() / 60_000)
  const { openNow = false, opensToday = false } = filters
  const hours = openNow || opensToday ? { openNow, opensToday } : undefined
  const time = needsSlots ? free : maxWait === undefined ? undefined : wait
  const filterKey = toFilterKey(filters, flags, services, hours && toHoursKey(epochMinute, hours))
  const ranges = toKeyRanges(filters)
  const tree = {
    x,
    y,
    z,
    chord,
    flags,
    maxWait,
    time,
    ...ranges,
    hasTreeFilters: flags !== 0 || ranges !== everyKey || hours !== undefined,
    prefilter: needsSlots && !waitTest ? sources.slots.createPrefilter(free, slots) : undefined,
    patterns: hours && sources.patterns.listOpen(epochMinute, hours),
    accepts: waitTest && test ? (point: number) => waitTest(point) && test(point) : (waitTest ?? test),
    known: openKnownMatches(sources.tree, filterKey, time !== undefined),
    ofSlots: undefined,
  }
  return {
    tree: needsSlots ? { ...tree, ofSlots: findOfSlots(sources, filters, services, waitTest) } : tree,
    slots,
    filterKey,
  }
}

/** What is remembered of the filter by slots alone, for one that requires more, and the tests that this one needs besides. */
function findOfSlots(
  { tree }: FilterSources,
  { freeToday, freeIn, serviceForms, priceMin, priceMax }: SearchFilters,
  services: ServiceMatch | undefined,
  accepts: TreeQuery['accepts'],
): TreeQuery['ofSlots'] {
  const prices = serviceForms ? { priceMin, priceMax } : {}
  const known = tree.matchesByFilter.get(toFilterKey({ freeToday, freeIn, ...prices }, 0, services, undefined) ?? '')
  return known && { known, accepts }
}

const isAny = () => true

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

/** Shared by all queries without a range: most of them. */
const everyKey = {
  min: new Float64Array(SORT_KEYS).fill(-Infinity),
  max: new Float64Array(SORT_KEYS).fill(Infinity),
}

function toKeyRanges({ ratingMin, priceMin, priceMax, serviceForms }: SearchFilters): Pick<TreeQuery, 'min' | 'max'> {
  if (!ratingMin && priceMin === undefined && priceMax === undefined) return everyKey
  const min = new Float64Array(SORT_KEYS).fill(-Infinity)
  const max = new Float64Array(SORT_KEYS).fill(Infinity)
  if (ratingMin) max[sortKeys.rating] = -ratingMin
  // Of a barbershop with a service at this price another one may cost less.
  if (priceMin !== undefined && !serviceForms) min[sortKeys.price] = priceMin
  // Excludes the infinite key of a missing price.
  if (priceMin !== undefined || priceMax !== undefined) max[sortKeys.price] = priceMax ?? Number.MAX_VALUE
  return { min, max }
}

/** The time is not part of the key: what depends on it has a validity. */
function toFilterKey(
  { ratingMin, priceMin, priceMax, freeToday, freeIn, maxWait }: SearchFilters,
  flags: number,
  services: ServiceMatch | undefined,
  hours: ReturnType<typeof toHoursKey> | undefined,
): string | undefined {
  const hasPrices = priceMin !== undefined || priceMax !== undefined
  if (!hours && !freeToday && !freeIn && !services && flags === 0 && !ratingMin && !hasPrices) return undefined
  const span = freeIn && `${freeIn.day} ${freeIn.from} ${freeIn.until}`
  const wait = maxWait === undefined ? '' : `${WAIT_KEY} ${maxWait} `
  return `${wait}${flags} ${ratingMin || ''} ${priceMin} ${priceMax} ${hours} ${freeToday || ''} ${span} ${services?.key}`
}
