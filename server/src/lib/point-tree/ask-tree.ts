import { f64, i32, u8 } from './numbers.ts'
import { LEAF, MERITS, type Tree } from './tree.ts'

/** What is asked of a tree. A point belongs when its chord is at most `chord`, and it passes. */
export type Question = {
  x: number
  y: number
  z: number
  chord: number
  /** Bounds of each merit, both included. */
  least: Float64Array
  most: Float64Array
  /** All of these bits must be set. */
  marks: number
  /** By kind: 1 where it passes. */
  kinds: Uint8Array | undefined
  /** Two questions of one name differ in place, order and page only; undefined: every point passes. */
  name: string | undefined
}

export function passes(tree: Tree, { least, most, marks, kinds }: Question, slot: number): boolean {
  if ((i32(tree.marks, slot) & marks) !== marks) return false
  for (let merit = 0; merit < MERITS; merit++) {
    const value = f64(tree.merits, MERITS * slot + merit)
    if (value < f64(least, merit) || value > f64(most, merit)) return false
  }
  return kinds === undefined || u8(kinds, i32(tree.kinds, slot)) === 1
}

/** Whether any point of the node could pass, as far as the node knows. */
export function mayPass(tree: Tree, { most, marks, name }: Question, node: number): boolean {
  if (i32(tree.counts, node) === 0) return false
  if (name === undefined) return true
  if ((i32(tree.anyMarks, node) & marks) !== marks) return false
  for (let merit = 0; merit < MERITS; merit++)
    if (f64(tree.best, MERITS * node + merit) > f64(most, merit)) return false
  return true
}

/** The chord to a point, computed as PostgreSQL's cube_distance does: the same to the last bit. */
export function chordTo(tree: Tree, { x, y, z }: Question, slot: number): number {
  const dx = f64(tree.places, 3 * slot) - x
  const dy = f64(tree.places, 3 * slot + 1) - y
  const dz = f64(tree.places, 3 * slot + 2) - z
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** No point of the node is nearer. Rounding keeps the order of what it rounds, so this holds to the last bit. */
export function leastChord(tree: Tree, { x, y, z }: Question, node: number): number {
  const dx = Math.max(f64(tree.boxes, 6 * node) - x, x - f64(tree.boxes, 6 * node + 3), 0)
  const dy = Math.max(f64(tree.boxes, 6 * node + 1) - y, y - f64(tree.boxes, 6 * node + 4), 0)
  const dz = Math.max(f64(tree.boxes, 6 * node + 2) - z, z - f64(tree.boxes, 6 * node + 5), 0)
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** No point of the node is farther. */
function mostChord(tree: Tree, { x, y, z }: Question, node: number): number {
  const dx = Math.max(f64(tree.boxes, 6 * node + 3) - x, x - f64(tree.boxes, 6 * node))
  const dy = Math.max(f64(tree.boxes, 6 * node + 4) - y, y - f64(tree.boxes, 6 * node + 1))
  const dz = Math.max(f64(tree.boxes, 6 * node + 5) - z, z - f64(tree.boxes, 6 * node + 2))
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

const MOST_MEMOS = 32

/** Counts by node for questions of this name; the name that was not asked for longest makes room. */
export function memoOf(tree: Tree, name: string): Int32Array {
  const memo = tree.memos.get(name) ?? new Int32Array(tree.counts.length).fill(-1)
  tree.memos.delete(name)
  tree.memos.set(name, memo)
  if (tree.memos.size > MOST_MEMOS) tree.memos.delete(tree.memos.keys().next().value as string)
  return memo
}

/** How many points belong. A node that lies wholly within the circle is counted once, and after that known. */
export function countPoints(tree: Tree, question: Question): number {
  return countNode(tree, question, question.name === undefined ? tree.counts : memoOf(tree, question.name), 0)
}

function countNode(tree: Tree, question: Question, memo: Int32Array, node: number): number {
  if (!mayPass(tree, question, node) || leastChord(tree, question, node) > question.chord) return 0
  if (mostChord(tree, question, node) <= question.chord) return countWhole(tree, question, memo, node)
  const child = i32(tree.children, node)
  if (child >= 0) return countNode(tree, question, memo, child) + countNode(tree, question, memo, child + 1)
  return countMembers(tree, question, node, true)
}

function countWhole(tree: Tree, question: Question, memo: Int32Array, node: number): number {
  const known = i32(memo, node)
  if (known >= 0) return known
  let count = 0
  if (mayPass(tree, question, node)) {
    const child = i32(tree.children, node)
    if (child < 0) count = countMembers(tree, question, node, false)
    else count = countWhole(tree, question, memo, child) + countWhole(tree, question, memo, child + 1)
  }
  memo[node] = count
  return count
}

function countMembers(tree: Tree, question: Question, leaf: number, isCut: boolean): number {
  const start = i32(tree.blocks, leaf) * LEAF
  const end = start + i32(tree.counts, leaf)
  let count = 0
  for (let place = start; place < end; place++) {
    const slot = i32(tree.members, place)
    if (passes(tree, question, slot) && (!isCut || chordTo(tree, question, slot) <= question.chord)) count++
  }
  return count
}
