import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runInSlices } from './run-in-slices.ts'
import { UuidTable } from './uuid-table.ts'

test('a number reads as the UUID that was written last, also after others took its place among the kept texts', () => {
  const table = new UuidTable()
  const ids = Array.from({ length: 40_000 }, () => randomUUID())
  for (const [index, id] of ids.entries()) table.write(index, id)
  const readAll = () => ids.map((_, index) => table.read(index))
  expect(readAll()).toEqual(ids)
  for (let index = 0; index < ids.length; index += 3) {
    ids[index] = randomUUID()
    table.write(index, ids[index] as string)
  }
  expect(readAll()).toEqual(ids)
  expect(table.read(39_999), 'read twice').toBe(ids[39_999])
  expect(table.read(39_999)).toBe(ids[39_999])
})

test('after a new order each number reads as its UUID there, and is found', async () => {
  const table = new UuidTable()
  const ids = Array.from({ length: 2000 }, () => randomUUID())
  for (const [index, id] of ids.entries()) table.write(index, id)
  for (const index of ids.keys()) table.read(index)
  const order = Int32Array.from(ids.keys()).reverse()
  await runInSlices(table.reorder(order))
  expect(ids.map((_, index) => table.read(index))).toEqual(ids.toReversed())
  for (const [index, id] of ids.entries()) {
    table.write(ids.length, id)
    expect(table.find(ids.length)).toBe(ids.length - 1 - index)
  }
})
