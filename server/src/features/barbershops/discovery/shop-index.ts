import { arrange, buildTree } from '../../../lib/point-tree/build-tree.ts'
import { changePoint, insertPoint, removePoint } from '../../../lib/point-tree/change-tree.ts'
import { f64, i32 } from '../../../lib/point-tree/numbers.ts'
import { createTree, ensureSlots, LEADS, type Tree, type TreePoint, writePoint } from '../../../lib/point-tree/tree.ts'
import type { Point } from '../../../lib/sphere.ts'
import { UuidTable } from '../../../lib/uuid-table.ts'
import { Patterns } from './keep-patterns.ts'
import { type IndexedRow, MOST_FEATURE } from './queries.ts'

/** Of every active shop what decides whether and where it stands in a list; about a hundred bytes each, outside the heap. */
export type ShopIndex = {
  tree: Tree
  ids: UuidTable
  patterns: Patterns
  /** The bit of each feature by its name; undefined: there are more than bits. */
  features: ReadonlyMap<string, number> | undefined
  free: number[]
}

export function createIndex(names: readonly (readonly [id: number, name: string])[]): ShopIndex {
  const haveBits = names.every(([id]) => id > 0 && id <= MOST_FEATURE)
  const features = haveBits ? new Map(names.map(([id, name]) => [name, id])) : undefined
  return { tree: createTree(), ids: new UuidTable(), patterns: new Patterns(), features, free: [] }
}

/** Takes in shops that are to be found after arrangeShops(). */
export function addShops({ tree, ids, patterns }: ShopIndex, rows: readonly IndexedRow[]) {
  ensureSlots(tree, tree.slots + rows.length)
  for (const row of rows) {
    writePoint(tree, tree.slots, toPoint(row, patterns))
    ids.write(tree.slots, row[0])
    tree.slots++
  }
}

export function* arrangeShops({ tree, ids }: ShopIndex): Generator<undefined, void> {
  const order = yield* buildTree(tree)
  ids.words = yield* arrange(ids.words, order, 4)
  ids.makeRoom(tree.slots)
  for (let slot = 0; slot < tree.slots; slot++) {
    ids.add(slot)
    if (slot % 1024 === 0) yield
  }
}

/** What is true now of these shops; those without a row are gone. */
export function updateShops(index: ShopIndex, asked: readonly string[], rows: readonly IndexedRow[]) {
  const found = new Map(rows.map((row) => [row[0], row]))
  for (const id of asked) {
    const row = found.get(id)
    const slot = findSlot(index, id)
    if (row && slot >= 0) replaceShop(index, slot, row)
    else if (row) insertShop(index, row)
    else if (slot >= 0) removeShop(index, slot)
  }
}

/** Slots behind the last one are written to and asked with, without being taken. */
function findSlot({ tree, ids }: ShopIndex, id: string): number {
  ids.write(tree.slots, id)
  return ids.find(tree.slots)
}

function insertShop({ tree, ids, patterns, free }: ShopIndex, row: IndexedRow) {
  const slot = free.pop() ?? tree.slots
  insertPoint(tree, slot, toPoint(row, patterns))
  ids.write(slot, row[0])
  ids.add(slot)
}

function removeShop({ tree, ids, patterns, free }: ShopIndex, slot: number) {
  patterns.giveBack(i32(tree.kinds, slot))
  removePoint(tree, slot)
  ids.remove(slot)
  free.push(slot)
}

function replaceShop({ tree, patterns }: ShopIndex, slot: number, row: IndexedRow) {
  const point = toPoint(row, patterns)
  patterns.giveBack(i32(tree.kinds, slot))
  if (point.place.every((value, axis) => value === f64(tree.places, 3 * slot + axis)))
    return changePoint(tree, slot, point)
  removePoint(tree, slot)
  insertPoint(tree, slot, point)
}

/** Reviews that still count in popularity; more than any shop can have in a lifetime, and exact beside any number of visits. */
const MOST_REVIEWS = 2 ** 22

/** Merits are lower first: rating, price, popularity, the first two with those that have none at the end. */
export const merits = { rating: 0, price: 1, popularity: 2 } as const

function toPoint(row: IndexedRow, patterns: ShopIndex['patterns']): TreePoint {
  const [, x, y, z, rating, price, completed, reviews, isFeatured, features, timeZone, week, special] = row
  const place: Point = [x, y, z]
  return {
    place,
    merits: [
      rating === null ? 0 : -rating,
      price ?? Number.POSITIVE_INFINITY,
      -(completed * MOST_REVIEWS + Math.min(reviews, MOST_REVIEWS - 1)),
    ],
    marks: features | (isFeatured ? LEADS : 0),
    kind: patterns.take(timeZone, week, special),
  }
}
