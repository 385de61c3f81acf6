import { chordTo, leastChord, mayPass, passes, type Question } from './ask-tree.ts'
import type { Order } from './first-points.ts'
import { f64, i32 } from './numbers.ts'
import { LEADS, LEAF, MERITS, type Tree } from './tree.ts'

type Gathered = { slots: Int32Array; keys: Float64Array; chords: Float64Array; size: number }

/** A page far behind the first: everything that belongs is gathered, and only the page itself is sorted. */
export function pointsFarBehind(
  tree: Tree,
  question: Question,
  order: Order,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): number[] {
  const all = { slots: new Int32Array(total), keys: new Float64Array(total), chords: new Float64Array(total), size: 0 }
  gather(tree, question, order.merit, all, 0)
  const places = Int32Array.from({ length: all.size }, (_, place) => place)
  const compare = (a: number, b: number) => {
    const [one, other] = [f64(all.keys, a), f64(all.keys, b)]
    if (one !== other) return one < other ? -1 : 1
    const [slot, rival] = [i32(all.slots, a), i32(all.slots, b)]
    const byLead = (i32(tree.marks, rival) & LEADS) - (i32(tree.marks, slot) & LEADS)
    return byLead || f64(all.chords, a) - f64(all.chords, b) || order.compareSlots(slot, rival)
  }
  const end = Math.min(offset + limit, all.size)
  moveFirst(places, offset, compare)
  moveFirst(places, end, compare, offset)
  return [...places.subarray(offset, end)].sort(compare).map((place) => i32(all.slots, place))
}

function gather(tree: Tree, question: Question, merit: number | undefined, all: Gathered, node: number) {
  if (!mayPass(tree, question, node) || leastChord(tree, question, node) > question.chord) return
  const child = i32(tree.children, node)
  if (child >= 0) {
    gather(tree, question, merit, all, child)
    gather(tree, question, merit, all, child + 1)
    return
  }
  const start = i32(tree.blocks, node) * LEAF
  const end = start + i32(tree.counts, node)
  for (let place = start; place < end; place++) {
    const slot = i32(tree.members, place)
    const chord = chordTo(tree, question, slot)
    if (chord > question.chord || !passes(tree, question, slot)) continue
    all.slots[all.size] = slot
    all.keys[all.size] = merit === undefined ? chord : f64(tree.merits, MERITS * slot + merit)
    all.chords[all.size++] = chord
  }
}

/** Exchanges until the first `count` of the order stand in front, in whatever order; what is before `from` stands already. */
function moveFirst(places: Int32Array, count: number, compare: (a: number, b: number) => number, from = 0) {
  let [low, high] = [from, places.length - 1]
  while (low < high) {
    const pivot = i32(places, (low + high) >>> 1)
    let [left, right] = [low, high]
    while (left <= right) {
      while (compare(i32(places, left), pivot) < 0) left++
      while (compare(i32(places, right), pivot) > 0) right--
      if (left > right) break
      const place = i32(places, left)
      places[left++] = i32(places, right)
      places[right--] = place
    }
    if (count <= right) high = right
    else if (count >= left) low = left
    else return
  }
}
