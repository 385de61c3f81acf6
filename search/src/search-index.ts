import { toSlotFilter } from './filter-matches.ts'
import { findMapCells, findPage, type PageSources } from './find-page.ts'
import { Matches } from './points/matches.ts'
import { OpeningPatterns } from './points/opening-patterns.ts'
import { PointGrid } from './points/point-grid.ts'
import { type PointData, PointTable, WALK_INS } from './points/point-table.ts'
import { runInSlices } from './points/run-in-slices.ts'
import { i32 } from './points/typed-arrays.ts'
import {
  MAX_FEATURE_ID,
  type MapQuery,
  type MapResult,
  type SearchIndexOptions,
  type SearchQuery,
  type SearchResult,
  type SearchRow,
  type TextQuery,
  toBarbershopTexts,
  toBarberTexts,
  toPointData,
} from './search-query.ts'
import { ServiceIndex } from './slots/service-index.ts'
import { SlotSearch } from './slots/slot-search.ts'
import type { SlotsVersion } from './slots/upcoming-slots.ts'
import { type PresentWait, type ShownWait, WaitTable } from './slots/wait-table.ts'
import { TextIndex } from './words/text-index.ts'
import { searchText } from './words/text-search.ts'

/** All active barbershops, to be searched without a query to the database; see README.md. */
export class SearchIndex {
  readonly #table = new PointTable()
  readonly #grid = new PointGrid(this.#table)
  /** The id of each point, and the point of each id. */
  #ids: string[] = []
  readonly #points = new Map<string, number>()
  /** Numbers of removed points. */
  readonly #freePoints: number[] = []
  readonly #patterns: OpeningPatterns
  readonly #slots: SlotSearch
  readonly #text = new TextIndex({ hasKnownWords: false })
  readonly #barbers = new TextIndex({ hasKnownWords: true })
  readonly #services = new ServiceIndex()
  readonly #waits = new WaitTable(this.#table)
  readonly #sources: PageSources

  constructor({ features, toLocalMinute, toEpochMinute }: SearchIndexOptions) {
    const table = this.#table
    const services = this.#services
    const patterns = new OpeningPatterns(toLocalMinute, toEpochMinute)
    this.#patterns = patterns
    this.#slots = new SlotSearch({ table, patterns, services })
    const haveBits = features.every(([id]) => id > 0 && id <= MAX_FEATURE_ID)
    this.#sources = {
      table,
      grid: this.#grid,
      matches: new Matches(),
      features: haveBits ? new Map(features.map(([id, name]) => [name, id])) : undefined,
      patterns,
      services,
      slots: this.#slots,
      waits: this.#waits,
      listBeginnings: (form) => this.#text.vocabulary.listBeginnings(form),
      comparePoints: this.#comparePoints,
    }
  }

  get size(): number {
    return this.#points.size
  }

  /** Adds barbershops in bulk. They are found after build(). */
  add(rows: readonly SearchRow[]) {
    this.#table.ensureCapacity(this.#table.size + rows.length)
    for (const row of rows) {
      const point = this.#table.size
      this.#table.write(point, this.#toPointData(row))
      this.#ids[point] = row[0]
      this.#text.add(point, toBarbershopTexts(row))
      this.#barbers.add(point, toBarberTexts(row))
      this.#services.write(point, row[16])
    }
  }

  /** Makes everything added findable, in slices that leave the event loop responsive. */
  build(): Promise<void> {
    return runInSlices(this.#build())
  }

  *#build(): Generator<undefined, void> {
    const order = yield* this.#grid.build()
    yield* this.#table.reorder(order)
    yield* this.#text.build(order)
    yield* this.#barbers.build(order)
    yield* this.#services.build(order)
    const ids = this.#ids
    this.#ids = []
    for (const [point, before] of order.entries()) {
      const id = ids[before] as string
      this.#ids.push(id)
      this.#points.set(id, point)
      if (point % 1024 === 0) yield
    }
  }

  /** Brings these barbershops up to date. Those without a row are removed. */
  update(changedIds: readonly string[], rows: readonly SearchRow[]) {
    const byId = new Map(rows.map((row) => [row[0], row]))
    for (const id of changedIds) {
      const row = byId.get(id)
      const point = this.#points.get(id)
      if (row && point !== undefined) this.#replace(point, row)
      else if (row) this.#insert(row)
      else if (point !== undefined) this.#remove(point)
    }
  }

  /** Adds words that typos may be corrected to. */
  addKnownWords(words: readonly string[]) {
    for (const word of words) this.#text.vocabulary.addKnown(word)
  }

  /** The ids of barbershops whose words match every form, the best first; see searchText(). A form is one word as rows have it. */
  findByText(query: TextQuery): string[] {
    return this.#findWords(this.#text, query)
  }

  /** Like findByText(), by words of one of their barbers. */
  findByBarber(query: TextQuery): string[] {
    return this.#findWords(this.#barbers, query)
  }

  /** Sets when a barbershop can be booked; without versions never. `now` is when that was computed. */
  setSlots(id: string, versions: readonly SlotsVersion[], now: Date) {
    const point = this.#points.get(id)
    if (point !== undefined) this.#slots.set(point, versions, now)
  }

  /** At most `limit` barbershops whose upcoming slots should be set: those that queries have missed, then unknown and old ones. */
  listIdsToLoad(now: Date, limit: number): string[] {
    return this.#toIds(this.#slots.listDue(now, limit))
  }

  /** Sets the present waits of these barbershops; one without an entry has no number. `now` is when they were computed. */
  setWaits(ids: readonly string[], waits: readonly ({ id: string } & PresentWait)[], now: Date) {
    const byId = new Map(waits.map((wait) => [wait.id, wait]))
    for (const id of ids) {
      const point = this.#points.get(id)
      if (point !== undefined) this.#waits.set(point, byId.get(id), now)
    }
  }

  /** What may be shown of a barbershop with a queue at this time. */
  findWait(id: string, now: Date): ShownWait {
    const point = this.#points.get(id)
    return point === undefined ? undefined : this.#waits.find(point, now)
  }

  /** At most `limit` barbershops that take walk-ins and whose wait should be loaded again. */
  listWaitsToLoad(now: Date, limit: number): string[] {
    return this.#toIds(this.#waits.listDue(now, limit))
  }

  /** Those of these barbershops that take walk-ins. */
  listWalkIns(ids: readonly string[]): string[] {
    return ids.filter((id) => {
      const point = this.#points.get(id)
      return point !== undefined && (i32(this.#table.flags, point) & WALK_INS) !== 0
    })
  }

  /** The waits of all barbershops should be loaded again. What is known is used until then. */
  expireWaits() {
    this.#waits.expireAll()
  }

  /** Undefined when a filter needs a feature without a bit, or slots or waits that are not loaded yet. */
  find(query: SearchQuery): SearchResult | undefined {
    const found = findPage(this.#sources, query)
    return found && { total: found.total, ids: this.#toIds(found.points) }
  }

  /** Undefined as above. */
  findOnMap(query: MapQuery): MapResult | undefined {
    const found = findMapCells(this.#sources, query)
    if (!found) return undefined
    const { points, ...cells } = found
    const nextFree = this.#slots.listNextFree(points, query.now, toSlotFilter(this.#sources, query.filters))
    return {
      ...cells,
      pins: points.map((point, index) => ({ id: this.#ids[point] as string, nextFree: nextFree[index] })),
    }
  }

  #findWords(index: TextIndex, { center: [x, y, z], chord, forms, limit }: TextQuery): string[] {
    const source = {
      table: this.#table,
      grid: this.#grid,
      index,
      circle: { x, y, z, chord },
      comparePoints: this.#comparePoints,
    }
    return this.#toIds(searchText(source, forms, limit))
  }

  /** The order of UUIDs in PostgreSQL. */
  readonly #comparePoints = (a: number, b: number): number => {
    if (a === b) return 0
    return (this.#ids[a] as string) < (this.#ids[b] as string) ? -1 : 1
  }

  #toIds(points: readonly number[]): string[] {
    return points.map((point) => this.#ids[point] as string)
  }

  #insert(row: SearchRow) {
    const point = this.#freePoints.pop() ?? this.#table.size
    this.#table.write(point, this.#toPointData(row))
    this.#grid.add(point)
    this.#ids[point] = row[0]
    this.#points.set(row[0], point)
    this.#text.replace(point, toBarbershopTexts(row))
    this.#barbers.replace(point, toBarberTexts(row))
    this.#services.write(point, row[16])
  }

  #remove(point: number) {
    this.#patterns.release(i32(this.#table.patterns, point))
    this.#grid.remove(point)
    this.#table.remove(point)
    this.#slots.forget(point)
    this.#waits.forget(point)
    this.#text.remove(point)
    this.#barbers.remove(point)
    this.#services.write(point, '')
    this.#points.delete(this.#ids[point] as string)
    this.#freePoints.push(point)
  }

  #replace(point: number, row: SearchRow) {
    const data = this.#toPointData(row)
    this.#patterns.release(i32(this.#table.patterns, point))
    this.#text.replace(point, toBarbershopTexts(row))
    this.#barbers.replace(point, toBarberTexts(row))
    this.#services.write(point, row[16])
    if (!row[18]) this.#waits.forget(point)
    this.#grid.remove(point)
    this.#table.write(point, data)
    this.#grid.add(point)
  }

  #toPointData(row: SearchRow): PointData {
    return toPointData(row, this.#patterns.acquire(row[10], row[11], row[12]))
  }
}

export function createSearchIndex(options: SearchIndexOptions): SearchIndex {
  return new SearchIndex(options)
}
