import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
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
