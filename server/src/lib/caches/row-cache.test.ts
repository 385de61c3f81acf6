import { expect, test, vi } from 'vitest'
import { createRowCache } from './row-cache.ts'

test('a row is loaded once, and again when it changed', async () => {
  const loadRows = vi.fn(async (ids: readonly string[]) => ids.map((id) => ({ id })))
  const rows = createRowCache(10, loadRows)
  for (const ids of [['a', 'b'], ['a'], ['b', 'c'], ['c', 'a']])
    expect([...(await rows.load(ids)).keys()].toSorted()).toEqual(ids.toSorted())
  rows.invalidate(['a'])
  await rows.load(['a', 'b'])
  rows.invalidate(undefined)
  await rows.load(['a', 'b'])
  expect(loadRows.mock.calls).toEqual([[['a', 'b']], [['c']], [['a']], [['a', 'b']]])
})

test('a row that changes while it is loaded is returned, but not stored', async () => {
  let name = 'Antes'
  const rows = createRowCache(10, async () => {
    const loaded = [{ id: 'a', name }]
    name = 'Depois'
    rows.invalidate(['a'])
    return loaded
  })
  const find = async () => (await rows.load(['a'])).get('a')?.name
  expect([await find(), await find()]).toEqual(['Antes', 'Depois'])
})

test('a row that does not exist is missing, and nothing is stored while a change may not have been reported', async () => {
  const loadRows = vi.fn(async () => [{ id: 'a' }])
  const rows = createRowCache(10, loadRows)
  expect([...(await rows.load(['a', 'b'], false)).keys()]).toEqual(['a'])
  await rows.load(['a'])
  await rows.load(['a'], false)
  expect(loadRows).toHaveBeenCalledTimes(3)
})
