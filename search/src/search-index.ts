import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import { listBestPoints } from './best-points.ts'
import { buildTree, reorder } from './build-tree.ts'
import { changePoint, insertPoint, removePoint } from './change-tree.ts'
import { listDistantPage } from './distant-page.ts'
import { listMapCells, noCells } from './map-cells.ts'
import { OpeningPatterns } from './opening-patterns.ts'
import { createTree, ensureCapacity, type PointData, writePoint } from './point-tree.ts'
import { countPoints } from './query-tree.ts'
import { runInSlices } from './run-in-slices.ts'
import {
  type AreaQuery,
  MAX_FEATURE_ID,
  type MapQuery,
  type MapResult,
  type SearchIndexOptions,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
  sortKeys,
  type TextQuery,
  toPointData,
} from './search-query.ts'
import { ServiceIndex } from './service-index.ts'
import { SlotSearch } from './slot-search.ts'
import { TextIndex } from './text-index.ts'
import { searchText } from './text-search.ts'
import { type FilteredQuery, toTreeQuery } from './to-tree-query.ts'
import { f64, i32 } from './typed-arrays.ts'
import type { SlotQuery, SlotsVersion } from './upcoming-slots.ts'
import { UuidTable } from './uuid-table.ts'

/** Pages up to this position come from best-first search; for later ones collecting every match is faster. */
const MAX_BEST_FIRST = 1000

const orderKeys: Record<BarbershopOrder, number | undefined> = {
  ...{ distance: undefined, nextFree: undefined },
  ...{ rating: sortKeys.weightedRating, price: sortKeys.price, popularity: sortKeys.popularity },
}

/** See README.md. About 130 bytes per barbershop and 95 for its upcoming slots, outside the JavaScript heap. */
export class SearchIndex {
  readonly #tree = createTree()
  readonly #ids = new UuidTable()
  readonly #freePoints: number[] = []
  readonly #patterns: OpeningPatterns
  readonly #free: SlotSearch
  readonly #text = new TextIndex()
  readonly #services = new ServiceIndex()
  /** The bit of each feature by its name; undefined when a feature has no bit. */
  readonly #features: ReadonlyMap<string, number> | undefined

  constructor({ features, toLocalMinute, toEpochMinute }: SearchIndexOptions) {
    this.#patterns = new OpeningPatterns(toLocalMinute, toEpochMinute)
    this.#free = new SlotSearch({ tree: this.#tree, patterns: this.#patterns, services: this.#services })
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
      this.#services.write(tree.size, row[16])
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
    yield* this.#services.build(order)
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

  /** Keeps orders by the next slot fast as time passes. To be called some times a minute; works in slices. */
  prepareSlots(now: Date): Promise<void> {
    return this.#free.prepare(now)
  }

  /** Whether queries returned nothing because upcoming slots are not known. */
  get areSlotsMissing(): boolean {
    return this.#free.isMissing
  }

  /** Undefined when a filter needs a feature without a bit, or upcoming slots that are not known: then only the database knows. */
  find(query: SearchQuery): SearchResult | undefined {
    return this.#search(query, query.orderBy === 'nextFree', (filtered, free) => this.#find(query, filtered, free))
  }

  /** Undefined as above. */
  findOnMap(query: MapQuery): MapResult | undefined {
    return this.#search(query, false, (filtered) => {
      const { points, ...cells } = filtered ? listMapCells(this.#tree, filtered.tree, query) : noCells
      const nextFree = this.#free.listNextFree(points, query.now, filtered?.slots)
      return {
        ...cells,
        pins: points.map((point, index) => ({ id: this.#ids.read(point), nextFree: nextFree[index] })),
      }
    })
  }

  #search<T>(
    query: AreaQuery,
    isByNextFree: boolean,
    list: (filtered?: FilteredQuery, free?: SlotQuery) => T,
  ): T | undefined {
    if (query.filters.features?.length && !this.#features) return undefined
    const { freeToday, freeIn } = query.filters
    const needsSlots = freeToday || freeIn !== undefined || isByNextFree
    const free = needsSlots ? this.#free.open(query.now) : undefined
    if (needsSlots && !free) return undefined
    const sources = { features: this.#features, patterns: this.#patterns, services: this.#services, slots: this.#free }
    const listBeginnings = (form: string) => this.#text.vocabulary.listBeginnings(form)
    const filtered = toTreeQuery(query, { ...sources, listBeginnings }, free)
    const result = list(filtered, free)
    if (!free || this.#free.isExact(free)) return result
    // Counts that needed missing upcoming slots must not be remembered.
    this.#tree.countsByFilter.delete(filtered?.tree.filterKey ?? '')
    return undefined
  }

  #find({ limit, offset, orderBy }: SearchQuery, filtered?: FilteredQuery, free?: SlotQuery): SearchResult {
    const total = filtered ? countPoints(this.#tree, filtered.tree) : 0
    if (!filtered || offset >= total || free?.missing.size) return { total, ids: [] }
    const { tree: treeQuery, slots } = filtered
    const isByNextFree = orderBy === 'nextFree' && free !== undefined
    const order = {
      sortKey: orderKeys[orderBy],
      findNextFree: isByNextFree ? this.#free.findNextFree(free, slots) : undefined,
      findFirstInstant: isByNextFree ? this.#free.findFirstInstant(free, slots) : undefined,
      comparePoints: this.#ids.compare,
    }
    const points =
      offset + limit <= MAX_BEST_FIRST
        ? listBestPoints(this.#tree, treeQuery, order, Math.min(offset + limit, total)).slice(offset)
        : listDistantPage(this.#tree, treeQuery, order, { total, offset, limit })
    return { total, ids: points.map((point) => this.#ids.read(point)) }
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
    this.#services.write(point, row[16])
  }

  #remove(point: number) {
    this.#patterns.release(i32(this.#tree.patterns, point))
    removePoint(this.#tree, point)
    this.#free.forget(point)
    this.#text.remove(point)
    this.#services.write(point, '')
    this.#ids.remove(point)
    this.#freePoints.push(point)
  }

  #replace(point: number, row: SearchRow) {
    const tree = this.#tree
    const data = this.#toPointData(row)
    this.#patterns.release(i32(tree.patterns, point))
    this.#text.replace(point, row)
    this.#services.write(point, row[16])
    if (data.coordinates.every((value, axis) => value === f64(tree.coordinates, 3 * point + axis)))
      return changePoint(tree, point, data)
    removePoint(tree, point)
    insertPoint(tree, point, data)
    this.#free.restoreBound(point)
  }

  #toPointData(row: SearchRow): PointData {
    const [, , , , , , , , , , timeZone, week, specialDates] = row
    const pattern = this.#patterns.acquire(timeZone, week, specialDates)
    return toPointData(row, pattern, this.#patterns.toZoneBit(pattern))
  }
}

export function createSearchIndex(options: SearchIndexOptions): SearchIndex {
  return new SearchIndex(options)
}
