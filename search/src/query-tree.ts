import { FEATURED, FILTER_KEYS, LEAF, type PointTree, SORT_KEYS } from './point-tree.ts'
import { f64, i32, u8 } from './typed-arrays.ts'

/** A circle and filters. A point matches when its chord to the center is at most `chord` and it passes every filter. */
export type TreeQuery = {
  x: number
  y: number
  z: number
  chord: number
  /** Bounds of each sort key that can be filtered by, both inclusive. */
  min: Float64Array
  max: Float64Array
  /** All of these bits must be set. */
  flags: number
  /** By pattern id: 1 where the hours match; undefined when hours do not matter. */
  patterns: Uint8Array | undefined
  /** No longer wait passes; `accepts` knows which ones have expired. */
  maxWait: number | undefined
  /** What the tree does not know of a point: its services and slots; undefined when they do not matter. */
  accepts: ((point: number) => boolean) | undefined
  /** When `accepts` depends on the time: the minute, and until when its results stay the same. */
  time: { readonly minute: number; validUntil: number } | undefined
  /** Equal for queries with equal filters, whatever their circle, order and page; undefined when every point passes. */
  filterKey: string | undefined
}

/** Points within `chord` of the center, whatever the filters. */
export type Circle = Pick<TreeQuery, 'x' | 'y' | 'z' | 'chord'>

/** Whether the point passes the filters, wherever it is. */
export function matches(tree: PointTree, query: TreeQuery, point: number): boolean {
  if (query.filterKey === undefined) return true
  const { min, max, flags, patterns, accepts } = query
  if ((i32(tree.flags, point) & flags) !== flags) return false
  for (let sortKey = 0; sortKey < FILTER_KEYS; sortKey++) {
    const value = f64(tree.sortKeys, SORT_KEYS * point + sortKey)
    if (value < f64(min, sortKey) || value > f64(max, sortKey)) return false
  }
  if (patterns !== undefined && u8(patterns, i32(tree.patterns, point)) !== 1) return false
  return accepts === undefined || accepts(point)
}

/** Whether a point of the node may pass the filters, judged by the summary of the node. */
export function canMatch(tree: PointTree, { max, flags, maxWait, filterKey }: TreeQuery, node: number): boolean {
  if (i32(tree.counts, node) === 0) return false
  if (filterKey === undefined) return true
  if ((i32(tree.anyFlags, node) & flags) !== flags) return false
  if (maxWait !== undefined && i32(tree.waits.nodes, node) > maxWait) return false
  for (let sortKey = 0; sortKey < FILTER_KEYS; sortKey++)
    if (f64(tree.minKeys, SORT_KEYS * node + sortKey) > f64(max, sortKey)) return false
  return true
}

/** The chord to a point, computed in the order of PostgreSQL's cube_distance, so that both results have the same bits. */
export function chordToPoint(tree: PointTree, { x, y, z }: Circle, point: number): number {
  const dx = f64(tree.coordinates, 3 * point) - x
  const dy = f64(tree.coordinates, 3 * point + 1) - y
  const dz = f64(tree.coordinates, 3 * point + 2) - z
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** A lower bound for the chords of the node. Rounding is monotonic, so it also holds for the rounded results. */
export function minChord(tree: PointTree, { x, y, z }: Circle, node: number): number {
  const dx = Math.max(f64(tree.bounds, 6 * node) - x, x - f64(tree.bounds, 6 * node + 3), 0)
  const dy = Math.max(f64(tree.bounds, 6 * node + 1) - y, y - f64(tree.bounds, 6 * node + 4), 0)
  const dz = Math.max(f64(tree.bounds, 6 * node + 2) - z, z - f64(tree.bounds, 6 * node + 5), 0)
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** An upper bound for the chords of the node. */
export function maxChord(tree: PointTree, { x, y, z }: TreeQuery, node: number): number {
  const dx = Math.max(f64(tree.bounds, 6 * node + 3) - x, x - f64(tree.bounds, 6 * node))
  const dy = Math.max(f64(tree.bounds, 6 * node + 4) - y, y - f64(tree.bounds, 6 * node + 1))
  const dz = Math.max(f64(tree.bounds, 6 * node + 5) - z, z - f64(tree.bounds, 6 * node + 2))
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** Filters whose counts are stored, the least recently used one is evicted: so many, and at most so many bytes. */
const MAX_FILTERS = 256
const MAX_COUNTS_BYTES = 64 * 2 ** 20

/**
 * Counts by node for queries with these filters, -1 where not counted yet. With filters that depend on the time, until which minute
 * each of them is valid follows.
 */
export function openKnownCounts(tree: PointTree, { filterKey, time }: TreeQuery): Int32Array {
  if (filterKey === undefined) return tree.counts
  const columns = time === undefined ? 1 : 2
  const knownCounts = tree.countsByFilter.get(filterKey) ?? new Int32Array(columns * tree.counts.length).fill(-1)
  tree.countsByFilter.delete(filterKey)
  tree.countsByFilter.set(filterKey, knownCounts)
  // The lowest keys take four times as much.
  if (tree.countsByFilter.size > Math.min(MAX_FILTERS, MAX_COUNTS_BYTES / (5 * knownCounts.byteLength)))
    tree.countsByFilter.delete(tree.countsByFilter.keys().next().value as string)
  return knownCounts
}

/** By node the lowest sort keys of what passes one filter, of all matches and of the featured ones; NaN where they are not known. */
export type LowestKeys = { sortKey: number; ofAll: Float64Array; ofFeatured: Float64Array }

/** For the sort key that was used last with a filter. A key is known only where the matches are counted, so changes reset both. */
const lowestKeys = new WeakMap<Int32Array, LowestKeys>()

/** Not for filters whose results change with time. */
export function openLowestKeys(tree: PointTree, knownCounts: Int32Array, sortKey: number): LowestKeys {
  const known = lowestKeys.get(knownCounts)
  if (known?.sortKey === sortKey) return known
  const createColumn = () => new Float64Array(tree.counts.length).fill(Number.NaN)
  const opened = { sortKey, ofAll: createColumn(), ofFeatured: createColumn() }
  lowestKeys.set(knownCounts, opened)
  return opened
}

/**
 * Whether the lowest sort keys of the matches of a node are known, wherever it lies; Infinity without a match. Nodes learn them from
 * their children, so that no query reads more for them than the leaves that it expands.
 */
export function learnLowestKeys(
  tree: PointTree,
  query: TreeQuery,
  knownCounts: Int32Array,
  lowest: LowestKeys,
  node: number,
): boolean {
  const child = i32(tree.children, node)
  if (child < 0) countWhole(tree, query, knownCounts, node)
  if (i32(knownCounts, node) < 0) return false
  if (!Number.isNaN(f64(lowest.ofAll, node))) return true
  if (child < 0) learnFromMembers(tree, query, lowest, node)
  else if (isLearned(knownCounts, lowest, child) && isLearned(knownCounts, lowest, child + 1))
    for (const keys of [lowest.ofAll, lowest.ofFeatured])
      keys[node] = Math.min(readLowest(knownCounts, keys, child), readLowest(knownCounts, keys, child + 1))
  else return false
  return true
}

function isLearned(knownCounts: Int32Array, { ofAll }: LowestKeys, node: number): boolean {
  return i32(knownCounts, node) === 0 || (i32(knownCounts, node) > 0 && !Number.isNaN(f64(ofAll, node)))
}

function readLowest(knownCounts: Int32Array, keys: Float64Array, node: number): number {
  return i32(knownCounts, node) === 0 ? Number.POSITIVE_INFINITY : f64(keys, node)
}

function learnFromMembers(tree: PointTree, query: TreeQuery, { sortKey, ofAll, ofFeatured }: LowestKeys, leaf: number) {
  const start = i32(tree.blocks, leaf) * LEAF
  const end = start + i32(tree.counts, leaf)
  let [lowest, lowestFeatured] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let index = start; index < end; index++) {
    const point = i32(tree.members, index)
    if (!matches(tree, query, point)) continue
    const key = f64(tree.sortKeys, SORT_KEYS * point + sortKey)
    if (key < lowest) lowest = key
    if (key < lowestFeatured && (i32(tree.flags, point) & FEATURED) !== 0) lowestFeatured = key
  }
  ofAll[leaf] = lowest
  ofFeatured[leaf] = lowestFeatured
}

const ALWAYS = 2 ** 31 - 1

function isKnown(tree: PointTree, { time }: TreeQuery, knownCounts: Int32Array, node: number): boolean {
  if (i32(knownCounts, node) < 0) return false
  return time === undefined || i32(knownCounts, tree.counts.length + node) >= time.minute
}

/** Whether the node is known to have no match. */
export function isKnownEmpty(tree: PointTree, query: TreeQuery, knownCounts: Int32Array, node: number): boolean {
  return i32(knownCounts, node) === 0 && isKnown(tree, query, knownCounts, node)
}

/** The exact number of matches. A node that lies wholly within the circle is counted once per filter. */
export function countPoints(tree: PointTree, query: TreeQuery): number {
  return countNode(tree, query, openKnownCounts(tree, query), 0)
}

function countNode(tree: PointTree, query: TreeQuery, knownCounts: Int32Array, node: number): number {
  if (!canMatch(tree, query, node) || minChord(tree, query, node) > query.chord) return 0
  if (maxChord(tree, query, node) <= query.chord) return countWhole(tree, query, knownCounts, node)
  const child = i32(tree.children, node)
  if (child >= 0) return countNode(tree, query, knownCounts, child) + countNode(tree, query, knownCounts, child + 1)
  return countMembers(tree, query, node, true)
}

/** The matches of a node, wherever it lies, counted once per filter. */
export function countWhole(tree: PointTree, query: TreeQuery, knownCounts: Int32Array, node: number): number {
  const { time } = query
  if (isKnown(tree, query, knownCounts, node)) {
    if (time) time.validUntil = Math.min(time.validUntil, i32(knownCounts, tree.counts.length + node))
    return i32(knownCounts, node)
  }
  const validUntil = time?.validUntil ?? ALWAYS
  if (time) time.validUntil = ALWAYS
  let count = 0
  if (canMatch(tree, query, node)) {
    const child = i32(tree.children, node)
    if (child < 0) count = countMembers(tree, query, node, false)
    else count = countWhole(tree, query, knownCounts, child) + countWhole(tree, query, knownCounts, child + 1)
  }
  knownCounts[node] = count
  const lowest = lowestKeys.get(knownCounts)
  if (lowest) lowest.ofAll[node] = Number.NaN
  if (time) {
    knownCounts[tree.counts.length + node] = time.validUntil
    time.validUntil = Math.min(time.validUntil, validUntil)
  }
  return count
}

function countMembers(tree: PointTree, query: TreeQuery, leaf: number, isOnEdge: boolean): number {
  const start = i32(tree.blocks, leaf) * LEAF
  const end = start + i32(tree.counts, leaf)
  let count = 0
  for (let index = start; index < end; index++) {
    const point = i32(tree.members, index)
    if (matches(tree, query, point) && (!isOnEdge || chordToPoint(tree, query, point) <= query.chord)) count++
  }
  return count
}
