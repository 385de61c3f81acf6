import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountsApi } from '@na-regua/contract/accounts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSession } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createApp } from '../../../app.ts'
import { hashToken } from '../../../lib/auth.ts'
import { createChangeFeed, publish } from '../../../lib/change-feed.ts'
import type { App } from '../../../lib/http.ts'
import { insertNotification } from '../queries.ts'
import { holdStreams } from './hold-streams.ts'

const world = await createHarness()
/** A second server on the same base: its own connections, its own listener. */
const second = await createApp({ db: world.db, clock: world.clock, config: world.config })
const urls = new Map([
  [world.app, await open(world.app)],
  [second, await open(second)],
])
afterAll(async () => {
  await second.close()
  await world.close()
})

async function open(app: App) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** A line as a browser opens it, with everything heard so far. */
async function hear(token: string, app = world.app) {
  const hangUp = new AbortController()
  const answer = await fetch(`${urls.get(app)}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    signal: hangUp.signal,
  })
  const line = { answer, text: '', isOver: false, hangUp: () => hangUp.abort() }
  const reading = async () => {
    for await (const chunk of answer.body ?? []) line.text += Buffer.from(chunk).toString()
  }
  void reading()
    .catch(() => {})
    .finally(() => {
      line.isOver = true
    })
  return line
}

/** Listens for sure: before, what happens is told as "everything" only. */
async function hearReady(token: string, app = world.app) {
  const line = await hear(token, app)
  await expect.poll(() => countListeners()).toBeGreaterThan(app === second ? 1 : 0)
  return line
}

async function countListeners() {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'na-regua-live' and state = 'idle' and query <> ''`.execute(
    world.db,
  )
  return rows[0]?.count ?? 0
}

const notice = (userId: string, fact: string) =>
  insertNotification(
    world.db,
    { userId, type: 'booking_confirmed', fact, title: 'Agendamento confirmado', message: 'Até já.' },
    world.clock.now(),
  )

const topics = (text: string) => [...text.matchAll(/^data: \{"topic":"(\w+)"\}$/gm)].map(([, topic]) => topic)

describe('a line', () => {
  test('is opened by who is logged in, uncompressed and past every cache', async () => {
    const { token } = await createCaller(world)
    const line = await hear(token)
    expect(line.answer.status).toBe(200)
    expect(Object.fromEntries(line.answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(line.answer.headers.get('content-encoding')).toBeNull()
    await expect.poll(() => line.text).toContain(': na régua')
    line.hangUp()
  })

  test.each(['', 'Bearer x', `Bearer ${'x'.repeat(43)}`])('is refused to %j', async (authorization) => {
    const answer = await fetch(`${urls.get(world.app)}/api/notifications/stream`, { headers: { authorization } })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
  })

  test('cannot be opened with a token in the address', async () => {
    const { token } = await createCaller(world)
    const answer = await fetch(`${urls.get(world.app)}/api/notifications/stream?token=${token}`)
    expect(answer.status).toBe(401)
  })

  test('tells its person what happened on another server, within a second, and nobody else', async () => {
    const [ana, rui] = [await createCaller(world), await createCaller(world)]
    const [here, there, his] = [
      await hearReady(ana.token),
      await hearReady(ana.token, second),
      await hearReady(rui.token, second),
    ]
    await expect.poll(() => countListeners()).toBe(2)
    const before = his.text
    const started = performance.now()
    await notice(ana.user.id, 'told')
    await expect.poll(() => topics(there.text), { interval: 5 }).toContain('notifications')
    expect(performance.now() - started).toBeLessThan(1000)
    await expect.poll(() => topics(here.text)).toContain('notifications')
    await publish(world.db, [ana.user.id], 'appointments')
    await expect.poll(() => topics(there.text).at(-1)).toBe('appointments')
    expect(his.text).toBe(before)
    for (const line of [here, there, his]) line.hangUp()
  })

  test('tells nothing of what was rolled back', async () => {
    const ana = await createCaller(world)
    const line = await hearReady(ana.token)
    const failing = world.db.transaction().execute(async (tx) => {
      await publish(tx, [ana.user.id], 'appointments')
      throw new Error('the booking failed')
    })
    await expect(failing).rejects.toThrow()
    await notice(ana.user.id, 'after')
    await expect.poll(() => topics(line.text)).toContain('notifications')
    expect(topics(line.text)).not.toContain('appointments')
    line.hangUp()
  })

  test('goes on after words that none of ours said', async () => {
    const ana = await createCaller(world)
    const line = await hearReady(ana.token)
    for (const word of ['nada', '', '5', 'null', '{"userId":7}', '{"topic":"x"}'])
      await sql`select pg_notify('live', ${word})`.execute(world.db)
    await notice(ana.user.id, 'after rubbish')
    await expect.poll(() => topics(line.text)).toContain('notifications')
    line.hangUp()
  })

  test('says that anything may have changed when the base was away, and goes on', async () => {
    const ana = await createCaller(world)
    const line = await hearReady(ana.token)
    await notice(ana.user.id, 'before')
    await expect.poll(() => topics(line.text)).toContain('notifications')
    const before = topics(line.text).filter((topic) => topic === 'everything').length
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'na-regua-live' and state = 'idle' and query <> ''`.execute(
      world.db,
    )
    await expect
      .poll(() => topics(line.text).filter((topic) => topic === 'everything').length, { timeout: 8000 })
      .toBeGreaterThan(before)
    await notice(ana.user.id, 'afterwards')
    await expect.poll(() => topics(line.text).at(-1)).toBe('notifications')
    line.hangUp()
  }, 15_000)

  test('ends at once when its session ended and the account says so', async () => {
    const ana = await createCaller(world)
    const other = await createSession(world, ana.user.id)
    const [ended, kept] = [await hearReady(ana.token), await hearReady(other)]
    await world.call(accountsApi.logout, { token: ana.token })
    await publish(world.db, [ana.user.id], 'account')
    await expect.poll(() => ended.isOver).toBe(true)
    await expect.poll(() => topics(kept.text)).toContain('account')
    expect(kept.isOver).toBe(false)
    kept.hangUp()
  })

  test('is one of at most twelve of a person, and gives its place back', async () => {
    const { token } = await createCaller(world)
    const lines = await Promise.all(Array.from({ length: 12 }, () => hear(token)))
    expect(lines.map(({ answer }) => answer.status)).toEqual(Array(12).fill(200))
    const surplus = await hear(token)
    expect(surplus.answer.status).toBe(429)
    expect(surplus.answer.headers.get('retry-after')).toBe('60')
    for (const line of lines) line.hangUp()
    await expect
      .poll(async () => {
        const again = await hear(token)
        again.hangUp()
        return again.answer.status
      })
      .toBe(200)
  })
})

describe('the heartbeat', () => {
  test('keeps the line open, and ends it when the session is over', async () => {
    const live = createChangeFeed({ databaseUrl: world.url, log: { warn() {} } })
    const { user, token } = await createCaller(world)
    const streams = holdStreams({ db: world.db, clock: world.clock, live, beatMs: 30 })
    const server = createServer((_, out) => streams.add({ id: user.id, tokenHash: hashToken(token) }, out))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.endsWith(':\n\n:\n\n')) text += (await reader?.read())?.value ?? ''
    await world.call(accountsApi.logout, { token })
    for (let isDone = false; !isDone; ) isDone = (await reader?.read())?.done ?? true
    streams.close()
    server.close()
    await live.close()
  })
})

test('a server that closes hangs up on everybody and waits for nobody', async () => {
  const app = await createApp({ db: world.db, clock: world.clock, config: world.config })
  urls.set(app, await open(app))
  const { token } = await createCaller(world)
  const line = await hear(token, app)
  const started = performance.now()
  await app.close()
  expect(performance.now() - started).toBeLessThan(5000)
  await expect.poll(() => line.isOver).toBe(true)
})
