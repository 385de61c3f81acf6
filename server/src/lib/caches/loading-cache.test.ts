import { expect, it } from 'vitest'
import { LoadingCache } from './loading-cache.ts'

function createScene(max = 10) {
  let now = 0
  let loads = 0
  const clock = { now: () => new Date(now) }
  const cache = new LoadingCache<number>({ clock, ttlMs: 1000, max })
  return { cache, load: async () => ++loads, wait: (ms: number) => (now += ms) }
}

it('loads a value once while it is fresh, also for concurrent callers', async () => {
  const { cache, load, wait } = createScene()
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
  wait(999)
  expect(await cache.get('a', load)).toBe(1)
  wait(1)
  expect(await cache.get('a', load)).toBe(2)
})

it('stores no failure', async () => {
  const { cache, load } = createScene()
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('a', load)).toBe(1)
})

it('evicts the oldest when there are too many', async () => {
  const { cache, load } = createScene(2)
  for (const key of ['a', 'b', 'c']) await cache.get(key, load)
  expect(await cache.get('c', load)).toBe(3)
  expect(await cache.get('a', load)).toBe(4)
})

it('never stores a load that began before clear(), and does not share it afterwards', async () => {
  const { cache, load } = createScene()
  const { promise, resolve } = Promise.withResolvers<number>()
  const stale = cache.get('a', () => promise)
  cache.clear()
  expect(await cache.get('a', load)).toBe(1)
  resolve(99)
  expect(await stale).toBe(99)
  expect(await cache.get('a', load)).toBe(1)
})

it('never stores a load that began before its key was deleted, and stores the loads of other keys', async () => {
  const { cache, load } = createScene()
  const { promise, resolve } = Promise.withResolvers<number>()
  const stale = cache.get('a', () => promise)
  const other = cache.get('b', () => promise)
  cache.delete('a')
  expect(await cache.get('a', load)).toBe(1)
  resolve(99)
  expect(await Promise.all([stale, other])).toEqual([99, 99])
  expect([cache.find('a'), cache.find('b')]).toEqual([1, 99])
})
