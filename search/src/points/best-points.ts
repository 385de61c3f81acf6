import { type CompareValues, Heap } from './heap.ts'
import { isKnownEmpty, learnLowestKeys, lowestBit, matchMembers, openLowestKeys } from './known-matches.ts'
import type { LowestKeys } from './node-matches.ts'
import { FEATURED, LEADS, LEAF, NEVER_FREE, type PointTree, SORT_KEYS } from './point-tree.ts'
import { canMatch, chordToPoint, minChord, type TreeQuery } from './query-tree.ts'
import { f64, i32 } from './typed-arrays.ts'

/**
 * Orders by this sort key or by the next free start, by chord when both are undefined. Ties: leading points first, then the nearer
 * one, then `comparePoints`.
 */
export type PointOrder = {
  sortKey: number | undefined
  /** The exact start of a point, Infinity for none; nodes know a lower bound. */
  findNextFree: ((point: number) => number) | undefined
  /** A lower bound of it that costs less. */
  findBound: ((point: number) => number) | undefined
  /** The minute from which waits count: then the order is by the earlier one of both. */
  waitFrom: number | undefined
  /** Another lower bound, by the bits of time zones. */
  findFirstInstant: ((zones: number) => number) | undefined
  comparePoints: CompareValues
}

/** What a point is ordered by first. */
export function readKey(tree: PointTree, { sortKey, findNextFree }: PointOrder, point: number, chord: number): number {
  if (findNextFree !== undefined) return findNextFree(point)
  return sortKey === undefined ? chord : f64(tree.sortKeys, SORT_KEYS * point + sortKey)
}

const compareEqual = () => 0
// Reused by all queries, which run synchronously one after the other: allocating heaps costs more than most queries.
const foundPoints = new Heap(-1, compareEqual)
const openNodes = new Heap(1, compareEqual)

/**
 * The first `count` points of an order, by best-first search: the node with the best bound is expanded next, and the search ends
 * when no open node can hold a better point. The cost depends on the page, not on the number of matches.
 */
export function listBestPoints(tree: PointTree, query: TreeQuery, order: PointOrder, count: number): number[] {
  const found = foundPoints.reset(order.comparePoints)
  const open = openNodes.reset(compareEqual)
  const lowest = order.sortKey === undefined ? undefined : openLowestKeys(tree, query, order.sortKey)
  const search = { tree, query, order, lowest, found, open, count }
  pushNode(search, 0)
  while (open.size > 0) {
    if (found.size === count && found.compareTops(open) < 0) break
    const node = open.pop()
    const child = i32(tree.children, node)
    if (child < 0) collectMembers(search, node)
    else {
      pushNode(search, child)
      pushNode(search, child + 1)
    }
  }
  const points: number[] = []
  while (found.size > 0) points.push(found.pop())
  return points.reverse()
}

type Search = {
  tree: PointTree
  query: TreeQuery
  order: PointOrder
  lowest: LowestKeys | undefined
  found: Heap
  open: Heap
  count: number
}

function pushNode(search: Search, node: number) {
  const { tree, query, order, lowest, found, open, count } = search
  if (!canMatch(tree, query, node) || isKnownEmpty(query, node)) return
  const chord = minChord(tree, query, node)
  if (chord > query.chord) return
  const hasLeading = (i32(tree.anyFlags, node) & LEADS) !== 0
  let key = chord
  let rank = hasLeading ? 0 : 1
  if (order.sortKey !== undefined || order.findNextFree !== undefined) {
    let minLeadingKey = readMinKey(search, node, true)
    key = (query.flags & FEATURED) !== 0 ? minLeadingKey : readMinKey(search, node, false)
    if (order.sortKey !== undefined) key = Math.max(key, f64(query.min, order.sortKey))
    if (lowest && learnLowestKeys(tree, query, lowest, node)) {
      const known = f64(lowest.ofAll, node)
      const knownLeading = f64(lowest.ofLeading, node)
      if (known > key) key = known
      if (knownLeading > minLeadingKey) minLeadingKey = knownLeading
    }
    // No leading point of the node reaches the key.
    if (minLeadingKey > key) rank = 1
  }
  // A node that ties with the last point found must still be expanded, because the id decides.
  if (found.size === count && found.compareTop(key, rank, chord) < 0) return
  open.push(key, rank, chord, node)
}

/** A lower bound for the keys of the node. */
function readMinKey({ tree, order }: Search, node: number, isLeading: boolean): number {
  if (order.sortKey === undefined) {
    const key = i32(isLeading ? tree.nextFree.leading : tree.nextFree.nodes, node)
    if (order.waitFrom !== undefined) {
      const wait = i32(isLeading ? tree.waits.leading : tree.waits.nodes, node)
      if (wait !== NEVER_FREE) return Math.min(key, order.waitFrom + wait)
    }
    if (key === NEVER_FREE) return Number.POSITIVE_INFINITY
    return order.findFirstInstant ? Math.max(key, order.findFirstInstant(i32(tree.anyZones, node))) : key
  }
  return f64(isLeading ? tree.minLeadingKeys : tree.minKeys, SORT_KEYS * node + order.sortKey)
}

/** A lower bound of the key of a point, in orders by slots by when it is free and by its wait. */
function readBound(tree: PointTree, { findBound, waitFrom }: PointOrder, point: number): number {
  if (findBound === undefined) return Number.NEGATIVE_INFINITY
  const bound = findBound(point)
  return waitFrom === undefined ? bound : Math.min(bound, waitFrom + i32(tree.waits.points, point))
}

function collectMembers({ tree, query, order, found, count }: Search, leaf: number) {
  const { sortKey } = order
  const start = i32(tree.blocks, leaf) * LEAF
  for (let rest = matchMembers(tree, query, leaf); rest !== 0; rest &= rest - 1) {
    const point = i32(tree.members, start + lowestBit(rest))
    const isFull = found.size === count
    if (sortKey !== undefined && isFull && f64(tree.sortKeys, SORT_KEYS * point + sortKey) > found.topKey) continue
    const bound = isFull ? readBound(tree, order, point) : Number.NEGATIVE_INFINITY
    if (bound > found.topKey) continue
    const chord = chordToPoint(tree, query, point)
    if (chord > query.chord) continue
    const rank = (i32(tree.flags, point) & LEADS) === 0 ? 1 : 0
    if (isFull && found.compareTop(bound, rank, chord, point) < 0) continue
    const key = readKey(tree, order, point, chord)
    if (!isFull) found.push(key, rank, chord, point)
    else if (found.compareTop(key, rank, chord, point) > 0) found.replaceTop(key, rank, chord, point)
  }
}
