import { chordTo, leastChord, mayPass, memoOf, passes, type Question } from './ask-tree.ts'
import { type CompareRefs, Heap } from './heap.ts'
import { f64, i32 } from './numbers.ts'
import { LEADS, LEAF, MERITS, type Tree } from './tree.ts'

/** By which merit to order, undefined by nearness; equals: those that lead, then the nearer one, then as `compareSlots` says. */
export type Order = { merit: number | undefined; compareSlots: CompareRefs }

const areEqual = () => 0
// One question is answered before the next is asked: to make room for each costs more than many answers.
const [lastFound, nextOpen] = [new Heap(-1, areEqual), new Heap(1, areEqual)]

/**
 * The first `count` points of an order. Looks into the most promising node first, and stops when none can hold a better one:
 * what it costs depends on the page, not on how many belong.
 */
export function firstPoints(tree: Tree, question: Question, order: Order, count: number): number[] {
  const found = lastFound.empty(order.compareSlots)
  const open = nextOpen.empty(areEqual)
  const memo = question.name === undefined ? undefined : memoOf(tree, question.name)
  const search = { tree, question, merit: order.merit, memo, found, open, count }
  pushNode(search, 0)
  while (open.size > 0) {
    if (found.size === count && found.compareTops(open) < 0) break
    const node = open.pop()
    const child = i32(tree.children, node)
    if (child < 0) takeMembers(search, node)
    else {
      pushNode(search, child)
      pushNode(search, child + 1)
    }
  }
  const slots: number[] = []
  while (found.size > 0) slots.push(found.pop())
  return slots.reverse()
}

type Search = {
  tree: Tree
  question: Question
  merit: number | undefined
  memo: Int32Array | undefined
  found: Heap
  open: Heap
  count: number
}

function pushNode({ tree, question, merit, memo, found, open, count }: Search, node: number) {
  if (!mayPass(tree, question, node) || (memo !== undefined && i32(memo, node) === 0)) return
  const chord = leastChord(tree, question, node)
  if (chord > question.chord) return
  const isAnyLeading = (i32(tree.anyMarks, node) & LEADS) !== 0
  let [key, follows] = [chord, isAnyLeading ? 0 : 1]
  if (merit !== undefined) {
    const bestLeading = f64(tree.bestLeading, MERITS * node + merit)
    const best = (question.marks & LEADS) !== 0 ? bestLeading : f64(tree.best, MERITS * node + merit)
    key = Math.max(best, f64(question.least, merit))
    // None that leads reaches the key.
    if (bestLeading > key) follows = 1
  }
  // Of two that are equal in all this, the id decides: such a node must still be looked into.
  if (found.size === count && found.compareTop(key, follows, chord) < 0) return
  open.push(key, follows, chord, node)
}

function takeMembers({ tree, question, merit, found, count }: Search, leaf: number) {
  const start = i32(tree.blocks, leaf) * LEAF
  const end = start + i32(tree.counts, leaf)
  for (let place = start; place < end; place++) {
    const slot = i32(tree.members, place)
    const isFull = found.size === count
    if (merit !== undefined && isFull && f64(tree.merits, MERITS * slot + merit) > found.topKey) continue
    if (!passes(tree, question, slot)) continue
    const chord = chordTo(tree, question, slot)
    if (chord > question.chord) continue
    const key = merit === undefined ? chord : f64(tree.merits, MERITS * slot + merit)
    const follows = (i32(tree.marks, slot) & LEADS) === 0 ? 1 : 0
    if (!isFull) found.push(key, follows, chord, slot)
    else if (found.compareTop(key, follows, chord, slot) > 0) found.replaceTop(key, follows, chord, slot)
  }
}
