import type { KnownMatches } from './node-matches.ts'
import { FILTER_KEYS, type PointTree, SORT_KEYS } from './point-tree.ts'
import { f64, i32, u8 } from './typed-arrays.ts'

/**
 * Of members of a leaf, `candidates` as bits for the one at `start` and those after it: those that `accepts` would accept. Notes in
 * `undecided` of the time of the query those that only `accepts` can decide.
 */
export type Prefilter = (start: number, candidates: number) => number

/** As a minute until which something holds. Of the integers that V8 stores in place. */
export const ALWAYS = 2 ** 31 - 1

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
  /** Whether the keys, the flags or the hours exclude any point. */
  hasTreeFilters: boolean
  /** By pattern id: 1 where the hours match; undefined when hours do not matter. */
  patterns: Uint8Array | undefined
  /** No longer wait passes; `accepts` knows which ones have expired. */
  maxWait: number | undefined
  /** What the tree does not know of a point: its services and slots; undefined when they do not matter. */
  accepts: ((point: number) => boolean) | undefined
  /** Decides most of what `accepts` would, some ten times as fast as one by one. */
  prefilter: Prefilter | undefined
  /** When `accepts` depends on the time: the minute, and until when its results stay the same. */
  time: { readonly minute: number; validUntil: number; undecided?: number } | undefined
  /** Shared by queries with equal filters, whatever their circle, order and page; undefined when every point passes. */
  known: KnownMatches | undefined
  /** What is known of the part of the filter that is about slots, and the tests that are left where it is known. */
  ofSlots: { known: KnownMatches; accepts: TreeQuery['accepts'] } | undefined
}

/** Points within `chord` of the center, whatever the filters. */
export type Circle = Pick<TreeQuery, 'x' | 'y' | 'z' | 'chord'>

/** Whether the point passes the filters of the tree, wherever it is. Queries use `matchMembers`, which remembers it. */
export function matches(tree: PointTree, { min, max, flags, patterns }: TreeQuery, point: number): boolean {
  if ((i32(tree.flags, point) & flags) !== flags) return false
  for (let sortKey = 0; sortKey < FILTER_KEYS; sortKey++) {
    const value = f64(tree.sortKeys, SORT_KEYS * point + sortKey)
    if (value < f64(min, sortKey) || value > f64(max, sortKey)) return false
  }
  return patterns === undefined || u8(patterns, i32(tree.patterns, point)) === 1
}

/** Whether a point of the node may pass the filters, judged by the summary of the node. */
export function canMatch(tree: PointTree, { max, flags, maxWait, known }: TreeQuery, node: number): boolean {
  if (i32(tree.counts, node) === 0) return false
  if (known === undefined) return true
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
