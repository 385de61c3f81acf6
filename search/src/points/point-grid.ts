import type { MapBounds } from './map-coordinates.ts'
import type { Circle, PointTable } from './point-table.ts'
import { f64, i32 } from './typed-arrays.ts'

/** The side of a cell: a circle of 50 km lies in some forty of them. Kilometres, as coordinates are. */
const SIDE = 16
/** Above the number of columns. */
const ROW = 2 ** 16
/** Rounding of a chord must not exclude a point. */
const MARGIN = 1e-6
/** Points that are linked between two yields: less than a millisecond of work. */
const STEP = 1024

/** The points of a square of the grid, in no order; the bounds contain all of them on the map of the world, and may be too wide. */
type GridCell = MapBounds & { points: number[] }

/**
 * Which points are where: a grid of squares over the plane of y and z, to which the sphere is projected along x. Brazil lies in the middle
 * of that projection. Elsewhere cells are long strips, and on the other half of the sphere they are shared: only slower.
 */
export class PointGrid {
  /** How many points are in it. */
  size = 0
  readonly #table: PointTable
  readonly #cells = new Map<number, GridCell>()

  constructor(table: PointTable) {
    this.#table = table
  }

  add(point: number) {
    this.size++
    const key = this.#keyOf(point)
    const x = i32(this.#table.mapPoints, 2 * point)
    const y = i32(this.#table.mapPoints, 2 * point + 1)
    const cell = this.#cells.get(key)
    if (!cell) {
      this.#cells.set(key, { points: [point], minX: x, minY: y, maxX: x, maxY: y })
      return
    }
    cell.points.push(point)
    cell.minX = Math.min(cell.minX, x)
    cell.minY = Math.min(cell.minY, y)
    cell.maxX = Math.max(cell.maxX, x)
    cell.maxY = Math.max(cell.maxY, y)
  }

  /** Must be called while the point still has its coordinates. */
  remove(point: number) {
    const key = this.#keyOf(point)
    const { points } = this.#cells.get(key) as GridCell
    const last = points.pop() as number
    if (last !== point) points[points.indexOf(point)] = last
    if (points.length === 0) this.#cells.delete(key)
    this.size--
  }

  /** Puts all points of the table into cells, and returns the number that each should have had: by cell, row after row. */
  *build(): Generator<undefined, Int32Array> {
    for (let point = 0; point < this.#table.size; point++) {
      this.add(point)
      if (point % STEP === 0) yield
    }
    const order = new Int32Array(this.#table.size)
    let next = 0
    for (const [, cell] of [...this.#cells].toSorted(([one], [other]) => one - other)) {
      order.set(cell.points, next)
      cell.points = cell.points.map(() => next++)
      yield
    }
    return order
  }

  /** Returns every cell with points of the circle, and others near it. */
  listCells({ y, z, chord }: Circle): GridCell[] {
    const reach = chord + MARGIN
    const firstRow = Math.floor((z - reach) / SIDE)
    const lastRow = Math.floor((z + reach) / SIDE)
    const firstColumn = Math.floor((y - reach) / SIDE)
    const lastColumn = Math.floor((y + reach) / SIDE)
    const isWide = !((lastRow - firstRow + 1) * (lastColumn - firstColumn + 1) < this.#cells.size)
    if (isWide) return [...this.#cells.values()]
    const cells: GridCell[] = []
    for (let row = firstRow; row <= lastRow; row++)
      for (let column = firstColumn; column <= lastColumn; column++) {
        const cell = this.#cells.get(ROW * row + column)
        if (cell) cells.push(cell)
      }
    return cells
  }

  #keyOf(point: number): number {
    const { coordinates } = this.#table
    return ROW * Math.floor(f64(coordinates, 3 * point + 2) / SIDE) + Math.floor(f64(coordinates, 3 * point + 1) / SIDE)
  }
}
