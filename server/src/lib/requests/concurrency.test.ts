import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTick } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendError } from '../http.ts'
import { createConcurrencyQueue, createConcurrencyQueues, limitConcurrency } from './concurrency.ts'

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

test('a queue of each client runs one of its tasks at a time, in order, also after a failure', async () => {
  const enqueue = createConcurrencyQueues({ concurrency: 1, maxQueued: 10 })
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await nextTick()
    order.push(`${name} ends`)
    if (name === 'a1') throw new Error('failed')
    return name
  }
  const results = await Promise.allSettled([
    enqueue('a', work('a1')),
    enqueue('a', work('a2')),
    enqueue('b', work('b1')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(order.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(order.indexOf('b1 begins')).toBeLessThan(order.indexOf('a1 ends'))
})

describe('the limit of requests in flight', () => {
  let finish: () => void
  /** Requests that reached a handler which waits. */
  let arrived: number
  let url: string
  /** Requests whose headers have arrived. */
  let received: number
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
    app.route({ method: ['GET', 'POST'], url: '/slow', handler: respondWhenFinished })
    app.get('/large', async () => {
      arrived++
      return Buffer.alloc(20_000_000)
    })
    app.get('/quick', async () => 'ok')
    app.get('/health/live', async () => 'ok')
    app.get('/stream', { config: { isEndless: true } }, respondWhenFinished)
    received = 0
    app.addHook('preParsing', async () => void received++)
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

  test('counts a request neither while its body arrives nor while its response is sent', async () => {
    const { port } = app.server.address() as AddressInfo
    const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets)
      socket.write(
        'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 3\r\nconnection: close\r\n\r\n"',
      )
    await expect.poll(() => received).toBe(5)
    expect(await status('/quick')).toBe(200)
    const responses = sockets.map((socket) => text(socket))
    for (const socket of sockets) socket.write('a"')
    await expect.poll(() => arrived).toBe(2)
    expect(await status('/quick')).toBe(503)
    finish()
    const statuses = (await Promise.all(responses)).map((response) => response.split(' ')[1])
    expect(statuses.toSorted()).toEqual(['200', '200', '503', '503', '503'])

    const readers = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').pause())
    for (const reader of readers) reader.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => arrived).toBe(7)
    await expect.poll(() => status('/quick')).toBe(200)
    for (const reader of readers) reader.destroy()
  })

  test('gives one client its share only, also while it sends bodies', async () => {
    const shared = fastify({ forceCloseConnections: true })
    shared.setErrorHandler(sendError)
    limitConcurrency(shared, { maxInFlight: 4, maxPerClient: 2 })
    const { promise, resolve } = Promise.withResolvers<string>()
    shared.get('/slow', () => promise)
    // An injected request starts with `await`.
    const get = async (remoteAddress: string) => await shared.inject({ url: '/slow', remoteAddress })
    const first = [get('203.0.113.1'), get('203.0.113.1')]
    const refused = await get('203.0.113.1')
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '1',
    ])
    expect(shared.hasOtherClients('203.0.113.1')).toBe(false)
    const others = [get('203.0.113.2'), get('203.0.113.3')]
    expect((await get('203.0.113.4')).statusCode).toBe(503)
    expect(shared.hasOtherClients('203.0.113.1')).toBe(true)
    resolve('ok')
    for (const response of await Promise.all([...first, ...others])) expect(response.statusCode).toBe(200)
    expect((await get('203.0.113.1')).statusCode).toBe(200)
    await shared.close()
  })

  test('reports whether a permit becomes free', async () => {
    expect(await app.acquirePermit(0)).toBe(true)
    const inFlight = [status('/slow'), status('/slow')]
    await expect.poll(() => arrived).toBe(2)
    expect(await app.acquirePermit(10)).toBe(false)
    const waiting = app.acquirePermit(30_000)
    finish()
    expect(await waiting).toBe(true)
    await Promise.all(inFlight)
  })
})
