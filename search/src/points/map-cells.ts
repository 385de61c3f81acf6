import type { MapCluster } from '@na-regua/contract/barbershop-map'
import { type MapBounds, type MapBox, toMapBounds, toMapPosition, toPosition } from './map-coordinates.ts'

/** The number of matches, the cells with several as clusters, and the points that are alone in theirs; both from north-west to south-east. */
export type MapCells = { total: number; clusters: MapCluster[]; points: number[] }

/** A larger grid is made coarser. */
export const MAX_MAP_CELLS = 512
/** The width of a cell is 128 pixels at its zoom, where the world is 2^(8 + zoom) pixels wide: room for a pin with a time or a price. */
const COLUMN_SHIFT = 30
/** And its height 64. */
const ROW_SHIFT = 29

/** The part of the map that is shown, at a zoom where the world is 2^(8 + zoom) pixels wide. */
export type MapArea = { box: MapBox; zoom: number }

type MapCell = MapBounds & { count: number; sumX: number; sumY: number; point: number }

/** Groups points of a part of the map, in cells that depend on the zoom alone, so that moving the map does not regroup them. */
export class MapGrid {
  readonly bounds: MapBounds
  readonly #columnShift: number
  readonly #rowShift: number
  readonly #columns: number
  /** From north-west to south-east; undefined without a point. */
  readonly #cells: (MapCell | undefined)[]

  constructor({ box, zoom }: MapArea) {
    this.bounds = toMapBounds(box)
    for (let level = zoom; ; level--) {
      this.#columnShift = COLUMN_SHIFT - level
      this.#rowShift = ROW_SHIFT - level
      this.#columns = countCells(this.bounds.minX, this.bounds.maxX, this.#columnShift)
      const cells = this.#columns * countCells(this.bounds.minY, this.bounds.maxY, this.#rowShift)
      if (cells > MAX_MAP_CELLS) continue
      this.#cells = Array.from({ length: cells }, () => undefined)
      return
    }
  }

  /** Only of a point within the bounds. */
  add(x: number, y: number, point: number) {
    const column = (x >> this.#columnShift) - (this.bounds.minX >> this.#columnShift)
    const row = (y >> this.#rowShift) - (this.bounds.minY >> this.#rowShift)
    const at = row * this.#columns + column
    const cell = this.#cells[at]
    if (!cell) {
      this.#cells[at] = { count: 1, sumX: x, sumY: y, point, minX: x, minY: y, maxX: x, maxY: y }
      return
    }
    cell.count++
    cell.sumX += x
    cell.sumY += y
    if (x < cell.minX) cell.minX = x
    if (y < cell.minY) cell.minY = y
    if (x > cell.maxX) cell.maxX = x
    if (y > cell.maxY) cell.maxY = y
  }

  describe(): MapCells {
    const result: MapCells = { total: 0, clusters: [], points: [] }
    for (const cell of this.#cells) {
      if (!cell) continue
      result.total += cell.count
      if (cell.count === 1) result.points.push(cell.point)
      else result.clusters.push(toCluster(cell))
    }
    return result
  }
}

function countCells(min: number, max: number, shift: number): number {
  return Math.max(0, (max >> shift) - (min >> shift) + 1)
}

function toCluster({ count, sumX, sumY, minX, minY, maxX, maxY }: MapCell): MapCluster {
  const { latitude: north, longitude: west } = toPosition(minX, minY)
  const { latitude: south, longitude: east } = toPosition(maxX, maxY)
  return { count, ...toPosition(sumX / count, sumY / count), north, south, east, west }
}

/** Groups any positions in the same way; `points` are indexes of them. */
export function groupOnMap(positions: readonly { latitude: number; longitude: number }[], area: MapArea): MapCells {
  const grid = new MapGrid(area)
  const { minX, minY, maxX, maxY } = grid.bounds
  for (const [index, position] of positions.entries()) {
    const [x, y] = toMapPosition(position)
    if (x >= minX && x <= maxX && y >= minY && y <= maxY) grid.add(x, y, index)
  }
  return grid.describe()
}
