import type { KnownMatches } from './node-matches.ts'
import {
  addBlock,
  addNode,
  ensureCapacity,
  LEAF,
  makeLeaf,
  type PointData,
  type PointTree,
  summarize,
  summarizeBounds,
  UNKNOWN_FREE,
  writePoint,
} from './point-tree.ts'
import { f64, i32 } from './typed-arrays.ts'

/** Inserts into the leaf whose bounds are nearest. The number must be free. */
export function insertPoint(tree: PointTree, point: number, data: PointData) {
  ensureCapacity(tree, point + 1)
  writePoint(tree, point, data)
  for (const { points } of [tree.nextFree, tree.laterFree]) points[point] = UNKNOWN_FREE
  if (point >= tree.size) tree.size = point + 1
  let node = 0
  for (let child = i32(tree.children, node); child >= 0; child = i32(tree.children, node)) {
    const [x, y, z] = data.coordinates
    node = squaredDistance(tree, child, x, y, z) <= squaredDistance(tree, child + 1, x, y, z) ? child : child + 1
  }
  if (i32(tree.counts, node) === LEAF) node = splitLeaf(tree, node)
  addToLeaf(tree, node, point)
  updateAncestors(tree, node)
}

export function removePoint(tree: PointTree, point: number) {
  const leaf = i32(tree.leaves, point)
  const start = i32(tree.blocks, leaf) * LEAF
  const last = start + i32(tree.counts, leaf) - 1
  const index = tree.members.indexOf(point, start)
  tree.members[index] = i32(tree.members, last)
  tree.counts[leaf] = last - start
  tree.leaves[point] = -1
  updateAncestors(tree, leaf)
}

/** Everything but the coordinates may differ. */
export function changePoint(tree: PointTree, point: number, data: PointData) {
  writePoint(tree, point, data)
  updateAncestors(tree, i32(tree.leaves, point))
}

/** Only when the point can be booked differs: its bounds in use, and those that follow. */
export function changeNextFree(tree: PointTree, point: number, [nextFree, laterFree]: readonly [number, number]) {
  tree.nextFree.points[point] = nextFree
  tree.laterFree.points[point] = laterFree
  for (let node = i32(tree.leaves, point); node >= 0; node = i32(tree.parents, node)) {
    summarizeBounds(tree, tree.nextFree, node)
    summarizeBounds(tree, tree.laterFree, node)
    for (const { counts } of tree.matchesByFilter.values()) counts[node] = -1
  }
}

/** Only its wait differs; `dependent` are the matches that depend on waits. */
export function changeWait(tree: PointTree, point: number, wait: number, dependent: readonly KnownMatches[]) {
  tree.waits.points[point] = wait
  for (let node = i32(tree.leaves, point); node >= 0; node = i32(tree.parents, node)) {
    summarizeBounds(tree, tree.waits, node)
    for (const { counts } of dependent) counts[node] = -1
  }
}

function updateAncestors(tree: PointTree, leaf: number) {
  for (let node = leaf; node >= 0; node = i32(tree.parents, node)) {
    summarize(tree, node)
    for (const { counts } of tree.matchesByFilter.values()) counts[node] = -1
  }
}

function addToLeaf(tree: PointTree, leaf: number, point: number) {
  const count = i32(tree.counts, leaf)
  tree.members[i32(tree.blocks, leaf) * LEAF + count] = point
  tree.counts[leaf] = count + 1
  tree.leaves[point] = leaf
}

/** Squared distance to the bounds of a node, 0 inside. */
function squaredDistance(tree: PointTree, node: number, x: number, y: number, z: number): number {
  return (
    distanceToRange(tree, 6 * node, x) ** 2 +
    distanceToRange(tree, 6 * node + 1, y) ** 2 +
    distanceToRange(tree, 6 * node + 2, z) ** 2
  )
}

function distanceToRange(tree: PointTree, index: number, value: number): number {
  return Math.max(f64(tree.bounds, index) - value, value - f64(tree.bounds, index + 3), 0)
}

/** Splits a full leaf in halves along its longest side and returns the second half, whichever is nearer to the next point. */
function splitLeaf(tree: PointTree, node: number): number {
  const start = i32(tree.blocks, node) * LEAF
  const length = (axis: number) => f64(tree.bounds, 6 * node + 3 + axis) - f64(tree.bounds, 6 * node + axis)
  const axis = [0, 1, 2].reduce((widest, candidate) => (length(candidate) > length(widest) ? candidate : widest))
  const points = [...tree.members.subarray(start, start + LEAF)]
  points.sort((a, b) => f64(tree.coordinates, 3 * a + axis) - f64(tree.coordinates, 3 * b + axis))
  const child = addNode(tree, node)
  addNode(tree, node)
  makeLeaf(tree, child, i32(tree.blocks, node))
  makeLeaf(tree, child + 1, addBlock(tree))
  tree.children[node] = child
  for (const [index, point] of points.entries()) addToLeaf(tree, index < LEAF / 2 ? child : child + 1, point)
  summarize(tree, child)
  summarize(tree, child + 1)
  for (const { counts } of tree.matchesByFilter.values()) counts.fill(-1, child, child + 2)
  return child + 1
}
