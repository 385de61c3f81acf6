import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteLists } from './byte-lists.ts'

const POINTS = 300
const fill = (length: number, byte: number) => new Uint8Array(length).fill(byte)

function read(lists: ByteLists, point: number): Uint8Array {
  return lists.page(point).subarray(lists.start(point), lists.start(point) + lists.length(point))
}

const change = fc.record({
  point: fc.nat(POINTS - 1),
  byte: fc.nat(255),
  // Undefined removes it. Some are longer than a page.
  length: fc.option(fc.oneof({ weight: 30, arbitrary: fc.integer({ min: 1, max: 4000 }) }, fc.constant(70_000)), {
    nil: undefined,
  }),
})

test('lists are what was written last, whatever was removed, moved or used again', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 600 }), (changes) => {
      const lists = new ByteLists()
      const expected = new Map<number, Uint8Array>()
      lists.ensureCapacity(POINTS)
      for (const { point, length, byte } of changes) {
        if (length === undefined) {
          lists.remove(point)
          expected.delete(point)
        } else {
          lists.write(point, fill(length, byte))
          expected.set(point, fill(length, byte))
        }
      }
      for (const [point, list] of expected) expect(Buffer.compare(read(lists, point), list)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('space of lists that became longer or were removed is used again', () => {
  const lists = new ByteLists()
  lists.ensureCapacity(2000)
  for (let round = 0; round < 40; round++)
    for (let point = 0; point < 2000; point++) {
      if (round % 2 === 1 && point % 3 === 0) lists.remove(point)
      else lists.write(point, fill(50 + ((point * 7 + round * 13) % 200), round))
    }
  let used = 0
  for (let point = 1; point < 2000; point += point % 3 === 1 ? 1 : 2) used += lists.length(point)
  // A ninth, two pages, and the eight bytes a point that find a list.
  expect(lists.byteLength).toBeLessThan(1.125 * used + 3 * 65_536 + 8 * 2000)
})

test('capacity grows without a change of the lists', () => {
  const lists = new ByteLists()
  lists.write(3, fill(10, 7))
  lists.ensureCapacity(100_000)
  lists.write(99_999, fill(5, 9))
  expect([...read(lists, 3)]).toEqual(new Array(10).fill(7))
  expect([...read(lists, 99_999)]).toEqual(new Array(5).fill(9))
})
