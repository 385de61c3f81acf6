import { clearOnMap, includeNodeOnMap, includePointOnMap, type MapColumns, toMapPoint } from './map-coordinates.ts'
import type { KnownMatches } from './node-matches.ts'
import { enlarge, f64, i32, lower, widen } from './typed-arrays.ts'

/** Coordinates on a sphere. */
export type PointCoordinates = readonly [x: number, y: number, z: number]

/** Capacity of a leaf. */
export const LEAF = 32
/** Sort keys of a point. Only the first ones can be filtered by. */
export const SORT_KEYS = 4
export const FILTER_KEYS = 2
/** The flag of a featured point, which also leads. */
export const FEATURED = 1
/** Of a point that comes first among equals. */
export const LEADS = 1 << 29
/** The flag of a point that takes walk-ins. */
export const WALK_INS = 1 << 31
/** Of those that offer a last-minute slot. */
export const OFFERS_LAST_MINUTE = 1 << 30

/**
 * A binary tree of points on a sphere in typed arrays. Each node has the bounding box, the number and the lowest sort keys of its points.
 * A query descends only into nodes that the edge of its circle crosses, and takes or skips all others as a whole.
 * Numbers are the doubles of the database, bit by bit, so that ties are ties in both.
 */
export type PointTree = MapColumns & {
  /** By point: x, y, z; sort keys, lower first; bits; the id of its opening pattern; its leaf, -1 where the number is free. */
  coordinates: Float64Array
  sortKeys: Float64Array
  flags: Int32Array
  patterns: Int32Array
  /** A bit for each time zone; all bits where there are more zones than bits. */
  zones: Int32Array
  leaves: Int32Array
  /** Of the next free starts: bounds in use, and those that follow; see SlotBounds. */
  nextFree: KeyBounds
  laterFree: KeyBounds
  /** Of the waits, in minutes; see WaitTable. */
  waits: KeyBounds
  size: number
  /** By node: the first of its two children, -1 for a leaf; the block of a leaf in `members`. */
  children: Int32Array
  blocks: Int32Array
  parents: Int32Array
  counts: Int32Array
  /** Minimum x, y, z, then maximum. */
  bounds: Float64Array
  minKeys: Float64Array
  /** Of the leading points only. */
  minLeadingKeys: Float64Array
  anyFlags: Int32Array
  anyZones: Int32Array
  nodes: number
  members: Int32Array
  usedBlocks: number
  /** By filter key. */
  matchesByFilter: Map<string, KnownMatches>
}

/** Lower bounds of what changes with time: of each point, the lowest of each node, and of its leading points. */
export type KeyBounds = { points: Int32Array; nodes: Int32Array; leading: Int32Array }

export type PointData = {
  coordinates: PointCoordinates
  sortKeys: readonly [number, number, number, number]
  flags: number
  pattern: number
  zone: number
}

/** A point without a free start, or without a wait. */
export const NEVER_FREE = 2 ** 31 - 1
/** A point of which that is not known: a bound below every other. */
export const UNKNOWN_FREE = -(2 ** 31)

const INITIAL_CAPACITY = 64

const doubles = (width: number) => new Float64Array(width * INITIAL_CAPACITY)
const integers = (width = 1) => new Int32Array(width * INITIAL_CAPACITY)

function createBounds(unset: number): KeyBounds {
  return { points: integers().fill(unset), nodes: integers(), leading: integers() }
}

export function createTree(): PointTree {
  const tree: PointTree = {
    coordinates: doubles(3),
    mapPoints: integers(2),
    sortKeys: doubles(SORT_KEYS),
    flags: integers(),
    patterns: integers(),
    zones: integers(),
    leaves: integers(),
    nextFree: createBounds(UNKNOWN_FREE),
    laterFree: createBounds(UNKNOWN_FREE),
    waits: createBounds(NEVER_FREE),
    size: 0,
    children: integers(),
    blocks: integers(),
    parents: integers(),
    counts: integers(),
    bounds: doubles(6),
    mapBounds: integers(4),
    mapSums: doubles(2),
    minKeys: doubles(SORT_KEYS),
    minLeadingKeys: doubles(SORT_KEYS),
    anyFlags: integers(),
    anyZones: integers(),
    nodes: 0,
    members: integers(LEAF),
    usedBlocks: 0,
    matchesByFilter: new Map(),
  }
  makeLeaf(tree, addNode(tree, -1), addBlock(tree))
  return tree
}

/** Stores the data of a point without linking it to a leaf. A point that begins to take walk-ins has an unknown wait. */
export function writePoint(tree: PointTree, point: number, { coordinates, sortKeys, flags, pattern, zone }: PointData) {
  tree.coordinates.set(coordinates, 3 * point)
  tree.mapPoints.set(toMapPoint(coordinates), 2 * point)
  tree.sortKeys.set(sortKeys, SORT_KEYS * point)
  if ((flags & WALK_INS) === 0) tree.waits.points[point] = NEVER_FREE
  else if ((i32(tree.flags, point) & WALK_INS) === 0) tree.waits.points[point] = UNKNOWN_FREE
  tree.flags[point] = flags
  tree.patterns[point] = pattern
  tree.zones[point] = zone
}

export function ensureCapacity(tree: PointTree, points: number) {
  if (points <= tree.flags.length) return
  const capacity = Math.ceil(points * 1.25) + INITIAL_CAPACITY
  tree.coordinates = enlarge(tree.coordinates, 3 * capacity)
  tree.mapPoints = enlarge(tree.mapPoints, 2 * capacity)
  tree.sortKeys = enlarge(tree.sortKeys, SORT_KEYS * capacity)
  tree.flags = enlarge(tree.flags, capacity)
  tree.patterns = enlarge(tree.patterns, capacity)
  tree.zones = enlarge(tree.zones, capacity)
  tree.leaves = enlarge(tree.leaves, capacity)
  for (const bounds of [tree.nextFree, tree.laterFree])
    bounds.points = enlarge(bounds.points, capacity).fill(UNKNOWN_FREE, bounds.points.length)
  tree.waits.points = enlarge(tree.waits.points, capacity)
}

export function addNode(tree: PointTree, parent: number): number {
  if (tree.nodes === tree.counts.length) enlargeNodes(tree)
  tree.parents[tree.nodes] = parent
  return tree.nodes++
}

function enlargeNodes(tree: PointTree) {
  const capacity = Math.ceil(tree.nodes * 1.5)
  for (const name of ['children', 'blocks', 'parents', 'counts', 'anyFlags', 'anyZones'] as const)
    tree[name] = enlarge(tree[name], capacity)
  for (const bounds of [tree.nextFree, tree.laterFree, tree.waits]) {
    bounds.nodes = enlarge(bounds.nodes, capacity)
    bounds.leading = enlarge(bounds.leading, capacity)
  }
  tree.bounds = enlarge(tree.bounds, 6 * capacity)
  tree.mapBounds = enlarge(tree.mapBounds, 4 * capacity)
  tree.mapSums = enlarge(tree.mapSums, 2 * capacity)
  tree.minKeys = enlarge(tree.minKeys, SORT_KEYS * capacity)
  tree.minLeadingKeys = enlarge(tree.minLeadingKeys, SORT_KEYS * capacity)
  tree.matchesByFilter.clear()
}

export function addBlock(tree: PointTree): number {
  if ((tree.usedBlocks + 1) * LEAF > tree.members.length)
    tree.members = enlarge(tree.members, Math.ceil(tree.members.length * 1.5))
  return tree.usedBlocks++
}

export function makeLeaf(tree: PointTree, node: number, block: number) {
  tree.children[node] = -1
  tree.blocks[node] = block
  tree.counts[node] = 0
  summarize(tree, node)
}

/** Recomputes the summary of a node from its members or its two children. */
export function summarize(tree: PointTree, node: number) {
  const { bounds, minKeys } = tree
  bounds.fill(Number.POSITIVE_INFINITY, 6 * node, 6 * node + 3)
  bounds.fill(Number.NEGATIVE_INFINITY, 6 * node + 3, 6 * node + 6)
  minKeys.fill(Number.POSITIVE_INFINITY, SORT_KEYS * node, SORT_KEYS * node + SORT_KEYS)
  tree.minLeadingKeys.fill(Number.POSITIVE_INFINITY, SORT_KEYS * node, SORT_KEYS * node + SORT_KEYS)
  clearOnMap(tree, node)
  tree.anyFlags[node] = 0
  tree.anyZones[node] = 0
  for (const keyBounds of [tree.nextFree, tree.laterFree, tree.waits]) summarizeBounds(tree, keyBounds, node)
  const child = i32(tree.children, node)
  if (child < 0) return summarizeMembers(tree, node)
  tree.counts[node] = i32(tree.counts, child) + i32(tree.counts, child + 1)
  includeChild(tree, node, child)
  includeChild(tree, node, child + 1)
}

/** Recomputes only these bounds. */
export function summarizeBounds(tree: PointTree, { points, nodes, leading }: KeyBounds, node: number) {
  const child = i32(tree.children, node)
  if (child >= 0) {
    nodes[node] = Math.min(i32(nodes, child), i32(nodes, child + 1))
    leading[node] = Math.min(i32(leading, child), i32(leading, child + 1))
    return
  }
  const start = i32(tree.blocks, node) * LEAF
  const end = start + i32(tree.counts, node)
  let min = NEVER_FREE
  let minLeading = NEVER_FREE
  for (let index = start; index < end; index++) {
    const point = i32(tree.members, index)
    const value = i32(points, point)
    if (value < min) min = value
    if (value < minLeading && (i32(tree.flags, point) & LEADS) !== 0) minLeading = value
  }
  nodes[node] = min
  leading[node] = minLeading
}

function summarizeMembers(tree: PointTree, node: number) {
  const start = i32(tree.blocks, node) * LEAF
  const end = start + i32(tree.counts, node)
  for (let index = start; index < end; index++) {
    const point = i32(tree.members, index)
    for (let axis = 0; axis < 3; axis++) {
      const value = f64(tree.coordinates, 3 * point + axis)
      widen(tree.bounds, 6 * node + axis, value, value)
    }
    includePointOnMap(tree, node, point)
    const isLeading = (i32(tree.flags, point) & LEADS) !== 0
    for (let sortKey = 0; sortKey < SORT_KEYS; sortKey++) {
      const value = f64(tree.sortKeys, SORT_KEYS * point + sortKey)
      lower(tree.minKeys, SORT_KEYS * node + sortKey, value)
      if (isLeading) lower(tree.minLeadingKeys, SORT_KEYS * node + sortKey, value)
    }
    tree.anyFlags[node] = i32(tree.anyFlags, node) | i32(tree.flags, point)
    tree.anyZones[node] = i32(tree.anyZones, node) | i32(tree.zones, point)
  }
}

function includeChild(tree: PointTree, node: number, child: number) {
  for (let axis = 0; axis < 3; axis++)
    widen(tree.bounds, 6 * node + axis, f64(tree.bounds, 6 * child + axis), f64(tree.bounds, 6 * child + 3 + axis))
  includeNodeOnMap(tree, node, child)
  for (let sortKey = 0; sortKey < SORT_KEYS; sortKey++) {
    lower(tree.minKeys, SORT_KEYS * node + sortKey, f64(tree.minKeys, SORT_KEYS * child + sortKey))
    lower(tree.minLeadingKeys, SORT_KEYS * node + sortKey, f64(tree.minLeadingKeys, SORT_KEYS * child + sortKey))
  }
  tree.anyFlags[node] = i32(tree.anyFlags, node) | i32(tree.anyFlags, child)
  tree.anyZones[node] = i32(tree.anyZones, node) | i32(tree.anyZones, child)
}
