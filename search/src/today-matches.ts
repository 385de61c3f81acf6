import { countMatches } from './points/known-matches.ts'
import { type FilterSources, toTreeQuery } from './to-tree-query.ts'

/** Nodes between two yields: a fraction of a millisecond. */
const STEP = 256
const MINUTE_MS = 60_000
const filters = { freeToday: true }

/**
 * Learns who is free today, which is the most frequent filter, before it is used: in every node, once a minute. So the first use of it
 * tests no point, and with other filters only what these require.
 */
export class TodayMatches {
  readonly #sources: FilterSources
  #preparedMinute = Number.NEGATIVE_INFINITY

  constructor(sources: FilterSources) {
    this.#sources = sources
  }

  /** Ends early when something that it needs is not known. */
  *prepare(now: Date): Generator<undefined, void> {
    const { tree, slots } = this.#sources
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const time = minute === this.#preparedMinute ? undefined : slots.open(now)
    if (!time) return
    const everywhere = { center: [0, 0, 0] as const, chord: 0, filters, now }
    const { tree: query, filterKey = '' } =
      toTreeQuery(everywhere, this.#sources, { free: time, wait: undefined }) ?? {}
    if (!query?.known) return
    query.known.isEvictable = false
    // Children have larger numbers than their parents.
    for (let node = tree.nodes - 1; node >= 0; node--) {
      countMatches(tree, query, node)
      if (node % STEP !== 0) continue
      if (!slots.isExact(time)) return void tree.matchesByFilter.delete(filterKey)
      yield
      // It is forgotten when the tree grows.
      if (tree.matchesByFilter.get(filterKey) !== query.known) return
    }
    this.#preparedMinute = minute
  }
}
