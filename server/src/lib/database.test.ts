import type { EventEmitter } from 'node:events'
import { accountsApi } from '@na-regua/contract/accounts'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createCaller } from '../../test/factories.ts'
import { createHarness } from '../../test/harness.ts'
import { createApp } from '../app.ts'
import { countRetriedTransactions, type Database, openConnections, openDatabase } from './database.ts'
import { toApiError } from './http.ts'

const world = await createHarness()
const narrow = openDatabase(world.url, { max: 2 })
const app = await createApp({ ...world, db: narrow.db })
afterAll(async () => {
  await app.close()
  await narrow.close()
  await world.close()
})

async function isConnected(pid: number | undefined) {
  const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(world.db)
  return rows.length > 0
}

test('connections are open before the first request, and a database that is gone delays no start', async () => {
  const early = openDatabase(world.url, { max: 6 })
  // On a busy machine a connection may take longer than a request would wait for it.
  await vi.waitFor(
    async () => {
      await openConnections(early, 3)
      expect([early.pool.totalCount, early.pool.idleCount]).toEqual([3, 3])
    },
    { timeout: 60_000 },
  )
  await early.close()
  const url = new URL(world.url)
  url.pathname = '/gone'
  const gone = openDatabase(String(url), { max: 2 })
  await openConnections(gone, 2)
  expect(gone.pool.totalCount).toBe(0)
  await gone.close()
})

const unavailableBody = { code: 'UNAVAILABLE', message: expect.stringContaining('Tente novamente em instantes') }

describe('an unavailable database', () => {
  test('fails one request in the middle of a transaction, and the process continues', async () => {
    const broken = narrow.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(world.db)
      await expect.poll(() => isConnected(rows[0]?.pid)).toBe(false)
      await sql`select 1`.execute(tx)
    })
    expect(toApiError(await broken.catch((error) => error))?.code).toBe('UNAVAILABLE')
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
  })

  test('fails a commit that its standby has not confirmed', async () => {
    const lone = openDatabase(world.url, { max: 1, connectMs: 15_000 })
    const client = await lone.pool.connect()
    const committing = client.query('commit')
    const { connection } = client as unknown as { connection: EventEmitter }
    // As PostgreSQL sends it, right before it reports the commit as done (src/backend/replication/syncrep.c).
    connection.emit('notice', { severity: 'WARNING', code: '01000', routine: 'SyncRepWaitForLSN' })
    const error = await committing.catch((reason) => reason)
    expect([error.code, toApiError(error)?.code]).toEqual(['08007', 'UNAVAILABLE'])
    client.release()
    expect(lone.pool.totalCount).toBe(0)
    expect((await sql`select 1 as one`.execute(lone.db)).rows).toEqual([{ one: 1 }])
    await lone.close()
  })

  test('returns 503 with Retry-After, also from authentication', async () => {
    const { token } = await createCaller(world)
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 2 })
    const lost = await createApp({ ...world, db: away.db })
    for (const url of [accountsApi.me.url, barbershopsApi.filters.url]) {
      const answer = await lost.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      expect(answer.json()).toEqual(unavailableBody)
    }
    expect((await lost.inject('/health/live')).statusCode).toBe(200)
    expect((await lost.inject('/health/ready')).statusCode).toBe(503)
    await lost.close()
    await away.close()
  })
})

describe('a deadlock', () => {
  const lock = (tx: Database, key: number) => sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx)

  test('is repeated once: both transactions succeed', async () => {
    const before = countRetriedTransactions()
    let attempts = 0
    let waiting = 0
    let go = () => {}
    const bothLocked = new Promise<void>((resolve) => {
      go = resolve
    })
    const run = (first: number, second: number) =>
      world.db.transaction().execute(async (tx) => {
        attempts++
        await lock(tx, first)
        if (++waiting === 2) go()
        await bothLocked
        await lock(tx, second)
        return first
      })
    expect(await Promise.all([run(1, 2), run(2, 1)])).toEqual([1, 2])
    expect([attempts, countRetriedTransactions() - before]).toEqual([3, 1])
  })

  test('of single statements likewise', async () => {
    const before = countRetriedTransactions()
    const run = (first: number, second: number) =>
      sql`
      with first as materialized (select pg_advisory_xact_lock(${first}::bigint), pg_sleep(2))
      select pg_advisory_xact_lock(${second}::bigint) from first`.execute(world.db)
    const results = await Promise.all([run(3, 4), run(4, 3)])
    expect(results.map(({ rows }) => rows.length)).toEqual([1, 1])
    expect(countRetriedTransactions() - before).toBe(1)
  })

  test.each(['40P01', '40001'])('%s after the repetition fails the request as unavailable', async (code) => {
    let attempts = 0
    const work = world.db.transaction().execute(async (tx) => {
      attempts++
      await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx)
    })
    expect(toApiError(await work.catch((error) => error))?.code).toBe('UNAVAILABLE')
    expect(attempts).toBe(2)
  })

  test('other errors are not repeated', async () => {
    let attempts = 0
    const work = world.db.transaction().execute(async (tx) => {
      attempts++
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(attempts).toBe(1)
  })
})

describe('a busy database', () => {
  test('returns 503 while no connection is free, also from authentication', async () => {
    const { token } = await createCaller(world)
    let free: () => void = () => {}
    const until = new Promise<void>((resolve) => {
      free = resolve
    })
    let acquired = 0
    const busy = [1, 2].map(() =>
      narrow.db.connection().execute(() => {
        acquired++
        return until
      }),
    )
    await expect.poll(() => acquired).toBe(2)
    // Resolves although both connections stay in use (how soon: proof/slow-database).
    const answers = await Promise.all(
      [accountsApi.me.url, barbershopsApi.filters.url].map((url) =>
        app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    free()
    await Promise.all(busy)
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([503, unavailableBody])
  })

  test.each(['40P01', '55P03', '57014', '57P03', '53300', '08006', '25006', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOSPC'])(
    'and fails with %s is told as unavailable, not as a defect',
    (code) => {
      expect(toApiError(Object.assign(new Error('x'), { code }))?.code).toBe('UNAVAILABLE')
    },
  )

  test.each(['23505', '22P02', '42P01', 'EACCES', ''])('but %s is a defect', (code) => {
    expect(toApiError(Object.assign(new Error('x'), { code }))).toBeUndefined()
  })
})
