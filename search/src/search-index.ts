import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import { listBestPoints } from './best-points.ts'
import { buildTree, reorder } from './build-tree.ts'
import { changePoint, insertPoint, removePoint } from './change-tree.ts'
import { listDistantPage } from './distant-page.ts'
import { OpeningPatterns, type ToLocalMinute, toHoursKey } from './opening-patterns.ts'
import {
  createTree,
  ensureCapacity,
  FEATURED,
  type PointCoordinates,
  type PointData,
  SORT_KEYS,
  writePoint,
} from './point-tree.ts'
import { countPoints, type TreeQuery } from './query-tree.ts'
import { runInSlices } from './run-in-slices.ts'
import { f64, i32 } from './typed-arrays.ts'
import { UuidTable } from './uuid-table.ts'

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

/** One page of ids and the exact number of all matches. */
export type SearchResult = { total: number; ids: string[] }

export type SearchIndexOptions = {
  features: readonly (readonly [id: number, name: string])[]
  toLocalMinute: ToLocalMinute
}

/** Pages up to this position come from best-first search; for later ones collecting every match is faster. */
const MAX_BEST_FIRST = 1000

/** Sort keys are lower first: rating and popularity are negated, and a missing rating or price comes last. */
const sortKeys = { rating: 0, price: 1, popularity: 2 } as const

/** Popularity is completed appointments, then reviews, in one double: more reviews than this no longer count. */
const MAX_REVIEWS = 2 ** 22

/** See README.md. About 120 bytes per barbershop, outside the JavaScript heap. */
export class SearchIndex {
  readonly #tree = createTree()
  readonly #ids = new UuidTable()
  readonly #freePoints: number[] = []
  readonly #patterns: OpeningPatterns
  /** The bit of each feature by its name; undefined when a feature has no bit. */
  readonly #features: ReadonlyMap<string, number> | undefined

  constructor({ features, toLocalMinute }: SearchIndexOptions) {
    this.#patterns = new OpeningPatterns(toLocalMinute)
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

  /** Undefined when a filter needs a feature that has no bit: then only the database knows. */
  find(query: SearchQuery): SearchResult | undefined {
    if (query.filters.features?.length && !this.#features) return undefined
    const treeQuery = this.#toTreeQuery(query)
    const { limit, offset, orderBy } = query
    const total = treeQuery ? countPoints(this.#tree, treeQuery) : 0
    if (!treeQuery || offset >= total) return { total, ids: [] }
    const order = {
      sortKey: orderBy === 'distance' ? undefined : sortKeys[orderBy],
      comparePoints: this.#ids.compare,
    }
    const points =
      offset + limit <= MAX_BEST_FIRST
        ? listBestPoints(this.#tree, treeQuery, order, Math.min(offset + limit, total)).slice(offset)
        : listDistantPage(this.#tree, treeQuery, order, { total, offset, limit })
    return { total, ids: points.map((point) => this.#ids.read(point)) }
  }

  /** Undefined when no barbershop can match. */
  #toTreeQuery({ center: [x, y, z], chord, filters, now }: SearchQuery): TreeQuery | undefined {
    const { ratingMin, priceMin, priceMax, openNow = false, opensToday = false } = filters
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
    const hasFilters = hours || flags !== 0 || ratingMin || priceMin !== undefined || priceMax !== undefined
    return {
      ...{ x, y, z, chord, min, max, flags },
      patterns: hours && this.#patterns.listOpen(epochMinute, hours),
      filterKey: hasFilters
        ? `${flags} ${ratingMin || ''} ${priceMin} ${priceMax} ${hours && toHoursKey(epochMinute, hours)}`
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
  }

  #remove(point: number) {
    this.#patterns.release(i32(this.#tree.patterns, point))
    removePoint(this.#tree, point)
    this.#ids.remove(point)
    this.#freePoints.push(point)
  }

  #replace(point: number, row: SearchRow) {
    const tree = this.#tree
    const data = this.#toPointData(row)
    this.#patterns.release(i32(tree.patterns, point))
    if (data.coordinates.every((value, axis) => value === f64(tree.coordinates, 3 * point + axis)))
      return changePoint(tree, point, data)
    removePoint(tree, point)
    insertPoint(tree, point, data)
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
