import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createConcurrencyQueue, limitConcurrency } from './concurrency.ts'
import { sendError } from './http.ts'

describe('the concurrency queue', () => {
  test('runs two at once, the others in order, and a failure frees its slot', async () => {
    const enqueue = createConcurrencyQueue({ concurrency: 2, maxQueued: 10 })
    let running = 0
    let highest = 0
    const order: number[] = []
    const work = (number: number) => async () => {
      highest = Math.max(highest, ++running)
      await nextTick()
      running--
      order.push(number)
      if (number % 2) throw new Error('failed')
    }
    await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => enqueue(work(number))))
    expect(highest).toBe(2)
    expect(order).toEqual([1, 2, 3, 4, 5, 6])
    await expect(enqueue(async () => 'free')).resolves.toBe('free')
  })

  test('rejects at once when the queue is full, and accepts again when it is shorter', async () => {
    const enqueue = createConcurrencyQueue({ concurrency: 1, maxQueued: 2 })
    let finish = () => {}
    const slow = enqueue(() => new Promise<void>((resolve) => (finish = resolve)))
    const queued = [enqueue(async () => 1), enqueue(async () => 2)]
    await expect(enqueue(async () => 3)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    finish()
    await slow
    expect(await Promise.all(queued)).toEqual([1, 2])
    expect(await enqueue(async () => 3)).toBe(3)
  })
})

describe('the limit of requests in flight', () => {
  let finish: () => void
  /** Requests that reached a handler which waits. */
  let arrived: number
  let url: string
  let app: ReturnType<typeof fastify>

  beforeEach(async () => {
    app = fastify({ forceCloseConnections: true })
    app.setErrorHandler(sendError)
    limitConcurrency(app, { maxInFlight: 2 })
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    arrived = 0
    const respondWhenFinished = () => {
      arrived++
      return finished.then(() => 'ok')
    }
    app.get('/slow', respondWhenFinished)
    app.get('/quick', async () => 'ok')
    app.get('/health/live', async () => 'ok')
    app.get('/stream', { config: { isEndless: true } }, respondWhenFinished)
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  const status = async (path: string) => (await fetch(url + path)).status

  test('rejects requests beyond the limit at once, and accepts again when one is finished', async () => {
    const inFlight = [status('/slow'), status('/slow')]
    await expect.poll(() => arrived).toBe(2)
    const refused = await fetch(`${url}/quick`)
    expect([refused.status, refused.headers.get('retry-after'), Object(await refused.json()).code]).toEqual([
      503,
      '2',
      'UNAVAILABLE',
    ])
    expect(await status('/health/live')).toBe(200)
    finish()
    expect(await Promise.all(inFlight)).toEqual([200, 200])
    for (let attempt = 0; attempt < 5; attempt++) expect(await status('/quick')).toBe(200)
  })

  test('does not count disconnected clients or open event streams', async () => {
    const { port } = app.server.address() as AddressInfo
    for (const attempt of [1, 2]) {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
      await expect.poll(() => arrived).toBe(attempt)
      socket.destroy()
    }
    const listening = [status('/stream'), status('/stream'), status('/stream')]
    await expect.poll(() => arrived).toBe(5)
    await expect.poll(() => status('/quick')).toBe(200)
    finish()
    await Promise.all(listening)
  })

  test('also frees the slot of requests that come without a socket', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await app.inject('/quick')).statusCode).toBe(200)
  })
})
