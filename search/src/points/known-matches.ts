import type { KnownMatches, LowestKeys } from './node-matches.ts'
import { LEADS, LEAF, type PointTree, SORT_KEYS } from './point-tree.ts'
import { ALWAYS, canMatch, chordToPoint, matches, maxChord, minChord, type TreeQuery } from './query-tree.ts'
import { f64, i32 } from './typed-arrays.ts'

/** Filters of which something is remembered, the least recently used one is evicted: so many, and at most so many bytes. */
const MAX_FILTERS = 256
const MAX_BYTES = 64 * 2 ** 20

/** `filterKey` is equal for equal filters; undefined when every point passes, of which there is nothing to learn. */
export function openKnownMatches(
  tree: PointTree,
  filterKey: string | undefined,
  isTimed: boolean,
): KnownMatches | undefined {
  if (filterKey === undefined) return undefined
  const { matchesByFilter } = tree
  const known = matchesByFilter.get(filterKey) ?? createKnownMatches(tree.counts.length, isTimed)
  matchesByFilter.delete(filterKey)
  matchesByFilter.set(filterKey, known)
  // With the lowest keys three times as much as counts and members.
  if (matchesByFilter.size > Math.min(MAX_FILTERS, MAX_BYTES / (6 * known.counts.byteLength)))
    evictOldest(matchesByFilter)
  return known
}

function evictOldest(matchesByFilter: PointTree['matchesByFilter']) {
  const oldest = matchesByFilter.entries().find(([, { isEvictable }]) => isEvictable)
  if (oldest) matchesByFilter.delete(oldest[0])
}

function createKnownMatches(nodes: number, isTimed: boolean): KnownMatches {
  const validUntil = isTimed ? new Int32Array(nodes) : undefined
  const counts = new Int32Array(nodes).fill(-1)
  const members = new Int32Array(nodes)
  return { counts, members, validUntil, lowestKeys: undefined, isEvictable: true }
}

function isKnown({ time }: TreeQuery, { counts, validUntil }: KnownMatches, node: number): boolean {
  if (i32(counts, node) < 0) return false
  return time === undefined || validUntil === undefined || i32(validUntil, node) >= time.minute
}

/** Whether the node is known to have no match. */
export function isKnownEmpty(query: TreeQuery, node: number): boolean {
  const { known } = query
  return known !== undefined && i32(known.counts, node) === 0 && isKnown(query, known, node)
}

/** The exact number of matches within the circle. */
export function countPoints(tree: PointTree, query: TreeQuery): number {
  return countNode(tree, query, 0)
}

function countNode(tree: PointTree, query: TreeQuery, node: number): number {
  if (!canMatch(tree, query, node) || minChord(tree, query, node) > query.chord) return 0
  if (maxChord(tree, query, node) <= query.chord) return countMatches(tree, query, node)
  const child = i32(tree.children, node)
  if (child >= 0) return countNode(tree, query, child) + countNode(tree, query, child + 1)
  const start = i32(tree.blocks, node) * LEAF
  let count = 0
  for (let rest = matchMembers(tree, query, node); rest !== 0; rest &= rest - 1)
    if (chordToPoint(tree, query, i32(tree.members, start + lowestBit(rest))) <= query.chord) count++
  return count
}

/** The matches of a node, wherever it lies. */
export function countMatches(tree: PointTree, query: TreeQuery, node: number): number {
  const { time, known } = query
  if (known === undefined) return i32(tree.counts, node)
  const { counts, validUntil, lowestKeys } = known
  if (isKnown(query, known, node)) {
    if (time && validUntil) time.validUntil = Math.min(time.validUntil, i32(validUntil, node))
    return i32(counts, node)
  }
  const validBefore = time?.validUntil ?? ALWAYS
  if (time) time.validUntil = ALWAYS
  const child = i32(tree.children, node)
  let count = 0
  if (child < 0) count = testMembers(tree, query, known, node)
  else if (canMatch(tree, query, node)) count = countMatches(tree, query, child) + countMatches(tree, query, child + 1)
  counts[node] = count
  if (lowestKeys) lowestKeys.ofAll[node] = Number.NaN
  if (time && validUntil) {
    validUntil[node] = time.validUntil
    time.validUntil = Math.min(time.validUntil, validBefore)
  }
  return count
}

/**
 * The matches among the members of a leaf, wherever they lie: bit by bit, the lowest one for the first member. To go through them:
 * `for (let rest = matchMembers(tree, query, leaf); rest !== 0; rest &= rest - 1)` with `lowestBit(rest)`.
 */
export function matchMembers(tree: PointTree, query: TreeQuery, leaf: number): number {
  const { known } = query
  if (known === undefined) return allMembers(tree, leaf)
  return countMatches(tree, query, leaf) === 0 ? 0 : i32(known.members, leaf)
}

function allMembers(tree: PointTree, leaf: number): number {
  const size = i32(tree.counts, leaf)
  // A shift by 32 would be one by 0.
  return size === LEAF ? -1 : (1 << size) - 1
}

/** The place of the lowest bit that is set. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

function testMembers(tree: PointTree, query: TreeQuery, { members }: KnownMatches, leaf: number): number {
  members[leaf] = canMatch(tree, query, leaf) ? findMatches(tree, query, leaf) : 0
  return countBits(i32(members, leaf))
}

/** First by what the tree stores, then by what is known or fast to decide, the rest one by one. */
function findMatches(tree: PointTree, query: TreeQuery, leaf: number): number {
  const start = i32(tree.blocks, leaf) * LEAF
  const { ofSlots, time, prefilter } = query
  if (ofSlots !== undefined && isKnown(query, ofSlots.known, leaf)) {
    if (time && ofSlots.known.validUntil)
      time.validUntil = Math.min(time.validUntil, i32(ofSlots.known.validUntil, leaf))
    const candidates = selectMembers(tree, query, start, i32(ofSlots.known.members, leaf))
    return acceptMembers(tree, ofSlots.accepts, start, candidates)
  }
  const candidates = selectMembers(tree, query, start, allMembers(tree, leaf))
  if (prefilter === undefined) return acceptMembers(tree, query.accepts, start, candidates)
  const accepted = prefilter(start, candidates)
  return accepted | acceptMembers(tree, query.accepts, start, time?.undecided ?? 0)
}

function selectMembers(tree: PointTree, query: TreeQuery, start: number, candidates: number): number {
  if (!query.hasTreeFilters) return candidates
  let selected = 0
  for (let rest = candidates; rest !== 0; rest &= rest - 1)
    if (matches(tree, query, i32(tree.members, start + lowestBit(rest)))) selected |= rest & -rest
  return selected
}

function acceptMembers(tree: PointTree, accepts: TreeQuery['accepts'], start: number, candidates: number): number {
  if (accepts === undefined) return candidates
  let accepted = 0
  for (let rest = candidates; rest !== 0; rest &= rest - 1)
    if (accepts(i32(tree.members, start + lowestBit(rest)))) accepted |= rest & -rest
  return accepted
}

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Those of the sort key that was used last with the filter; undefined for filters whose results change with time. */
export function openLowestKeys(tree: PointTree, query: TreeQuery, sortKey: number): LowestKeys | undefined {
  const { known } = query
  if (known === undefined || query.time !== undefined) return undefined
  if (known.lowestKeys?.sortKey === sortKey) return known.lowestKeys
  const createColumn = () => new Float64Array(tree.counts.length).fill(Number.NaN)
  known.lowestKeys = { sortKey, ofAll: createColumn(), ofLeading: createColumn() }
  return known.lowestKeys
}

/**
 * Whether the lowest sort keys of the matches of a node are known, wherever it lies. Nodes learn them from their children, so that no
 * query reads more for them than the leaves that it expands.
 */
export function learnLowestKeys(tree: PointTree, query: TreeQuery, lowest: LowestKeys, node: number): boolean {
  const { counts } = query.known as KnownMatches
  const child = i32(tree.children, node)
  if (child < 0) countMatches(tree, query, node)
  if (i32(counts, node) < 0) return false
  if (!Number.isNaN(f64(lowest.ofAll, node))) return true
  if (child < 0) readLowestKeys(tree, query, lowest, node)
  else {
    if (!isLearned(counts, lowest, child) || !isLearned(counts, lowest, child + 1)) return false
    lowest.ofAll[node] = Math.min(f64(lowest.ofAll, child), f64(lowest.ofAll, child + 1))
    lowest.ofLeading[node] = Math.min(f64(lowest.ofLeading, child), f64(lowest.ofLeading, child + 1))
  }
  return true
}

/** A child without a match learns that at once: it is never expanded. */
function isLearned(counts: Int32Array, { ofAll, ofLeading }: LowestKeys, node: number): boolean {
  if (i32(counts, node) === 0) {
    ofAll[node] = Number.POSITIVE_INFINITY
    ofLeading[node] = Number.POSITIVE_INFINITY
  }
  return i32(counts, node) >= 0 && !Number.isNaN(f64(ofAll, node))
}

function readLowestKeys(tree: PointTree, query: TreeQuery, { sortKey, ofAll, ofLeading }: LowestKeys, leaf: number) {
  const start = i32(tree.blocks, leaf) * LEAF
  let lowest = Number.POSITIVE_INFINITY
  let lowestLeading = Number.POSITIVE_INFINITY
  for (let rest = matchMembers(tree, query, leaf); rest !== 0; rest &= rest - 1) {
    const point = i32(tree.members, start + lowestBit(rest))
    const key = f64(tree.sortKeys, SORT_KEYS * point + sortKey)
    if (key < lowest) lowest = key
    if (key < lowestLeading && (i32(tree.flags, point) & LEADS) !== 0) lowestLeading = key
  }
  ofAll[leaf] = lowest
  ofLeading[leaf] = lowestLeading
}
