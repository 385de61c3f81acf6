import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

async function createServer(options: { maxBytes: number }) {
  const clock = { time: 0, now: () => new Date(clock.time) }
  const produced: string[] = []
  const cache = createResponseCache({ clock, ttlMs: 1000, maxBytes: options.maxBytes })
  const app = fastify()
  app.get('/*', { preValidation: cache.sendCached }, (request, reply) =>
    cache.send(request, reply, async () => {
      produced.push(request.url)
      if (request.url === '/broken') throw new Error('broken')
      return { text: 'x'.repeat(500) }
    }),
  )
  const pass = (ms: number) => {
    clock.time += ms
  }
  return { app, produced, cache, pass }
}

test('a response expires after its TTL, also when the clock is set back', async () => {
  const { app, produced, pass } = await createServer({ maxBytes: 10_000 })
  await app.inject('/a')
  pass(999)
  await app.inject('/a')
  expect(produced).toHaveLength(1)
  pass(1)
  await app.inject('/a')
  pass(-5000)
  await app.inject('/a')
  expect(produced).toHaveLength(3)
})

test('the cache stays within its size and evicts the oldest response first', async () => {
  const { app, produced, cache } = await createServer({ maxBytes: 3000 })
  for (const url of ['/a', '/b', '/c']) await app.inject(url)
  expect(cache.getBytes()).toBeLessThanOrEqual(3000)
  produced.length = 0
  await app.inject('/c')
  await app.inject('/a')
  expect(produced).toEqual(['/a'])
})

test('a failure is not stored', async () => {
  const { app, produced } = await createServer({ maxBytes: 3000 })
  for (const _ of [1, 2]) expect((await app.inject('/broken')).statusCode).toBe(500)
  expect(produced).toHaveLength(2)
})

test('the length of a response is that of its bytes', async () => {
  const cache = createResponseCache({ clock: { now: () => new Date(0) }, ttlMs: 1000, maxBytes: 10_000 })
  const app = fastify()
  app.get('/*', { preValidation: cache.sendCached }, (request, reply) =>
    cache.send(request, reply, () => ({ text: 'Régua 💈' })),
  )
  for (const _ of [1, 2]) {
    const { payload, headers } = await app.inject('/a')
    expect(payload).toBe('{"text":"Régua 💈"}')
    expect(headers['content-length']).toBe(String(Buffer.byteLength(payload)))
  }
})

test('an error of what produces the response is one of the request', async () => {
  const cache = createResponseCache({ clock: { now: () => new Date(0) }, ttlMs: 1000, maxBytes: 10_000 })
  const app = fastify()
  app.get('/*', (request, reply) =>
    cache.send(request, reply, () => {
      throw Object.assign(new Error('bad'), { statusCode: 400 })
    }),
  )
  for (const _ of [1, 2]) expect((await app.inject('/a')).statusCode).toBe(400)
})
