import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

async function createServer(options: { maxBytes: number }) {
  const clock = { time: 0, now: () => new Date(clock.time) }
  const made: string[] = []
  const cache = createResponseCache({ clock, lifeMs: 1000, maxBytes: options.maxBytes })
  const app = fastify()
  app.get('/*', { preValidation: cache.answerKnown }, (request, reply) =>
    cache.answer(request, reply, async () => {
      made.push(request.url)
      if (request.url === '/broken') throw new Error('broken')
      return { text: 'x'.repeat(500) }
    }),
  )
  const pass = (ms: number) => {
    clock.time += ms
  }
  return { app, made, cache, pass }
}

test('an answer lives as long as it was given, and not longer when the clock is set back', async () => {
  const { app, made, pass } = await createServer({ maxBytes: 10_000 })
  await app.inject('/a')
  pass(999)
  await app.inject('/a')
  expect(made).toHaveLength(1)
  pass(1)
  await app.inject('/a')
  pass(-5000)
  await app.inject('/a')
  expect(made).toHaveLength(3)
})

test('it never holds more than its size: the oldest goes first', async () => {
  const { app, made, cache } = await createServer({ maxBytes: 3000 })
  for (const url of ['/a', '/b', '/c']) await app.inject(url)
  expect(cache.size).toBeLessThanOrEqual(3000)
  made.length = 0
  await app.inject('/c')
  await app.inject('/a')
  expect(made).toEqual(['/a'])
})

test('a failure is not kept', async () => {
  const { app, made } = await createServer({ maxBytes: 3000 })
  for (const _ of [1, 2]) expect((await app.inject('/broken')).statusCode).toBe(500)
  expect(made).toHaveLength(2)
})
