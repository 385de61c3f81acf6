import { expect, it } from 'vitest'
import { createPromiseCache } from './keep-for.ts'

function createWorld(most = 10) {
  let now = 0
  let made = 0
  const clock = { now: () => new Date(now) }
  const keep = createPromiseCache<number>({ clock, lifeMs: 1000, most })
  return { keep, make: async () => ++made, wait: (ms: number) => (now += ms) }
}

it('makes a value once while it is fresh, also for those who ask meanwhile', async () => {
  const { keep, make, wait } = createWorld()
  expect(await Promise.all([keep('a', make), keep('a', make)])).toEqual([1, 1])
  wait(999)
  expect(await keep('a', make)).toBe(1)
  wait(1)
  expect(await keep('a', make)).toBe(2)
})

it('keeps no failure', async () => {
  const { keep, make } = createWorld()
  await expect(keep('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await keep('a', make)).toBe(1)
})

it('lets the oldest go when there are too many', async () => {
  const { keep, make } = createWorld(2)
  for (const key of ['a', 'b', 'c']) await keep(key, make)
  expect(await keep('c', make)).toBe(3)
  expect(await keep('a', make)).toBe(4)
})
