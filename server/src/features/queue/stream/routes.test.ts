import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { queueApi } from '@na-regua/contract/queue'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { countFeeds, disconnectFeeds, listTopics, openStream } from '../../../../test/open-stream.ts'
import { createApp } from '../../../app.ts'
import type { QueueFollower } from '../../../lib/change-feed.ts'
import type { App } from '../../../lib/http.ts'
import { createMetrics } from '../../../lib/metrics/metrics.ts'
import { publish, relayAllEvents, storeEvent, toEventColumns } from '../../../lib/worker/relay-events.ts'
import { createQueueStreams } from './create-queue-streams.ts'

const world = await createHarness()
const metrics = createMetrics()
const limits = { perProcess: 6, perAddress: 4 }
/** A second server on the same database, with its own listening connection, and small limits. */
const second = await createApp({
  db: world.db,
  clock: world.clock,
  metrics,
  config: { ...world.config, queueStreams: limits, trustProxy: ['127.0.0.1'] },
})
const shop = await createBarbershopRow(world)
const other = await createBarbershopRow(world)
const urls = new Map([
  [world.app, await listen(world.app)],
  [second, await listen(second)],
])
afterAll(async () => {
  await second.close()
  await world.close()
})

async function listen(app: App) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

function openQueue(id: string = shop.id, { app = world.app, address = '198.51.100.1' } = {}) {
  return openStream(`${urls.get(app)}/api/barbershops/${id}/queue/stream`, { 'x-forwarded-for': address })
}

/** Waits until both servers listen: earlier events arrive as a gap, which is an event of every queue. */
async function openReadyQueues() {
  const streams = [await openQueue(), await openQueue(shop.id, { app: second })]
  await expect.poll(() => countFeeds(world.db)).toBe(2)
  await publish(world.db, [shop.id], 'queue')
  await relayAllEvents(world.db)
  for (const stream of streams) await expect.poll(() => listTopics(stream)).toContain('queue')
  return streams
}

const disconnect = (streams: { disconnect(): void }[]) => streams.forEach((stream) => void stream.disconnect())

describe('the stream of a queue', () => {
  test('is sent to everyone, uncompressed and uncacheable', async () => {
    const stream = await openQueue()
    expect(stream.response.status).toBe(200)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(stream.response.headers.get('content-encoding')).toBeNull()
    await expect.poll(() => stream.text).toContain(': na régua')
    stream.disconnect()
  })

  test('is not there for an unknown or inactive barbershop, and HEAD says the same', async () => {
    const inactive = await createBarbershopRow(world, { isActive: false })
    for (const id of [crypto.randomUUID(), inactive.id]) {
      expect(await world.call(queueApi.stream, { params: { id } })).toMatchObject({
        status: 404,
        body: { code: 'BARBERSHOP_NOT_FOUND' },
      })
      expect((await world.call({ ...queueApi.stream, method: 'HEAD' as 'GET' }, { params: { id } })).status).toBe(404)
    }
    const head = await world.call({ ...queueApi.stream, method: 'HEAD' as 'GET' }, { params: { id: shop.id } })
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect((await world.call(queueApi.stream, { params: { id: 'x' } })).status).toBe(400)
  })

  test('receives a tap from any server, and nothing of other barbershops or of anyone', async () => {
    const streams = await openReadyQueues()
    const elsewhere = await openQueue(other.id, { app: second })
    const counts = streams.map((stream) => listTopics(stream).length)
    await storeEvent(toEventColumns({ jobs: [], published: { queue: [shop.id] } })).execute(world.db)
    await relayAllEvents(world.db)
    for (const [index, stream] of streams.entries())
      await expect.poll(() => listTopics(stream).length).toBeGreaterThan(counts[index] as number)
    await publish(world.db, [other.id], 'queue')
    await relayAllEvents(world.db)
    await expect.poll(() => listTopics(elsewhere)).toEqual(['queue'])
    for (const { text } of streams)
      expect(text).toMatch(/^: na régua\nretry: 3000\n\n(data: \{"topic":"queue"\}\n\n|:\n\n)+$/)
    disconnect([...streams, elsewhere])
  })

  test('reports a gap after the database connection was lost, and continues', async () => {
    const streams = await openReadyQueues()
    const counts = streams.map((stream) => listTopics(stream).length)
    await disconnectFeeds(world.db)
    for (const [index, stream] of streams.entries())
      await expect.poll(() => listTopics(stream).length, { timeout: 60_000 }).toBeGreaterThan(counts[index] as number)
    disconnect(streams)
  })

  test('ends with its server', async () => {
    const app = await createApp({ db: world.db, clock: world.clock, config: world.config })
    urls.set(app, await listen(app))
    const stream = await openQueue(shop.id, { app })
    await app.close()
    await expect.poll(() => stream.isOver).toBe(true)
  })
})

describe('open streams are limited', () => {
  const statuses = (streams: { response: Response }[]) => streams.map(({ response }) => response.status)
  const open = (count: number, address: string, id = shop.id) =>
    Promise.all(Array.from({ length: count }, () => openQueue(id, { app: second, address })))
  const readCount = async () => (await metrics.registry.metrics()).match(/^na_regua_queue_streams (\d+)$/m)?.[1]

  test('by address and by process, are counted, and free their permit', async () => {
    await expect.poll(readCount).toBe('0')
    const streams = await open(4, '203.0.113.1')
    expect(statuses(streams)).toEqual([200, 200, 200, 200])
    const [surplus] = await open(1, '203.0.113.1')
    expect([surplus?.response.status, surplus?.response.headers.get('retry-after')]).toEqual([429, '30'])
    const others = await open(3, '203.0.113.2')
    expect(statuses(others).toSorted()).toEqual([200, 200, 503])
    const refused = others.find(({ response }) => response.status === 503)
    expect(refused?.response.headers.get('retry-after')).toBe('30')
    expect(await readCount()).toBe('6')
    disconnect([...streams, ...others])
    await expect.poll(readCount).toBe('0')
    const again = await open(4, '203.0.113.1')
    expect(statuses(again)).toEqual([200, 200, 200, 200])
    disconnect(again)
  })

  test('by no request that was refused', async () => {
    await expect.poll(readCount).toBe('0')
    expect(statuses(await open(4, '203.0.113.3', crypto.randomUUID()))).toEqual([404, 404, 404, 404])
    await expect.poll(readCount).toBe('0')
  })
})

/** Streams of one process whose changes the test makes up. */
async function createScene(options: Partial<Parameters<typeof createQueueStreams>[0]> = {}) {
  const followers: QueueFollower[] = []
  const live = { followQueues: (onChange: QueueFollower) => void followers.push(onChange) }
  const streams = createQueueStreams({ live, ...limits, heartbeatMs: 3_600_000, ...options })
  const server = createServer((_, out) => streams.add(shop.id, out))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    streams,
    open: () => openStream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    change: (id?: string) => followers.forEach((onChange) => void onChange(id)),
    close() {
      streams.close()
      server.close()
    },
  }
}

describe('the open streams of a process', () => {
  test('receive the first of many taps at once and the others as one', async () => {
    const scene = await createScene({ intervalMs: 40 })
    const stream = await scene.open()
    for (let tap = 0; tap < 20; tap++) scene.change(shop.id)
    await expect.poll(() => listTopics(stream)).toHaveLength(2)
    scene.change(other.id)
    for (let tap = 0; tap < 20; tap++) scene.change(shop.id)
    // In the interval of the last event, or after it: one or two more, and never twenty.
    await expect.poll(() => listTopics(stream).length).toBeGreaterThan(2)
    scene.close()
    await expect.poll(() => stream.isOver).toBe(true)
    expect(listTopics(stream).length).toBeLessThanOrEqual(4)
  })

  test('receive a heartbeat, and end when they are old', async () => {
    const scene = await createScene({ heartbeatMs: 20, maxAgeMs: 100 })
    const stream = await scene.open()
    await expect.poll(() => stream.text).toContain('\n\n:\n\n')
    await expect.poll(() => stream.isOver).toBe(true)
    expect(scene.streams.isFollowed(shop.id)).toBe(false)
    scene.close()
  })

  test('do not include a client that disconnected while its barbershop was looked up', async () => {
    const scene = await createScene()
    scene.streams.add(shop.id, { destroyed: true } as ServerResponse)
    expect(scene.streams.isFollowed(shop.id)).toBe(false)
    scene.close()
  })
})
