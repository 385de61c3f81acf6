import { toMapPoint } from './map-coordinates.ts'
import { enlarge, f64, i32 } from './typed-arrays.ts'

/** Coordinates on a sphere. */
export type PointCoordinates = readonly [x: number, y: number, z: number]

/** Points within `chord`, a straight line, of a center. */
export type Circle = { x: number; y: number; z: number; chord: number }

/** Sort keys of a point. Only the first ones can be filtered by. */
export const SORT_KEYS = 4
export const FILTER_KEYS = 2
/** The flag of a featured point, which also leads. */
export const FEATURED = 1
/** The flag of a point that comes first among equals. */
export const LEADS = 1 << 29
/** The flag of a point that takes walk-ins. */
export const WALK_INS = 1 << 31
/** The flag of those with a last-minute slot. */
export const OFFERS_LAST_MINUTE = 1 << 30

export type PointData = {
  coordinates: PointCoordinates
  /** Lower first. */
  sortKeys: readonly [number, number, number, number]
  flags: number
  /** The id of its opening pattern. */
  pattern: number
}

const INITIAL_CAPACITY = 64
/** Instead of a pattern. */
const UNUSED = -1
/** Points that are copied between two yields: less than a millisecond of work. */
const STEP = 4096

/**
 * What every query looks at, by the number of a point, in typed arrays. Numbers are the doubles of the database, bit by bit, so that ties
 * are ties in both.
 */
export class PointTable {
  /** One more than the highest number that was used. */
  size = 0
  coordinates = new Float64Array(3 * INITIAL_CAPACITY)
  /** x and y on the map of the world. */
  mapPoints = new Int32Array(2 * INITIAL_CAPACITY)
  sortKeys = new Float64Array(SORT_KEYS * INITIAL_CAPACITY)
  flags = new Int32Array(INITIAL_CAPACITY)
  patterns = new Int32Array(INITIAL_CAPACITY)

  write(point: number, { coordinates, sortKeys, flags, pattern }: PointData) {
    this.ensureCapacity(point + 1)
    this.size = Math.max(this.size, point + 1)
    this.coordinates.set(coordinates, 3 * point)
    this.mapPoints.set(toMapPoint(coordinates), 2 * point)
    this.sortKeys.set(sortKeys, SORT_KEYS * point)
    this.flags[point] = flags
    this.patterns[point] = pattern
  }

  ensureCapacity(points: number) {
    if (points <= this.flags.length) return
    const capacity = Math.ceil(points * 1.25) + INITIAL_CAPACITY
    this.coordinates = enlarge(this.coordinates, 3 * capacity)
    this.mapPoints = enlarge(this.mapPoints, 2 * capacity)
    this.sortKeys = enlarge(this.sortKeys, SORT_KEYS * capacity)
    this.flags = enlarge(this.flags, capacity)
    this.patterns = enlarge(this.patterns, capacity)
  }

  /** The number may be used again. */
  remove(point: number) {
    this.flags[point] = 0
    this.patterns[point] = UNUSED
  }

  has(point: number): boolean {
    return i32(this.patterns, point) !== UNUSED
  }

  /** Gives each point the number of its place in `order`, so that neighbours are adjacent in memory. */
  *reorder(order: Int32Array): Generator<undefined, void> {
    this.coordinates = yield* reorder(this.coordinates, order, 3)
    this.mapPoints = yield* reorder(this.mapPoints, order, 2)
    this.sortKeys = yield* reorder(this.sortKeys, order, SORT_KEYS)
    this.flags = yield* reorder(this.flags, order, 1)
    this.patterns = yield* reorder(this.patterns, order, 1)
  }
}

/** Returns the chord to a point, computed in the order of PostgreSQL's cube_distance, so that both results have the same bits. */
export function chordToPoint({ coordinates }: PointTable, { x, y, z }: Circle, point: number): number {
  const dx = f64(coordinates, 3 * point) - x
  const dy = f64(coordinates, 3 * point + 1) - y
  const dz = f64(coordinates, 3 * point + 2) - z
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** Returns the column in the given order, `width` numbers per point, with its capacity. */
function* reorder<A extends Float64Array | Int32Array>(
  column: A,
  order: Int32Array,
  width: number,
): Generator<undefined, A> {
  const reordered = enlarge(column.subarray(0, 0) as A, column.length)
  for (const [point, before] of order.entries()) {
    for (let part = 0; part < width; part++) reordered[point * width + part] = column[before * width + part] as number
    if (point % STEP === 0) yield
  }
  return reordered
}
