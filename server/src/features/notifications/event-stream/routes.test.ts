import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { countFeeds, disconnectFeeds, listTopics, openStream } from '../../../../test/open-stream.ts'
import { createApp } from '../../../app.ts'
import { hashToken } from '../../../lib/auth.ts'
import { createChangeFeed } from '../../../lib/change-feed.ts'
import { STREAM_HEARTBEAT_MS } from '../../../lib/event-stream.ts'
import type { App } from '../../../lib/http.ts'
import { publish, startRelay } from '../../../lib/worker/relay-events.ts'
import { insertNotification } from '../events/queries.ts'
import { createEventStreams } from './create-event-streams.ts'

const world = await createHarness()
/** A second server on the same database, with its own listening connection. */
const second = await createApp({ db: world.db, clock: world.clock, config: world.config })
const urls = new Map([
  [world.app, await open(world.app)],
  [second, await open(second)],
])
const relay = startRelay({ db: world.db, log: { warn() {} } })
afterAll(async () => {
  await relay.stop()
  await second.close()
  await world.close()
})

async function open(app: App) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const openUserStream = (token: string, app = world.app) =>
  openStream(`${urls.get(app)}/api/notifications/stream`, { authorization: `Bearer ${token}` })

/** Opens a stream and waits until the server listens: earlier events arrive only as "everything". */
async function openReadyStream(token: string, app = world.app) {
  const stream = await openUserStream(token, app)
  await expect.poll(() => countFeeds(world.db)).toBeGreaterThan(app === second ? 1 : 0)
  return stream
}

const notify = (userId: string, dedupeKey: string) =>
  insertNotification(
    world.db,
    { userId, type: 'booking_confirmed', dedupeKey, title: 'Agendamento confirmado', message: 'Até já.' },
    world.clock.now(),
  )

describe('an event stream', () => {
  test('is sent to a logged-in user, uncompressed and uncacheable', async () => {
    const { token } = await createCaller(world)
    const stream = await openUserStream(token)
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

  test.each(['', 'Bearer x', `Bearer ${'x'.repeat(43)}`])('is rejected for %j', async (authorization) => {
    const response = await fetch(`${urls.get(world.app)}/api/notifications/stream`, { headers: { authorization } })
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
  })

  test('does not accept a token in the URL', async () => {
    const { token } = await createCaller(world)
    const response = await fetch(`${urls.get(world.app)}/api/notifications/stream?token=${token}`)
    expect(response.status).toBe(401)
  })

  test("receives its user's events from another server, and no other user's", async () => {
    const ana = await createCaller(world)
    const rui = await createCaller(world)
    const here = await openReadyStream(ana.token)
    const there = await openReadyStream(ana.token, second)
    const other = await openReadyStream(rui.token, second)
    await expect.poll(() => countFeeds(world.db)).toBe(2)
    const before = other.text
    await notify(ana.user.id, 'first')
    await expect.poll(() => listTopics(there)).toContain('notifications')
    await expect.poll(() => listTopics(here)).toContain('notifications')
    await publish(world.db, [ana.user.id], 'appointments')
    await expect.poll(() => listTopics(there).at(-1)).toBe('appointments')
    expect(other.text).toBe(before)
    for (const stream of [here, there, other]) stream.disconnect()
  })

  test('receives nothing from a rolled back transaction', async () => {
    const ana = await createCaller(world)
    const stream = await openReadyStream(ana.token)
    const failing = world.db.transaction().execute(async (tx) => {
      await publish(tx, [ana.user.id], 'appointments')
      throw new Error('the booking failed')
    })
    await expect(failing).rejects.toThrow()
    await notify(ana.user.id, 'after')
    await expect.poll(() => listTopics(stream)).toContain('notifications')
    expect(listTopics(stream)).not.toContain('appointments')
    stream.disconnect()
  })

  test('ignores foreign payloads on the channel', async () => {
    const ana = await createCaller(world)
    const stream = await openReadyStream(ana.token)
    for (const payload of ['nada', '', '5', 'null', '{"userId":7}', '{"topic":"x"}'])
      await sql`select pg_notify('live', ${payload})`.execute(world.db)
    await notify(ana.user.id, 'after foreign payloads')
    await expect.poll(() => listTopics(stream)).toContain('notifications')
    stream.disconnect()
  })

  test('receives "everything" after the database connection was lost, and continues', async () => {
    const ana = await createCaller(world)
    const stream = await openReadyStream(ana.token)
    await notify(ana.user.id, 'before')
    await expect.poll(() => listTopics(stream)).toContain('notifications')
    const before = listTopics(stream).filter((topic) => topic === 'everything').length
    await disconnectFeeds(world.db)
    await expect
      .poll(() => listTopics(stream).filter((topic) => topic === 'everything').length, { timeout: 60_000 })
      .toBeGreaterThan(before)
    await notify(ana.user.id, 'afterwards')
    await expect.poll(() => listTopics(stream).at(-1)).toBe('notifications')
    stream.disconnect()
  })

  test.each([
    ['logging out', (token: string) => world.call(accountsApi.logout, { token })],
    [
      'ending the other sessions',
      (_: string, other: string) => world.call(profileApi.endOtherSessions, { token: other }),
    ],
  ])(
    'ends after %s, before the next heartbeat, on every server, and the user’s other streams continue',
    async (_, end) => {
      const ana = await createCaller(world)
      const secondToken = await createSessionToken(world, ana.user.id)
      const ended = [await openReadyStream(ana.token), await openReadyStream(ana.token, second)]
      const active = await openReadyStream(secondToken, second)
      expect((await end(ana.token, secondToken)).status).toBe(200)
      await expect
        .poll(() => ended.map(({ isOver }) => isOver), { timeout: STREAM_HEARTBEAT_MS / 2 })
        .toEqual([true, true])
      await notify(ana.user.id, 'afterwards')
      await expect.poll(() => listTopics(active)).toContain('notifications')
      expect([active.isOver, listTopics(active)]).toEqual([false, expect.not.arrayContaining(['sessions'])])
      active.disconnect()
    },
  )

  test('of a session that ended while the stream was being opened ends at once', async () => {
    const { user, token } = await createCaller(world)
    const live = createChangeFeed({ databaseUrl: world.url, log: { warn() {} } })
    live.listen(user.id, () => {})
    await expect.poll(() => live.query({ name: 'one', text: 'select 1' }).catch(() => [])).toEqual([[1]])
    const streams = createEventStreams({ db: world.db, clock: world.clock, live, heartbeatMs: 3_600_000 })
    await world.call(accountsApi.logout, { token })
    const server = createServer((_, out) => streams.add({ id: user.id, tokenHash: hashToken(token) }, out))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(await response.text()).toContain('retry')
    streams.close()
    server.close()
    await live.close()
  })

  test('is limited to twelve per user and frees its place when closed', async () => {
    const { token } = await createCaller(world)
    const streams = await Promise.all(Array.from({ length: 12 }, () => openUserStream(token)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(12).fill(200))
    const surplus = await openUserStream(token)
    expect(surplus.response.status).toBe(429)
    expect(surplus.response.headers.get('retry-after')).toBe('60')
    for (const stream of streams) stream.disconnect()
    await expect
      .poll(async () => {
        const again = await openUserStream(token)
        again.disconnect()
        return again.response.status
      })
      .toBe(200)
  })
})

describe('the heartbeat', () => {
  test('keeps the stream open, and ends it when the session has ended', async () => {
    const live = createChangeFeed({ databaseUrl: world.url, log: { warn() {} } })
    const { user, token } = await createCaller(world)
    const streams = createEventStreams({ db: world.db, clock: world.clock, live, heartbeatMs: 30 })
    const server = createServer((_, out) => streams.add({ id: user.id, tokenHash: hashToken(token) }, out))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.endsWith(':\n\n:\n\n')) text += (await reader?.read())?.value ?? ''
    await world.call(accountsApi.logout, { token })
    for (let isDone = false; !isDone; ) isDone = (await reader?.read())?.done ?? true
    streams.close()
    server.close()
    await live.close()
  })
})

test('a closing server ends all streams without waiting', async () => {
  const app = await createApp({ db: world.db, clock: world.clock, config: world.config })
  urls.set(app, await open(app))
  const { token } = await createCaller(world)
  const stream = await openUserStream(token, app)
  await app.close()
  await expect.poll(() => stream.isOver).toBe(true)
})
