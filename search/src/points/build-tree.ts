import { addBlock, addNode, LEAF, makeLeaf, type PointTree, SORT_KEYS, summarize } from './point-tree.ts'
import { enlarge, f64, i32 } from './typed-arrays.ts'

/** Points processed between two yields: less than a millisecond of work. */
const STEP = 4096
/** New leaves leave a quarter free for insertions. */
const FILL = LEAF * 0.75

/**
 * Rebuilds the tree by dividing it along the longest side, and renumbers the points so that neighbours are adjacent in memory: returns
 * the old number of each new one. A generator, because a million points take a second of work that must be interruptible.
 */
export function* buildTree(tree: PointTree): Generator<undefined, Int32Array> {
  const order = new Int32Array(tree.size)
  for (let point = 0; point < tree.size; point++) order[point] = point
  const keys = new Float64Array(tree.size)
  Object.assign(tree, { nodes: 0, usedBlocks: 0 })
  tree.matchesByFilter.clear()
  const open = [{ node: addNode(tree, -1), from: 0, to: tree.size }]
  for (let part = open.pop(); part; part = open.pop()) {
    yield
    const { node, from, to } = part
    if (to - from <= FILL) {
      fillLeaf(tree, node, from, to)
      continue
    }
    // Full leaves: fewer nodes to store and to visit.
    const middle = from + FILL * Math.ceil((to - from) / FILL / 2)
    yield* readAxis(tree, { order, keys, from, to })
    yield* partition({ order, keys, from, to, middle })
    const child = addNode(tree, node)
    addNode(tree, node)
    tree.children[node] = child
    open.push({ node: child + 1, from: middle, to }, { node: child, from, to: middle })
  }
  yield* reorderColumns(tree, order)
  // Children have larger numbers than their parents.
  for (let node = tree.nodes - 1; node >= 0; node--) {
    summarize(tree, node)
    if (node % 64 === 0) yield
  }
  return order
}

/** The members are numbers that the points get in reorderColumns(). */
function fillLeaf(tree: PointTree, node: number, from: number, to: number) {
  const block = addBlock(tree)
  makeLeaf(tree, node, block)
  tree.counts[node] = to - from
  for (let point = from; point < to; point++) {
    tree.members[block * LEAF + point - from] = point
    tree.leaves[point] = node
  }
}

type Part = { order: Int32Array; keys: Float64Array; from: number; to: number }

/** Reads the coordinate with the widest range into `keys`. */
function* readAxis(tree: PointTree, { order, keys, from, to }: Part): Generator<undefined, void> {
  let widest = -1
  let axis = 0
  for (let candidate = 0; candidate < 3; candidate++) {
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let index = from; index < to; index++) {
      const value = f64(tree.coordinates, 3 * i32(order, index) + candidate)
      if (value < min) min = value
      if (value > max) max = value
      if (index % STEP === 0) yield
    }
    if (max - min > widest) [widest, axis] = [max - min, candidate]
  }
  for (let index = from; index < to; index++) {
    keys[index] = f64(tree.coordinates, 3 * i32(order, index) + axis)
    if (index % STEP === 0) yield
  }
}

/** Quickselect: no key before `middle` is larger than any key after it. */
function* partition({ order, keys, from, to, middle }: Part & { middle: number }): Generator<undefined, void> {
  let low = from
  let high = to - 1
  while (low < high) {
    const pivot = f64(keys, (low + high) >>> 1)
    let left = low
    let right = high
    while (left <= right) {
      while (f64(keys, left) < pivot) left++
      while (f64(keys, right) > pivot) right--
      if (left > right) break
      const key = f64(keys, left)
      const point = i32(order, left)
      keys[left] = f64(keys, right)
      order[left++] = i32(order, right)
      keys[right] = key
      order[right--] = point
      if (right % STEP === 0) yield
    }
    if (middle <= right) high = right
    else if (middle >= left) low = left
    else return
  }
}

function* reorderColumns(tree: PointTree, order: Int32Array): Generator<undefined, void> {
  tree.coordinates = yield* reorder(tree.coordinates, order, 3)
  tree.mapPoints = yield* reorder(tree.mapPoints, order, 2)
  tree.sortKeys = yield* reorder(tree.sortKeys, order, SORT_KEYS)
  tree.flags = yield* reorder(tree.flags, order, 1)
  tree.waits.points = yield* reorder(tree.waits.points, order, 1)
  tree.patterns = yield* reorder(tree.patterns, order, 1)
  tree.zones = yield* reorder(tree.zones, order, 1)
}

/** The column in the given order, `width` numbers per point, with its capacity. */
export function* reorder<A extends Float64Array | Int32Array>(
  column: A,
  order: Int32Array,
  width: number,
): Generator<undefined, A> {
  const reordered = enlarge(column.subarray(0, 0) as A, column.length)
  for (let point = 0; point < order.length; point++) {
    for (let part = 0; part < width; part++)
      reordered[point * width + part] = column[i32(order, point) * width + part] as number
    if (point % STEP === 0) yield
  }
  return reordered
}
