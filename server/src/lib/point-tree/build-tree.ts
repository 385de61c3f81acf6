import { enlarge, f64, i32 } from './numbers.ts'
import { addBlock, addNode, LEAF, MERITS, makeLeaf, summarize, type Tree } from './tree.ts'

/** What lies between two turns of the others is a millisecond of work. */
const STEP = 4096
/** Leaves are born with room for a quarter more. */
const FILL = LEAF * 0.75

/**
 * Hangs all points anew, halving along the longest side, and lays neighbours side by side in memory: answers the old slot of
 * each new one. Yields, because a million points take a second.
 */
export function* buildTree(tree: Tree): Generator<undefined, Int32Array> {
  const order = new Int32Array(tree.slots)
  for (let slot = 0; slot < tree.slots; slot++) order[slot] = slot
  const keys = new Float64Array(tree.slots)
  Object.assign(tree, { nodes: 0, usedBlocks: 0 })
  tree.memos.clear()
  const open = [{ node: addNode(tree, -1), from: 0, to: tree.slots }]
  for (let part = open.pop(); part; part = open.pop()) {
    yield
    const { node, from, to } = part
    if (to - from <= FILL) {
      fillLeaf(tree, node, from, to)
      continue
    }
    const middle = (from + to) >>> 1
    yield* readKeys(tree, { order, keys, from, to })
    yield* halve({ order, keys, from, to, middle })
    const child = addNode(tree, node)
    addNode(tree, node)
    tree.children[node] = child
    open.push({ node: child + 1, from: middle, to }, { node: child, from, to: middle })
  }
  yield* layOut(tree, order)
  // Children stand after their parents.
  for (let node = tree.nodes - 1; node >= 0; node--) {
    summarize(tree, node)
    if (node % 64 === 0) yield
  }
  return order
}

/** The members are the slots that the points are about to get. */
function fillLeaf(tree: Tree, node: number, from: number, to: number) {
  const block = addBlock(tree)
  makeLeaf(tree, node, block)
  tree.counts[node] = to - from
  for (let slot = from; slot < to; slot++) {
    tree.members[block * LEAF + slot - from] = slot
    tree.leaves[slot] = node
  }
}

type Part = { order: Int32Array; keys: Float64Array; from: number; to: number }

/** The coordinate along which these points lie farthest apart. */
function* readKeys(tree: Tree, { order, keys, from, to }: Part): Generator<undefined, void> {
  let [widest, axis] = [-1, 0]
  for (let candidate = 0; candidate < 3; candidate++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let place = from; place < to; place++) {
      const value = f64(tree.places, 3 * i32(order, place) + candidate)
      if (value < least) least = value
      if (value > most) most = value
      if (place % STEP === 0) yield
    }
    if (most - least > widest) [widest, axis] = [most - least, candidate]
  }
  for (let place = from; place < to; place++) {
    keys[place] = f64(tree.places, 3 * i32(order, place) + axis)
    if (place % STEP === 0) yield
  }
}

/** Exchanges until nothing before `middle` has a larger key than anything after it. */
function* halve({ order, keys, from, to, middle }: Part & { middle: number }): Generator<undefined, void> {
  let [low, high] = [from, to - 1]
  while (low < high) {
    const pivot = f64(keys, (low + high) >>> 1)
    let [left, right] = [low, high]
    while (left <= right) {
      while (f64(keys, left) < pivot) left++
      while (f64(keys, right) > pivot) right--
      if (left > right) break
      const [key, slot] = [f64(keys, left), i32(order, left)]
      keys[left] = f64(keys, right)
      order[left++] = i32(order, right)
      keys[right] = key
      order[right--] = slot
      if (right % STEP === 0) yield
    }
    if (middle <= right) high = right
    else if (middle >= left) low = left
    else return
  }
}

function* layOut(tree: Tree, order: Int32Array): Generator<undefined, void> {
  tree.places = yield* arrange(tree.places, order, 3)
  tree.merits = yield* arrange(tree.merits, order, MERITS)
  tree.marks = yield* arrange(tree.marks, order, 1)
  tree.kinds = yield* arrange(tree.kinds, order, 1)
}

/** A column in the order of `order`, `width` numbers a slot; it keeps its room. */
export function* arrange<A extends Float64Array | Int32Array>(
  column: A,
  order: Int32Array,
  width: number,
): Generator<undefined, A> {
  const arranged = enlarge(column.subarray(0, 0) as A, column.length)
  for (let slot = 0; slot < order.length; slot++) {
    for (let part = 0; part < width; part++)
      arranged[slot * width + part] = column[i32(order, slot) * width + part] as number
    if (slot % STEP === 0) yield
  }
  return arranged
}
