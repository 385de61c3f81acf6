import type { MapCluster } from '@na-regua/contract/barbershop-map'
import { countMatches, lowestBit, matchMembers } from './known-matches.ts'
import { type MapBox, toMapBounds, toMapPosition, toPosition } from './map-coordinates.ts'
import { LEAF, type PointTree } from './point-tree.ts'
import { canMatch, chordToPoint, maxChord, minChord, type TreeQuery } from './query-tree.ts'
import { f64, i32 } from './typed-arrays.ts'

/** The number of matches, the cells with several as clusters, and the points that are alone in theirs; both from north-west to south-east. */
export type MapCells = { total: number; clusters: MapCluster[]; points: number[] }

export const noCells: MapCells = { total: 0, clusters: [], points: [] }

/** A larger grid is made coarser. */
export const MAX_MAP_CELLS = 512
/** A cell has 128 × 64 pixels at its zoom, where the world is 2^(8 + zoom) pixels wide: room for a pin with a time or a price. */
const COLUMN_SHIFT = 30
const ROW_SHIFT = 29

type Bounds = ReturnType<typeof toMapBounds>
type Grid = Bounds & { columnShift: number; rowShift: number; columns: number; rows: number }
type Cells = {
  counts: Int32Array
  /** x and y. */
  sums: Float64Array
  /** Minimum x and y, then maximum. */
  bounds: Int32Array
  /** The last point that was counted, or the last node as its complement. */
  sources: Int32Array
}
type Search = { tree: PointTree; query: TreeQuery; grid: Grid; cells: Cells }

/** The part of the map that is shown, at a zoom where the world is 2^(8 + zoom) pixels wide. */
export type MapArea = { box: MapBox; zoom: number }

/** The matches in a box, in cells of a grid that depends on the zoom alone, so that moving the map does not regroup them. */
export function listMapCells(tree: PointTree, query: TreeQuery, { box, zoom }: MapArea): MapCells {
  const grid = createGrid(toMapBounds(box), zoom)
  const search = { tree, query, grid, cells: createCells(grid.columns * grid.rows) }
  collect(search, 0)
  return describeCells(search.cells, (source) => (source < 0 ? findOnlyMatch(search, ~source) : source))
}

/** The same cells of any positions; `points` are indexes of them. */
export function groupOnMap(
  positions: readonly { latitude: number; longitude: number }[],
  { box, zoom }: MapArea,
): MapCells {
  const grid = createGrid(toMapBounds(box), zoom)
  const cells = createCells(grid.columns * grid.rows)
  for (const [index, position] of positions.entries()) {
    const [x, y] = toMapPosition(position)
    if (isInBox(grid, x, y)) addPoint(grid, cells, { x, y, point: index })
  }
  return describeCells(cells, (index) => index)
}

function createGrid(bounds: Bounds, zoom: number): Grid {
  for (let level = zoom; ; level--) {
    const columnShift = COLUMN_SHIFT - level
    const rowShift = ROW_SHIFT - level
    const columns = Math.max(0, (bounds.maxX >> columnShift) - (bounds.minX >> columnShift) + 1)
    const rows = Math.max(0, (bounds.maxY >> rowShift) - (bounds.minY >> rowShift) + 1)
    if (columns * rows <= MAX_MAP_CELLS) return { ...bounds, columnShift, rowShift, columns, rows }
  }
}

function createCells(size: number): Cells {
  const bounds = new Int32Array(4 * size)
  for (let cell = 0; cell < size; cell++) bounds.fill(2 ** 31 - 1, 4 * cell, 4 * cell + 2)
  return { counts: new Int32Array(size), sums: new Float64Array(2 * size), bounds, sources: new Int32Array(size) }
}

/** Nodes that lie wholly in the box, the circle and one cell are added as a whole. */
function collect(search: Search, node: number) {
  const { tree, query, grid } = search
  if (!canMatch(tree, query, node) || isOutside(tree, grid, node) || minChord(tree, query, node) > query.chord) return
  if (isInOneCell(tree, grid, node) && maxChord(tree, query, node) <= query.chord) return addNode(search, node)
  const child = i32(tree.children, node)
  if (child < 0) return addMembers(search, node)
  collect(search, child)
  collect(search, child + 1)
}

function isOutside({ mapBounds }: PointTree, { minX, minY, maxX, maxY }: Bounds, node: number): boolean {
  return (
    i32(mapBounds, 4 * node) > maxX ||
    i32(mapBounds, 4 * node + 1) > maxY ||
    i32(mapBounds, 4 * node + 2) < minX ||
    i32(mapBounds, 4 * node + 3) < minY
  )
}

function isInOneCell({ mapBounds }: PointTree, grid: Grid, node: number): boolean {
  const minX = i32(mapBounds, 4 * node)
  const minY = i32(mapBounds, 4 * node + 1)
  const maxX = i32(mapBounds, 4 * node + 2)
  const maxY = i32(mapBounds, 4 * node + 3)
  if (minX < grid.minX || minY < grid.minY || maxX > grid.maxX || maxY > grid.maxY) return false
  return minX >> grid.columnShift === maxX >> grid.columnShift && minY >> grid.rowShift === maxY >> grid.rowShift
}

/** With filters the center and the bounds are those of all points of the node: exact ones would cost a look at each of them. */
function addNode({ tree, query, grid, cells }: Search, node: number) {
  const count = countMatches(tree, query, node)
  if (count === 0) return
  const x = i32(tree.mapBounds, 4 * node)
  const y = i32(tree.mapBounds, 4 * node + 1)
  const cell = findCell(grid, x, y)
  const share = count / i32(tree.counts, node)
  cells.sums[2 * cell] = f64(cells.sums, 2 * cell) + share * f64(tree.mapSums, 2 * node)
  cells.sums[2 * cell + 1] = f64(cells.sums, 2 * cell + 1) + share * f64(tree.mapSums, 2 * node + 1)
  widen(cells, cell, x, y)
  widen(cells, cell, i32(tree.mapBounds, 4 * node + 2), i32(tree.mapBounds, 4 * node + 3))
  cells.counts[cell] = i32(cells.counts, cell) + count
  cells.sources[cell] = ~node
}

function addMembers({ tree, query, grid, cells }: Search, leaf: number) {
  const start = i32(tree.blocks, leaf) * LEAF
  for (let rest = matchMembers(tree, query, leaf); rest !== 0; rest &= rest - 1) {
    const point = i32(tree.members, start + lowestBit(rest))
    const x = i32(tree.mapPoints, 2 * point)
    const y = i32(tree.mapPoints, 2 * point + 1)
    if (isInBox(grid, x, y) && chordToPoint(tree, query, point) <= query.chord) addPoint(grid, cells, { x, y, point })
  }
}

function isInBox({ minX, minY, maxX, maxY }: Bounds, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY
}

function addPoint(grid: Grid, cells: Cells, { x, y, point }: { x: number; y: number; point: number }) {
  const cell = findCell(grid, x, y)
  cells.sums[2 * cell] = f64(cells.sums, 2 * cell) + x
  cells.sums[2 * cell + 1] = f64(cells.sums, 2 * cell + 1) + y
  widen(cells, cell, x, y)
  cells.counts[cell] = i32(cells.counts, cell) + 1
  cells.sources[cell] = point
}

function findCell({ minX, minY, columnShift, rowShift, columns }: Grid, x: number, y: number): number {
  const column = (x >> columnShift) - (minX >> columnShift)
  return ((y >> rowShift) - (minY >> rowShift)) * columns + column
}

function widen({ bounds }: Cells, cell: number, x: number, y: number) {
  if (x < i32(bounds, 4 * cell)) bounds[4 * cell] = x
  if (y < i32(bounds, 4 * cell + 1)) bounds[4 * cell + 1] = y
  if (x > i32(bounds, 4 * cell + 2)) bounds[4 * cell + 2] = x
  if (y > i32(bounds, 4 * cell + 3)) bounds[4 * cell + 3] = y
}

function describeCells({ counts, sums, bounds, sources }: Cells, toPoint: (source: number) => number): MapCells {
  const result: MapCells = { total: 0, clusters: [], points: [] }
  for (const [cell, count] of counts.entries()) {
    if (count === 0) continue
    result.total += count
    if (count === 1) {
      result.points.push(toPoint(i32(sources, cell)))
      continue
    }
    const { latitude: north, longitude: west } = toPosition(i32(bounds, 4 * cell), i32(bounds, 4 * cell + 1))
    const { latitude: south, longitude: east } = toPosition(i32(bounds, 4 * cell + 2), i32(bounds, 4 * cell + 3))
    const center = toPosition(f64(sums, 2 * cell) / count, f64(sums, 2 * cell + 1) / count)
    result.clusters.push({ count, ...center, north, south, east, west })
  }
  return result
}

/** The match in a node that has one. */
function findOnlyMatch({ tree, query }: Search, ancestor: number): number {
  let node = ancestor
  for (let child = i32(tree.children, node); child >= 0; child = i32(tree.children, node))
    node = countMatches(tree, query, child) > 0 ? child : child + 1
  return i32(tree.members, i32(tree.blocks, node) * LEAF + lowestBit(matchMembers(tree, query, node)))
}
