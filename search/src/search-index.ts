import { findPage, type PageSources, searchTree } from './find-page.ts'
import { buildTree } from './points/build-tree.ts'
import { changePoint, insertPoint, removePoint } from './points/change-tree.ts'
import { listMapCells, noCells } from './points/map-cells.ts'
import { OpeningPatterns } from './points/opening-patterns.ts'
import { createTree, ensureCapacity, type PointData, WALK_INS, writePoint } from './points/point-tree.ts'
import { runInSlices } from './points/run-in-slices.ts'
import { f64, i32 } from './points/typed-arrays.ts'
import { UuidTable } from './points/uuid-table.ts'
import {
  MAX_FEATURE_ID,
  type MapQuery,
  type MapResult,
  type SearchIndexOptions,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
  type TextQuery,
  toPointData,
} from './search-query.ts'
import { ServiceIndex } from './slots/service-index.ts'
import { SlotSearch } from './slots/slot-search.ts'
import type { SlotsVersion } from './slots/upcoming-slots.ts'
import { type PresentWait, type ShownWait, WaitTable } from './slots/wait-table.ts'
import { TodayMatches } from './today-matches.ts'
import { TextIndex } from './words/text-index.ts'
import { searchText } from './words/text-search.ts'

/** See README.md. About 130 bytes per barbershop and 145 for its upcoming slots, outside the JavaScript heap. */
export class SearchIndex {
  readonly #tree = createTree()
  readonly #ids = new UuidTable()
  readonly #freePoints: number[] = []
  readonly #patterns: OpeningPatterns
  readonly #free: SlotSearch
  readonly #text = new TextIndex()
  readonly #services = new ServiceIndex()
  readonly #waits = new WaitTable(this.#tree)
  readonly #sources: PageSources
  readonly #today: TodayMatches

  constructor({ features, toLocalMinute, toEpochMinute, minListBytes }: SearchIndexOptions) {
    this.#patterns = new OpeningPatterns(toLocalMinute, toEpochMinute)
    const tree = this.#tree
    const patterns = this.#patterns
    const services = this.#services
    this.#free = new SlotSearch({ tree, patterns, services, minListBytes })
    const haveBits = features.every(([id]) => id > 0 && id <= MAX_FEATURE_ID)
    this.#sources = {
      tree,
      patterns,
      services,
      slots: this.#free,
      waits: this.#waits,
      features: haveBits ? new Map(features.map(([id, name]) => [name, id])) : undefined,
      listBeginnings: (form) => this.#text.vocabulary.listBeginnings(form),
      comparePoints: this.#ids.compare,
    }
    this.#today = new TodayMatches(this.#sources)
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
    const order = yield* buildTree(this.#tree)
    yield* this.#ids.reorder(order)
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

  /** Keeps filters and orders by slots fast as time passes. To be called some times a minute; works in slices. */
  async prepareSlots(now: Date): Promise<void> {
    await this.#free.prepare(now)
    await runInSlices(this.#today.prepare(now))
  }

  /** Whether queries returned nothing because upcoming slots are not known. */
  get areSlotsMissing(): boolean {
    return this.#free.isMissing
  }

  /** Sets the present waits of these barbershops; one without an entry has no number. `now` is when they were computed. */
  setWaits(ids: readonly string[], waits: readonly ({ id: string } & PresentWait)[], now: Date) {
    const byId = new Map(waits.map((wait) => [wait.id, wait]))
    const points = ids.map((id) => [this.#findPoint(id), byId.get(id)] as const)
    this.#waits.setAll(
      points.filter(([point]) => point >= 0),
      now,
    )
  }

  /** What may be shown of a barbershop with a queue at this time. */
  findWait(id: string, now: Date): ShownWait {
    const point = this.#findPoint(id)
    return point >= 0 ? this.#waits.find(point, now) : undefined
  }

  /** At most `limit` barbershops that take walk-ins and whose wait should be loaded again. */
  listWaitsToLoad(now: Date, limit: number): string[] {
    return this.#waits.listDue(now, limit).map((point) => this.#ids.read(point))
  }

  /** Those of these barbershops that take walk-ins. */
  listWalkIns(ids: readonly string[]): string[] {
    return ids.filter((id) => {
      const point = this.#findPoint(id)
      return point >= 0 && (i32(this.#tree.flags, point) & WALK_INS) !== 0
    })
  }

  /** The waits of all barbershops should be loaded again. What is known is used until then. */
  expireWaits() {
    this.#waits.expireAll()
  }

  /** Undefined when a filter needs a feature without a bit, or slots or waits that are not known: then only the database knows. */
  find(query: SearchQuery): SearchResult | undefined {
    const found = findPage(this.#sources, query)
    return found && { total: found.total, ids: found.points.map((point) => this.#ids.read(point)) }
  }

  /** Undefined as above. */
  findOnMap(query: MapQuery): MapResult | undefined {
    return searchTree(this.#sources, query, (filtered) => {
      const { points, ...cells } = filtered ? listMapCells(this.#tree, filtered.tree, query) : noCells
      const nextFree = this.#free.listNextFree(points, query.now, filtered?.slots)
      return {
        ...cells,
        pins: points.map((point, index) => ({ id: this.#ids.read(point), nextFree: nextFree[index] })),
      }
    })
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
    this.#waits.forget(point)
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
