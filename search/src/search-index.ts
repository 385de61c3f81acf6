import { listBestPoints } from './best-points.ts'
import { buildTree, reorder } from './build-tree.ts'
import { changePoint, insertPoint, removePoint } from './change-tree.ts'
import { listDistantPage } from './distant-page.ts'
import { OpeningPatterns, toHoursKey } from './opening-patterns.ts'
import { createTree, ensureCapacity, FEATURED, type PointData, SORT_KEYS, writePoint } from './point-tree.ts'
import { countPoints, type TreeQuery } from './query-tree.ts'
import { runInSlices } from './run-in-slices.ts'
import {
  MAX_FEATURE_ID,
  type SearchIndexOptions,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
  type TextQuery,
} from './search-query.ts'
import { SlotSearch } from './slot-search.ts'
import { TextIndex } from './text-index.ts'
import { searchText } from './text-search.ts'
import { f64, i32 } from './typed-arrays.ts'
import type { SlotQuery, SlotsVersion } from './upcoming-slots.ts'
import { UuidTable } from './uuid-table.ts'

/** Pages up to this position come from best-first search; for later ones collecting every match is faster. */
const MAX_BEST_FIRST = 1000

/** Sort keys are lower first: rating and popularity are negated, and a missing rating or price comes last. */
const sortKeys = { rating: 0, price: 1, popularity: 2 } as const

/** Popularity is completed appointments, then reviews, in one double: more reviews than this no longer count. */
const MAX_REVIEWS = 2 ** 22

/** See README.md. About 120 bytes per barbershop and 95 for its upcoming slots, outside the JavaScript heap. */
export class SearchIndex {
  readonly #tree = createTree()
  readonly #ids = new UuidTable()
  readonly #freePoints: number[] = []
  readonly #patterns: OpeningPatterns
  readonly #free: SlotSearch
  readonly #text = new TextIndex()
  /** The bit of each feature by its name; undefined when a feature has no bit. */
  readonly #features: ReadonlyMap<string, number> | undefined

  constructor({ features, toLocalMinute, toEpochMinute }: SearchIndexOptions) {
    this.#patterns = new OpeningPatterns(toLocalMinute, toEpochMinute)
    this.#free = new SlotSearch(this.#tree, this.#patterns)
    const haveBits = features.every(([id]) => id > 0 && id <= MAX_FEATURE_ID)
    this.#features = haveBits ? new Map(features.map(([id, name]) => [name, id])) : undefined
  }

  get size(): number {
    return this.#tree.counts[0] ?? 0
  }

  /** Adds barbershops in bulk. They are found after build(). */
  add(rows: readonly SearchRow[]) {
    const tree = this.#tree
    ensureCapacity(tree, tree.size + rows.length)
    for (const row of rows) {
      writePoint(tree, tree.size, this.#toPointData(row))
      this.#ids.write(tree.size, row[0])
      this.#text.add(tree.size, row)
      tree.size++
    }
  }

  /** Builds the tree of everything added, in slices that leave the event loop responsive. */
  build(): Promise<void> {
    return runInSlices(this.#build())
  }

  *#build(): Generator<undefined, void> {
    const [tree, ids] = [this.#tree, this.#ids]
    const order = yield* buildTree(tree)
    ids.words = yield* reorder(ids.words, order, 4)
    ids.rehash(tree.size)
    for (let point = 0; point < tree.size; point++) {
      ids.add(point)
      if (point % 1024 === 0) yield
    }
    yield* this.#text.build(order)
  }

  /** Brings these barbershops up to date. Those without a row are removed. */
  update(changedIds: readonly string[], rows: readonly SearchRow[]) {
    const byId = new Map(rows.map((row) => [row[0], row]))
    for (const id of changedIds) {
      const row = byId.get(id)
      const point = this.#findPoint(id)
      if (row && point >= 0) this.#replace(point, row)
      else if (row) this.#insert(row)
      else if (point >= 0) this.#remove(point)
    }
  }

  /** Adds words that typos may be corrected to. */
  addKnownWords(words: readonly string[]) {
    for (const word of words) this.#text.vocabulary.addKnown(word)
  }

  /** The ids of barbershops whose words match every form, the best first; see searchText(). A form is one word as rows have it. */
  findByText({ center: [x, y, z], chord, forms, limit }: TextQuery): string[] {
    const source = { tree: this.#tree, index: this.#text, circle: { x, y, z, chord }, comparePoints: this.#ids.compare }
    return searchText(source, forms, limit).map((point) => this.#ids.read(point))
  }

  /** Sets when a barbershop can be booked; without versions never. `now` is when that was computed. */
  setSlots(id: string, versions: readonly SlotsVersion[], now: Date) {
    const point = this.#findPoint(id)
    if (point >= 0) this.#free.set(point, versions, now)
  }

  /** Forgets all upcoming slots. Queries for them are undefined until they are set again. */
  forgetSlots() {
    this.#free.forgetAll()
  }

  /** At most `limit` barbershops whose upcoming slots should be set: those that queries have missed, then unknown and old ones. */
  listIdsToLoad(now: Date, limit: number): string[] {
    return this.#free.listDue(now, limit).map((point) => this.#ids.read(point))
  }

  /** Whether queries returned nothing because upcoming slots are not known. */
  get areSlotsMissing(): boolean {
    return this.#free.isMissing
  }

  /**
   * Undefined when a filter needs a feature that has no bit, or upcoming slots that are not known: then only the database knows.
   */
  find(query: SearchQuery): SearchResult | undefined {
    if (query.filters.features?.length && !this.#features) return undefined
    const needsSlots = query.filters.freeToday || query.orderBy === 'nextFree'
    if (!needsSlots) return this.#find(query, undefined)
    const free = this.#free.open(query.now)
    const result = free && this.#find(query, free)
    return free && this.#free.isExact(free) ? result : undefined
  }

  #find(query: SearchQuery, free: SlotQuery | undefined): SearchResult {
    const treeQuery = this.#toTreeQuery(query, free)
    const { limit, offset, orderBy } = query
    const total = treeQuery ? countPoints(this.#tree, treeQuery) : 0
    // Counts that needed missing upcoming slots must not be remembered.
    if (free?.missing.size) this.#tree.countsByFilter.delete(treeQuery?.filterKey ?? '')
    if (!treeQuery || offset >= total || free?.missing.size) return { total, ids: [] }
    const order = {
      sortKey: orderBy === 'distance' || orderBy === 'nextFree' ? undefined : sortKeys[orderBy],
      findNextFree: orderBy === 'nextFree' && free ? this.#free.findNextFree(free) : undefined,
      comparePoints: this.#ids.compare,
    }
    const points =
      offset + limit <= MAX_BEST_FIRST
        ? listBestPoints(this.#tree, treeQuery, order, Math.min(offset + limit, total)).slice(offset)
        : listDistantPage(this.#tree, treeQuery, order, { total, offset, limit })
    return { total, ids: points.map((point) => this.#ids.read(point)) }
  }

  /** Undefined when no barbershop can match. */
  #toTreeQuery(
    { center: [x, y, z], chord, filters, now }: SearchQuery,
    free: SlotQuery | undefined,
  ): TreeQuery | undefined {
    const { ratingMin, priceMin, priceMax, openNow = false, opensToday = false, freeToday } = filters
    const [min, max] = [new Float64Array(SORT_KEYS).fill(-Infinity), new Float64Array(SORT_KEYS).fill(Infinity)]
    if (ratingMin) max[sortKeys.rating] = -ratingMin
    if (priceMin !== undefined) min[sortKeys.price] = priceMin
    // Excludes the infinite key of a missing price.
    if (priceMin !== undefined || priceMax !== undefined) max[sortKeys.price] = priceMax ?? Number.MAX_VALUE
    let flags = filters.featured ? FEATURED : 0
    for (const feature of filters.features ?? []) {
      const id = this.#features?.get(feature)
      if (id === undefined) return undefined
      flags |= 1 << id
    }
    const epochMinute = Math.floor(now.getTime() / 60_000)
    const hours = openNow || opensToday ? { openNow, opensToday } : undefined
    const isFree = free && freeToday ? this.#free.isFreeToday(free) : undefined
    const hasPrices = priceMin !== undefined || priceMax !== undefined
    const hasFilters = hours || isFree || flags !== 0 || ratingMin || hasPrices
    return {
      ...{ x, y, z, chord, min, max, flags },
      patterns: hours && this.#patterns.listOpen(epochMinute, hours),
      isFree,
      filterKey: hasFilters
        ? `${flags} ${ratingMin || ''} ${priceMin} ${priceMax} ${hours && toHoursKey(epochMinute, hours)} ${isFree && `${epochMinute} ${free?.minute}`}`
        : undefined,
    }
  }

  /** The UUID to look for is written behind the last point, where insertions overwrite it. */
  #findPoint(id: string): number {
    this.#ids.write(this.#tree.size, id)
    return this.#ids.find(this.#tree.size)
  }

  #insert(row: SearchRow) {
    const point = this.#freePoints.pop() ?? this.#tree.size
    insertPoint(this.#tree, point, this.#toPointData(row))
    this.#ids.write(point, row[0])
    this.#ids.add(point)
    this.#text.replace(point, row)
  }

  #remove(point: number) {
    this.#patterns.release(i32(this.#tree.patterns, point))
    removePoint(this.#tree, point)
    this.#free.forget(point)
    this.#text.remove(point)
    this.#ids.remove(point)
    this.#freePoints.push(point)
  }

  #replace(point: number, row: SearchRow) {
    const tree = this.#tree
    const data = this.#toPointData(row)
    this.#patterns.release(i32(tree.patterns, point))
    this.#text.replace(point, row)
    if (data.coordinates.every((value, axis) => value === f64(tree.coordinates, 3 * point + axis)))
      return changePoint(tree, point, data)
    removePoint(tree, point)
    insertPoint(tree, point, data)
    this.#free.restoreBound(point)
  }

  #toPointData(row: SearchRow): PointData {
    const [, x, y, z, rating, price, completed, reviews, isFeatured, features, timeZone, week, specialDates] = row
    return {
      coordinates: [x, y, z],
      sortKeys: [
        rating === null ? 0 : -rating,
        price ?? Number.POSITIVE_INFINITY,
        -(completed * MAX_REVIEWS + Math.min(reviews, MAX_REVIEWS - 1)),
      ],
      flags: features | (isFeatured ? FEATURED : 0),
      pattern: this.#patterns.acquire(timeZone, week, specialDates),
    }
  }
}

export function createSearchIndex(options: SearchIndexOptions): SearchIndex {
  return new SearchIndex(options)
}
