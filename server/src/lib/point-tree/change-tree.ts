import { f64, i32 } from './numbers.ts'
import {
  addBlock,
  addNode,
  ensureSlots,
  LEAF,
  makeLeaf,
  summarize,
  type Tree,
  type TreePoint,
  writePoint,
} from './tree.ts'

/** Takes a point into the leaf that lies nearest. The slot must be free. */
export function insertPoint(tree: Tree, slot: number, point: TreePoint) {
  ensureSlots(tree, slot + 1)
  writePoint(tree, slot, point)
  if (slot >= tree.slots) tree.slots = slot + 1
  let node = 0
  for (let child = i32(tree.children, node); child >= 0; child = i32(tree.children, node)) {
    const [x, y, z] = point.place
    node = farness(tree, child, x, y, z) <= farness(tree, child + 1, x, y, z) ? child : child + 1
  }
  if (i32(tree.counts, node) === LEAF) node = splitLeaf(tree, node)
  join(tree, node, slot)
  noteChange(tree, node)
}

export function removePoint(tree: Tree, slot: number) {
  const leaf = i32(tree.leaves, slot)
  const start = i32(tree.blocks, leaf) * LEAF
  const last = start + i32(tree.counts, leaf) - 1
  const place = tree.members.indexOf(slot, start)
  tree.members[place] = i32(tree.members, last)
  tree.counts[leaf] = last - start
  tree.leaves[slot] = -1
  noteChange(tree, leaf)
}

/** The point stands where it stood and has changed otherwise. */
export function changePoint(tree: Tree, slot: number, point: TreePoint) {
  writePoint(tree, slot, point)
  noteChange(tree, i32(tree.leaves, slot))
}

function noteChange(tree: Tree, leaf: number) {
  for (let node = leaf; node >= 0; node = i32(tree.parents, node)) {
    summarize(tree, node)
    for (const memo of tree.memos.values()) memo[node] = -1
  }
}

function join(tree: Tree, leaf: number, slot: number) {
  const count = i32(tree.counts, leaf)
  tree.members[i32(tree.blocks, leaf) * LEAF + count] = slot
  tree.counts[leaf] = count + 1
  tree.leaves[slot] = leaf
}

/** Squared distance to the box of a node; 0 inside. */
function farness(tree: Tree, node: number, x: number, y: number, z: number): number {
  return gap(tree, 6 * node, x) ** 2 + gap(tree, 6 * node + 1, y) ** 2 + gap(tree, 6 * node + 2, z) ** 2
}

function gap(tree: Tree, place: number, value: number): number {
  return Math.max(f64(tree.boxes, place) - value, value - f64(tree.boxes, place + 3), 0)
}

/** Makes two leaves of a full one, halved along its longest side; answers the emptier, nearer to what comes next or not. */
function splitLeaf(tree: Tree, node: number): number {
  const start = i32(tree.blocks, node) * LEAF
  const length = (axis: number) => f64(tree.boxes, 6 * node + 3 + axis) - f64(tree.boxes, 6 * node + axis)
  const axis = [0, 1, 2].reduce((widest, candidate) => (length(candidate) > length(widest) ? candidate : widest))
  const slots = [...tree.members.subarray(start, start + LEAF)]
  slots.sort((a, b) => f64(tree.places, 3 * a + axis) - f64(tree.places, 3 * b + axis))
  const child = addNode(tree, node)
  addNode(tree, node)
  makeLeaf(tree, child, i32(tree.blocks, node))
  makeLeaf(tree, child + 1, addBlock(tree))
  tree.children[node] = child
  for (const [place, slot] of slots.entries()) join(tree, place < LEAF / 2 ? child : child + 1, slot)
  summarize(tree, child)
  summarize(tree, child + 1)
  for (const memo of tree.memos.values()) memo.fill(-1, child, child + 2)
  return child + 1
}
