import type { Point } from '../sphere.ts'
import { enlarge, f64, i32 } from './numbers.ts'

/** Points that one leaf holds at most. */
export const LEAF = 32
/** By how many merits points can be ordered. */
export const MERITS = 3
/** The mark of a point that leads among equals. */
export const LEADS = 1

/**
 * Points on a sphere in a binary tree: each node knows the box around its points, how many they are, and the best of what they
 * are ordered by. A question walks into boxes that the edge of its circle cuts, and takes or leaves the others whole.
 * All numbers are those of the base to the last bit, so that equals are equals here and there.
 */
export type Tree = {
  /** By slot: x, y, z; merits, lower is better; marks as bits; the kind; the leaf, -1 where the slot is free. */
  places: Float64Array
  merits: Float64Array
  marks: Int32Array
  kinds: Int32Array
  leaves: Int32Array
  slots: number
  /** By node: the first of its two children, -1 for a leaf; its own block of members then. */
  children: Int32Array
  blocks: Int32Array
  parents: Int32Array
  counts: Int32Array
  /** Least x, y, z, then the largest. */
  boxes: Float64Array
  best: Float64Array
  /** The best of those that lead. */
  bestLeading: Float64Array
  anyMarks: Int32Array
  nodes: number
  members: Int32Array
  usedBlocks: number
  /** Counts by node of questions that were asked before, -1 where not known. */
  memos: Map<string, Int32Array>
}

export type TreePoint = { place: Point; merits: readonly [number, number, number]; marks: number; kind: number }

const FIRST = 64

export function createTree(): Tree {
  const tree: Tree = {
    ...{ places: new Float64Array(3 * FIRST), merits: new Float64Array(MERITS * FIRST), marks: new Int32Array(FIRST) },
    ...{ kinds: new Int32Array(FIRST), leaves: new Int32Array(FIRST), slots: 0 },
    ...{ children: new Int32Array(FIRST), blocks: new Int32Array(FIRST), parents: new Int32Array(FIRST) },
    ...{ counts: new Int32Array(FIRST), boxes: new Float64Array(6 * FIRST), best: new Float64Array(MERITS * FIRST) },
    ...{ bestLeading: new Float64Array(MERITS * FIRST), anyMarks: new Int32Array(FIRST), nodes: 0 },
    ...{ members: new Int32Array(LEAF * FIRST), usedBlocks: 0, memos: new Map() },
  }
  makeLeaf(tree, addNode(tree, -1), addBlock(tree))
  return tree
}

/** Writes down what a point is; where it hangs in the tree stays as it was. */
export function writePoint(tree: Tree, slot: number, { place, merits, marks, kind }: TreePoint) {
  tree.places.set(place, 3 * slot)
  tree.merits.set(merits, MERITS * slot)
  tree.marks[slot] = marks
  tree.kinds[slot] = kind
}

export function ensureSlots(tree: Tree, slots: number) {
  if (slots <= tree.marks.length) return
  const room = Math.ceil(slots * 1.25) + FIRST
  tree.places = enlarge(tree.places, 3 * room)
  tree.merits = enlarge(tree.merits, MERITS * room)
  tree.marks = enlarge(tree.marks, room)
  tree.kinds = enlarge(tree.kinds, room)
  tree.leaves = enlarge(tree.leaves, room)
}

export function addNode(tree: Tree, parent: number): number {
  if (tree.nodes === tree.counts.length) enlargeNodes(tree)
  tree.parents[tree.nodes] = parent
  return tree.nodes++
}

function enlargeNodes(tree: Tree) {
  const room = Math.ceil(tree.nodes * 1.5)
  for (const name of ['children', 'blocks', 'parents', 'counts', 'anyMarks'] as const)
    tree[name] = enlarge(tree[name], room)
  tree.boxes = enlarge(tree.boxes, 6 * room)
  tree.best = enlarge(tree.best, MERITS * room)
  tree.bestLeading = enlarge(tree.bestLeading, MERITS * room)
  tree.memos.clear()
}

export function addBlock(tree: Tree): number {
  if ((tree.usedBlocks + 1) * LEAF > tree.members.length)
    tree.members = enlarge(tree.members, Math.ceil(tree.members.length * 1.5))
  return tree.usedBlocks++
}

export function makeLeaf(tree: Tree, node: number, block: number) {
  tree.children[node] = -1
  tree.blocks[node] = block
  tree.counts[node] = 0
  summarize(tree, node)
}

/** What a node says of all its points, from its members or from its two children. */
export function summarize(tree: Tree, node: number) {
  const { boxes, best } = tree
  boxes.fill(Number.POSITIVE_INFINITY, 6 * node, 6 * node + 3)
  boxes.fill(Number.NEGATIVE_INFINITY, 6 * node + 3, 6 * node + 6)
  best.fill(Number.POSITIVE_INFINITY, MERITS * node, MERITS * node + MERITS)
  tree.bestLeading.fill(Number.POSITIVE_INFINITY, MERITS * node, MERITS * node + MERITS)
  tree.anyMarks[node] = 0
  const child = i32(tree.children, node)
  if (child < 0) return sumMembers(tree, node)
  tree.counts[node] = i32(tree.counts, child) + i32(tree.counts, child + 1)
  addChild(tree, node, child)
  addChild(tree, node, child + 1)
}

function sumMembers(tree: Tree, node: number) {
  const start = i32(tree.blocks, node) * LEAF
  const end = start + i32(tree.counts, node)
  for (let place = start; place < end; place++) {
    const slot = i32(tree.members, place)
    for (let axis = 0; axis < 3; axis++) {
      const value = f64(tree.places, 3 * slot + axis)
      widen(tree.boxes, 6 * node + axis, value, value)
    }
    const leads = (i32(tree.marks, slot) & LEADS) !== 0
    for (let merit = 0; merit < MERITS; merit++) {
      const value = f64(tree.merits, MERITS * slot + merit)
      lower(tree.best, MERITS * node + merit, value)
      if (leads) lower(tree.bestLeading, MERITS * node + merit, value)
    }
    tree.anyMarks[node] = i32(tree.anyMarks, node) | i32(tree.marks, slot)
  }
}

function addChild(tree: Tree, node: number, child: number) {
  for (let axis = 0; axis < 3; axis++)
    widen(tree.boxes, 6 * node + axis, f64(tree.boxes, 6 * child + axis), f64(tree.boxes, 6 * child + 3 + axis))
  for (let merit = 0; merit < MERITS; merit++) {
    lower(tree.best, MERITS * node + merit, f64(tree.best, MERITS * child + merit))
    lower(tree.bestLeading, MERITS * node + merit, f64(tree.bestLeading, MERITS * child + merit))
  }
  tree.anyMarks[node] = i32(tree.anyMarks, node) | i32(tree.anyMarks, child)
}

function widen(boxes: Float64Array, place: number, least: number, most: number) {
  if (least < f64(boxes, place)) boxes[place] = least
  if (most > f64(boxes, place + 3)) boxes[place + 3] = most
}

function lower(best: Float64Array, place: number, value: number) {
  if (value < f64(best, place)) best[place] = value
}
