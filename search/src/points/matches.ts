import type { MapBounds } from './map-coordinates.ts'
import type { PointGrid } from './point-grid.ts'
import { type Circle, chordToPoint, FILTER_KEYS, type PointTable, SORT_KEYS } from './point-table.ts'
import { enlarge, f64, i32, u8 } from './typed-arrays.ts'

/** What the table knows of a point that matches. */
export type PointFilter = {
  /** All of these bits must be set. */
  flags: number
  /** Bounds of each sort key that can be filtered by, both inclusive; undefined when none has any. */
  ranges: { min: Float64Array; max: Float64Array } | undefined
  /** By pattern id: 1 where the hours match; undefined when hours do not matter. */
  patterns: Uint8Array | undefined
}

/** The points that a query has found so far, with their chords. Queries run one after the other, so that all of them share one. */
export class Matches {
  size = 0
  points = new Int32Array(1024)
  chords = new Float64Array(1024)

  /** Starts again, with all points within the circle. */
  findWithin(table: PointTable, grid: PointGrid, circle: Circle) {
    const { x, y, z, chord: longest } = circle
    const { coordinates } = table
    const cells = grid.listCells(circle)
    this.#ensureCapacity(cells.reduce((sum, cell) => sum + cell.points.length, 0))
    const { points, chords } = this
    let size = 0
    for (const cell of cells)
      for (const point of cell.points) {
        const dx = f64(coordinates, 3 * point) - x
        const dy = f64(coordinates, 3 * point + 1) - y
        const dz = f64(coordinates, 3 * point + 2) - z
        // As chordToPoint(), in one piece because a query does this for a hundred thousand points.
        const chord = Math.sqrt(dx * dx + dy * dy + dz * dz)
        if (chord > longest) continue
        points[size] = point
        chords[size++] = chord
      }
    this.size = size
  }

  /** Starts again, with all points within the bounds and the circle. */
  findOnMap(table: PointTable, grid: PointGrid, bounds: MapBounds, circle: Circle) {
    const { mapPoints } = table
    const isEverywhere = circle.chord === Number.POSITIVE_INFINITY
    this.size = 0
    for (const cell of grid.listCells(circle)) {
      if (cell.minX > bounds.maxX || cell.maxX < bounds.minX || cell.minY > bounds.maxY || cell.maxY < bounds.minY)
        continue
      this.#ensureCapacity(this.size + cell.points.length)
      for (const point of cell.points) {
        const x = i32(mapPoints, 2 * point)
        const y = i32(mapPoints, 2 * point + 1)
        if (x < bounds.minX || x > bounds.maxX || y < bounds.minY || y > bounds.maxY) continue
        if (!isEverywhere && chordToPoint(table, circle, point) > circle.chord) continue
        this.points[this.size++] = point
      }
    }
  }

  /** Leaves out those that do not pass the filter. */
  retain(table: PointTable, filter: PointFilter) {
    if (filter.flags === 0 && !filter.ranges && !filter.patterns) return
    const { points, chords } = this
    let retained = 0
    for (let at = 0; at < this.size; at++) {
      const point = i32(points, at)
      if (!passes(table, filter, point)) continue
      points[retained] = point
      chords[retained++] = f64(chords, at)
    }
    this.size = retained
  }

  /** Leaves out those that the test does not accept. */
  retainIf(accepts: (point: number) => boolean) {
    const { points, chords } = this
    let retained = 0
    for (let at = 0; at < this.size; at++) {
      const point = i32(points, at)
      if (!accepts(point)) continue
      points[retained] = point
      chords[retained++] = f64(chords, at)
    }
    this.size = retained
  }

  #ensureCapacity(size: number) {
    if (size <= this.points.length) return
    this.points = enlarge(this.points, 2 * size)
    this.chords = enlarge(this.chords, 2 * size)
  }
}

function passes({ flags, sortKeys, patterns }: PointTable, filter: PointFilter, point: number): boolean {
  if ((i32(flags, point) & filter.flags) !== filter.flags) return false
  if (filter.patterns && u8(filter.patterns, i32(patterns, point)) === 0) return false
  if (!filter.ranges) return true
  const { min, max } = filter.ranges
  for (let key = 0; key < FILTER_KEYS; key++) {
    const value = f64(sortKeys, SORT_KEYS * point + key)
    if (value < f64(min, key) || value > f64(max, key)) return false
  }
  return true
}
