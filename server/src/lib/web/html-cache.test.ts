import { expect, test, vi } from 'vitest'
import { createHtmlCache } from './html-cache.ts'
import type { HtmlPage } from './html-page.ts'

function pageOf(text: string, status = 200): HtmlPage {
  return { status, headers: {}, scriptHashes: [], bodies: { identity: Buffer.from(text) } }
}

test('a page is rendered once while it is fresh, and again afterwards', async () => {
  let time = 0
  const clock = { now: () => new Date(time) }
  let renderings = 0
  const cache = createHtmlCache({ ttlMs: 10, maxBytes: 1e6, clock })
  const render = async () => pageOf(String(++renderings))
  await cache.get('/', render)
  time = 9
  expect((await cache.get('/', render)).bodies.identity?.toString()).toBe('1')
  time = 10
  expect((await cache.get('/', render)).bodies.identity?.toString()).toBe('2')
})

test('concurrent requests share one rendering, also when the stored page is stale', async () => {
  let time = 0
  const clock = { now: () => new Date(time) }
  let renderings = 0
  const cache = createHtmlCache({ ttlMs: 10, maxBytes: 1e6, clock })
  const render = async () => pageOf(String(++renderings))
  await Promise.all([cache.get('/', render), cache.get('/', render)])
  time = 20
  await Promise.all([cache.get('/', render), cache.get('/', render)])
  expect(renderings).toBe(2)
})

test('a failure is not stored', async () => {
  const cache = createHtmlCache({ ttlMs: 10, maxBytes: 1e6 })
  await expect(cache.get('/', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
  await cache.get('/', async () => pageOf('', 500))
  expect(cache.count).toBe(0)
  expect((await cache.get('/', async () => pageOf('ok'))).status).toBe(200)
})

test('the least recently used pages are evicted when the memory is full', async () => {
  const cache = createHtmlCache({ ttlMs: 1e6, maxBytes: 2_500 })
  await cache.get('/a', async () => pageOf('a'))
  await cache.get('/b', async () => pageOf('b'))
  await cache.get('/a', async () => pageOf('never'))
  await cache.get('/c', async () => pageOf('c'))
  expect(cache.count).toBe(2)
  expect((await cache.get('/a', async () => pageOf('never'))).bodies.identity?.toString()).toBe('a')
  expect((await cache.get('/b', async () => pageOf('b again'))).bodies.identity?.toString()).toBe('b again')
})

test('a change clears the cache; a rendering that began before it is returned, but not stored', async () => {
  const watch = vi.fn<(clear: () => void) => void>()
  const cache = createHtmlCache({ ttlMs: 1e6, maxBytes: 1e6, watch })
  const clear = () => watch.mock.lastCall?.[0]()
  const { promise, resolve: finish } = Promise.withResolvers<HtmlPage>()
  const slow = cache.get('/', () => promise)
  clear()
  const old = pageOf('old')
  const fresh = pageOf('new')
  finish(old)
  expect(await slow).toBe(old)
  expect(await cache.get('/', async () => fresh)).toBe(fresh)
  expect(await cache.get('/', async () => pageOf('never'))).toBe(fresh)
  clear()
  expect(cache.count).toBe(0)
})
