import { type PointOrder, readKey } from './best-points.ts'
import { lowestBit, matchMembers } from './known-matches.ts'
import { LEADS, LEAF, type PointTree } from './point-tree.ts'
import { canMatch, chordToPoint, minChord, type TreeQuery } from './query-tree.ts'
import { f64, i32 } from './typed-arrays.ts'

type Matches = { points: Int32Array; keys: Float64Array; chords: Float64Array; size: number }

/** A page at a large offset: collects every match and sorts only the page. */
export function listDistantPage(
  tree: PointTree,
  query: TreeQuery,
  order: PointOrder,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): number[] {
  const all = { points: new Int32Array(total), keys: new Float64Array(total), chords: new Float64Array(total), size: 0 }
  collect(tree, query, order, all, 0)
  const positions = Int32Array.from({ length: all.size }, (_, index) => index)
  const compare = (a: number, b: number) => {
    const one = f64(all.keys, a)
    const other = f64(all.keys, b)
    if (one !== other) return one < other ? -1 : 1
    const point = i32(all.points, a)
    const otherPoint = i32(all.points, b)
    const byLead = (i32(tree.flags, otherPoint) & LEADS) - (i32(tree.flags, point) & LEADS)
    return byLead || f64(all.chords, a) - f64(all.chords, b) || order.comparePoints(point, otherPoint)
  }
  const end = Math.min(offset + limit, all.size)
  selectFirst(positions, offset, compare)
  selectFirst(positions, end, compare, offset)
  return [...positions.subarray(offset, end)].sort(compare).map((index) => i32(all.points, index))
}

function collect(tree: PointTree, query: TreeQuery, order: PointOrder, all: Matches, node: number) {
  if (!canMatch(tree, query, node) || minChord(tree, query, node) > query.chord) return
  const child = i32(tree.children, node)
  if (child >= 0) {
    collect(tree, query, order, all, child)
    collect(tree, query, order, all, child + 1)
    return
  }
  const start = i32(tree.blocks, node) * LEAF
  for (let rest = matchMembers(tree, query, node); rest !== 0; rest &= rest - 1) {
    const point = i32(tree.members, start + lowestBit(rest))
    const chord = chordToPoint(tree, query, point)
    if (chord > query.chord) continue
    all.points[all.size] = point
    all.keys[all.size] = readKey(tree, order, point, chord)
    all.chords[all.size++] = chord
  }
}

/** Quickselect: the first `count` of the order come to the front, unsorted; those before `from` are there already. */
function selectFirst(positions: Int32Array, count: number, compare: (a: number, b: number) => number, from = 0) {
  let low = from
  let high = positions.length - 1
  while (low < high) {
    const pivot = i32(positions, (low + high) >>> 1)
    let left = low
    let right = high
    while (left <= right) {
      while (compare(i32(positions, left), pivot) < 0) left++
      while (compare(i32(positions, right), pivot) > 0) right--
      if (left > right) break
      const index = i32(positions, left)
      positions[left++] = i32(positions, right)
      positions[right--] = index
    }
    if (count <= right) high = right
    else if (count >= left) low = left
    else return
  }
}
