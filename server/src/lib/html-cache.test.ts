import { expect, test, vi } from 'vitest'
import { createHtmlCache } from './html-cache.ts'
import type { HtmlPage } from './html-page.ts'

function pageOf(text: string, status = 200): HtmlPage {
  return { status, headers: {}, scriptHashes: [], bodies: { identity: Buffer.from(text) } }
}

test('a page is rendered once while it is fresh and again afterwards', async () => {
  let time = 0
  let renderings = 0
  const cache = createHtmlCache({ freshMs: 10, maxBytes: 1e6, now: () => time })
  const render = async () => pageOf(String(++renderings))
  await cache.get('/', render)
  time = 9
  expect((await cache.get('/', render)).bodies.identity?.toString()).toBe('1')
  time = 10
  expect((await cache.get('/', render)).bodies.identity?.toString()).toBe('2')
})

test('visitors who come together share one rendering, also when the kept one is stale', async () => {
  let time = 0
  let renderings = 0
  const cache = createHtmlCache({ freshMs: 10, maxBytes: 1e6, now: () => time })
  const render = async () => pageOf(String(++renderings))
  await Promise.all([cache.get('/', render), cache.get('/', render)])
  time = 20
  await Promise.all([cache.get('/', render), cache.get('/', render)])
  expect(renderings).toBe(2)
})

test('a failure is not kept', async () => {
  const cache = createHtmlCache({ freshMs: 10, maxBytes: 1e6 })
  await expect(cache.get('/', () => Promise.reject(new Error('base away')))).rejects.toThrow('base away')
  await cache.get('/', async () => pageOf('', 500))
  expect(cache.size).toBe(0)
  expect((await cache.get('/', async () => pageOf('ok'))).status).toBe(200)
})

test('the longest unused pages leave when the memory is used up', async () => {
  const cache = createHtmlCache({ freshMs: 1e6, maxBytes: 2_500 })
  await cache.get('/a', async () => pageOf('a'))
  await cache.get('/b', async () => pageOf('b'))
  await cache.get('/a', async () => pageOf('never'))
  await cache.get('/c', async () => pageOf('c'))
  expect(cache.size).toBe(2)
  expect((await cache.get('/a', async () => pageOf('never'))).bodies.identity?.toString()).toBe('a')
  expect((await cache.get('/b', async () => pageOf('b again'))).bodies.identity?.toString()).toBe('b again')
})

test('what changed is rendered anew, and what was being rendered meanwhile is given but not kept', async () => {
  const watch = vi.fn<(forget: () => void) => void>()
  const cache = createHtmlCache({ freshMs: 1e6, maxBytes: 1e6, watch })
  const forget = () => watch.mock.lastCall?.[0]()
  const { promise, resolve: finish } = Promise.withResolvers<HtmlPage>()
  const slow = cache.get('/', () => promise)
  forget()
  const [old, fresh] = [pageOf('old'), pageOf('new')]
  finish(old)
  expect(await slow).toBe(old)
  expect(await cache.get('/', async () => fresh)).toBe(fresh)
  expect(await cache.get('/', async () => pageOf('never'))).toBe(fresh)
  forget()
  expect(cache.size).toBe(0)
})
