import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFaultyProxy } from '../../../test/faulty-proxy.ts'
import { createHarness } from '../../../test/harness.ts'
import {
  addJob,
  Deferral,
  defineJob,
  type JobHandlers,
  type JobIdentity,
  PermanentFailure,
  removeJob,
  ServiceOutage,
} from '../jobs.ts'
import { reviveJobs } from './revive-jobs.ts'
import { runJobs } from './run-jobs.ts'
import { startWorker } from './start-worker.ts'

const world = await createHarness()
afterAll(() => world.close())

let ran: string[] = []
let isBroken = false
let failure: Error | undefined
let runs = 0
const emailJob = defineJob('email', {
  async run(_deps: object, { name }: { name: string }) {
    runs++
    if (failure) throw failure
    if (isBroken) throw new ServiceOutage('the mail server is unavailable')
    ran.push(name)
  },
})
const slowJob = defineJob('slow', { run: async (_deps: object, _payload: object) => {} })
const handlers: JobHandlers = {
  'revive-jobs': () => reviveJobs(world),
  email: (payload) => emailJob.run({}, payload),
}
const log = { error() {}, warn() {}, debug() {} }
const addEmail = (name: string, options?: { key?: string; runAt?: Date }) =>
  addJob(world.db, emailJob, { name }, options)
const run = (until?: Date) => runJobs({ databaseUrl: world.url, handlers, until })
const queued = async () =>
  (await sql<{ count: number }>`select count(*) from graphile_worker.jobs`.execute(world.db)).rows[0]?.count

const locked = async () =>
  (
    await sql<{ count: number }>`select count(*) from graphile_worker.jobs where locked_at is not null`.execute(
      world.db,
    )
  ).rows[0]?.count

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
  ran = []
  isBroken = false
  failure = undefined
  runs = 0
})

describe('a job', () => {
  test('runs once after the commit, and never after a rollback', async () => {
    await world.db.transaction().execute((tx) => addJob(tx, emailJob, { name: 'kept' }))
    const lost = world.db.transaction().execute(async (tx) => {
      await addJob(tx, emailJob, { name: 'lost' })
      throw new Error('the booking failed')
    })
    await expect(lost).rejects.toThrow('the booking failed')
    await run()
    expect(await queued()).toBe(0)
    await run()
    expect(ran).toEqual(['kept'])
  })

  test('with the key of another one replaces it', async () => {
    await addEmail('first', { key: 'event:1:email' })
    await addEmail('second', { key: 'event:1:email' })
    await addEmail('other', { key: 'event:2:email' })
    await run()
    expect(ran.sort()).toEqual(['other', 'second'])
  })

  test('waits for its time, and can be removed', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000)
    await addEmail('reminder', { key: 'reminder', runAt: inAnHour })
    await addEmail('cancelled', { key: 'cancelled', runAt: inAnHour })
    await run()
    expect(ran).toEqual([])
    await removeJob(world.db, 'cancelled')
    await run(inAnHour)
    expect(ran).toEqual(['reminder'])
  })

  test('that failed is retried soon after an outage', async () => {
    isBroken = true
    await addEmail('stubborn')
    for (let tries = 0; tries < 6; tries++) await run(new Date(Date.now() + 86_400_000))
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '3 hours'`.execute(world.db)
    isBroken = false
    await reviveJobs(world)
    await run(new Date(Date.now() + 16_000))
    expect(ran).toEqual(['stubborn'])
    expect(await queued()).toBe(0)
  })
})

describe('a job that failed', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const setAge = (age: string) =>
    sql`update graphile_worker._private_jobs set created_at = now() - ${age}::interval, run_at = now() + interval '3 hours'`.execute(
      world.db,
    )
  /** Attempts of a day in which it is revived each minute, and the queue's own retries are due. */
  async function countAttempts() {
    await addEmail('stubborn')
    for (let tries = 0; tries < 20; tries++) {
      await reviveJobs(world)
      await run(hours(24))
    }
    return runs
  }
  const isRevived = async () => {
    await reviveJobs(world)
    const { rows } = await sql`select 1 from graphile_worker.jobs where run_at < now() + interval '1 minute'`.execute(
      world.db,
    )
    return rows.length > 0
  }

  test.each([1, 5])('for good ends after %i attempts', async (attempts) => {
    failure = new PermanentFailure('550', { attempts })
    expect(await countAttempts()).toBe(attempts)
    expect(await queued()).toBe(0)
  })

  test('for another reason than an outage is left to the back-off of the queue', async () => {
    failure = new TypeError('a bug')
    await addEmail('stubborn')
    await run()
    await setAge('1 minute')
    expect(await isRevived()).toBe(false)
    failure = Object.assign(new Error('the database is shutting down'), { code: '57P01' })
    await run(hours(4))
    await setAge('23 hours')
    expect(await isRevived()).toBe(true)
  })

  test('because a service deferred it is revived for two hours', async () => {
    failure = new Deferral('450')
    await addEmail('stubborn')
    await run()
    await setAge('110 minutes')
    expect(await isRevived()).toBe(true)
    await setAge('130 minutes')
    expect(await isRevived()).toBe(false)
  })
})

test('every attempt at a job has the same identity, a job that replaced it another one', async () => {
  const seen: JobIdentity[] = []
  const note = async (_: never, job: JobIdentity) => {
    seen.push(job)
    throw new ServiceOutage('lost')
  }
  const attempt = () =>
    runJobs({ databaseUrl: world.url, handlers: { email: note }, until: new Date(Date.now() + 60_000) })
  await addEmail('first', { key: 'event' })
  await attempt()
  await attempt()
  await addEmail('second', { key: 'event' })
  await attempt()
  const [first, retried, replaced] = seen
  expect(first).toEqual({ id: expect.any(String), key: 'event', revision: 0, createdAt: expect.any(Date) })
  expect(retried).toEqual(first)
  expect(replaced).toEqual({ ...first, revision: 1 })
})

describe('a job locked by a killed worker', () => {
  const lock = (age: string) =>
    sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - ${age}::interval`.execute(
      world.db,
    )
  const beat = (age: string) =>
    sql`insert into job_workers (id, beat_at) values ('killed', now() - ${age}::interval)
      on conflict (id) do update set beat_at = excluded.beat_at`.execute(world.db)

  /** When the other worker last reported. Each time it also looks for those that no longer do. */
  const readBeat = async () => {
    const other = await world.db
      .selectFrom('job_workers')
      .select('beat_at')
      .where('id', '<>', 'killed')
      .executeTakeFirst()
    return other?.beat_at.getTime() ?? 0
  }

  test('is run by another within seconds', async () => {
    await addEmail('orphan')
    await lock('1 second')
    await beat('1 second')
    const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log, beatMs: 250 })
    await expect.poll(() => ran, { timeout: 60_000 }).toEqual(['orphan'])
    await worker.stop()
    expect(await world.db.selectFrom('job_workers').select('id').execute()).toEqual([])
  })

  test('is not taken from a worker that reports', async () => {
    await addEmail('busy')
    await lock('2 minutes')
    const beating = setInterval(() => void beat('0 seconds'), 100)
    await beat('0 seconds')
    const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log, beatMs: 250 })
    const beats = new Set<number>()
    await expect.poll(async () => beats.add(await readBeat()).size, { interval: 20, timeout: 60_000 }).toBe(12)
    expect(ran).toEqual([])
    clearInterval(beating)
    await expect.poll(() => ran, { timeout: 60_000 }).toEqual(['busy'])
    await worker.stop()
  })

  test('that never reported is run by another soon after, and by the scheduled job after three minutes', async () => {
    await addEmail('orphan')
    await lock('1 second')
    const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log, beatMs: 250 })
    await expect.poll(() => ran, { timeout: 60_000 }).toEqual(['orphan'])
    await worker.stop()
    ran = []
    await addEmail('orphan')
    await lock('1 minute')
    await reviveJobs(world)
    await run()
    expect(ran).toEqual([])
    await lock('4 minutes')
    await reviveJobs(world)
    await run()
    expect(ran).toEqual(['orphan'])
  })
})

describe('the worker', () => {
  test('runs a new job at once, finishes it before it stops, and then runs no more', async () => {
    const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log })
    await expect.poll(() => isListening(), { timeout: 60_000 }).toBe(true)
    await addEmail('now')
    await expect.poll(() => ran, { timeout: 1500 }).toEqual(['now'])
    await worker.stop()
    await addEmail('late')
    await expect.poll(() => isListening()).toBe(false)
    expect([ran, await locked(), await queued()]).toEqual([['now'], 0, 1])
  })

  test('unlocks jobs that take too long when it is stopped', async () => {
    const stuck: JobHandlers = { ...handlers, email: () => new Promise(() => {}) }
    const worker = startWorker({ databaseUrl: world.url, handlers: stuck, schedule: [], log, shutdownMs: 100 })
    await addEmail('slow')
    await expect.poll(() => locked(), { timeout: 60_000 }).toBe(1)
    await worker.stop()
    expect([await locked(), await queued()]).toEqual([0, 1])
    await run(new Date(Date.now() + 60_000))
    expect(ran).toEqual(['slow'])
  })

  test('reconnects after the database closed its connections', async () => {
    const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log })
    await expect.poll(() => isListening(), { timeout: 60_000 }).toBe(true)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'na-regua' and pid <> pg_backend_pid()`.execute(
      world.db,
    )
    await addEmail('afterwards')
    await expect.poll(() => ran, { timeout: 15_000 }).toEqual(['afterwards'])
    await worker.stop()
  }, 25_000)

  test('restarts when the database drops during the completion of two jobs', async () => {
    const address = new URL(world.url)
    const network = await startFaultyProxy(Number(address.port))
    address.port = String(network.port)
    const done = Promise.withResolvers<void>()
    let running = 0
    async function work() {
      running++
      await done.promise
    }
    const errors: unknown[] = []
    const worker = startWorker({
      databaseUrl: address.href,
      handlers: { ...handlers, slow: work },
      schedule: [],
      log: { ...log, error: (_details: unknown, message?: unknown) => void errors.push(message) },
      shutdownMs: 500,
    })
    for (const _ of [1, 2]) await addJob(world.db, slowJob, {})
    await expect.poll(() => running, { timeout: 60_000 }).toBe(2)
    await network.refuse()
    done.resolve()
    // graphile-worker fails at marking them as done.
    await expect.poll(() => errors, { timeout: 60_000 }).toContain('job queue stopped unexpectedly, restarting')
    await network.accept()
    await addEmail('afterwards')
    await expect.poll(() => ran, { timeout: 60_000 }).toEqual(['afterwards'])
    await expect.poll(queued, { timeout: 60_000 }).toBe(0)
    await worker.stop()
    await network.close()
  })

  test('restarts when the database drops during its first query for jobs', async () => {
    const address = new URL(world.url)
    const network = await startFaultyProxy(Number(address.port))
    address.port = String(network.port)
    const worker = await world.db.transaction().execute(async (tx) => {
      // The worker looks up the ids of its tasks first, and stores the failure of that lookup for good.
      await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(tx)
      const started = startWorker({ databaseUrl: address.href, handlers, schedule: [], log, shutdownMs: 500 })
      await expect.poll(() => isWaitingForLock(), { timeout: 60_000 }).toBe(true)
      network.dropConnections()
      return started
    })
    await addEmail('afterwards')
    await expect.poll(() => ran, { timeout: 60_000 }).toEqual(['afterwards'])
    await worker.stop()
    await network.close()
  })
})

async function isWaitingForLock() {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_tasks%'
  ) as is`.execute(world.db)
  return rows[0]?.is
}

async function isListening() {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'
  ) as is`.execute(world.db)
  return rows[0]?.is
}
