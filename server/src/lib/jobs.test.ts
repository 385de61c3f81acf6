import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFaultyProxy } from '../../test/faulty-proxy.ts'
import { createHarness } from '../../test/harness.ts'
import { addJob, removeJob, reviveJobs, runJobs, startWorker, type Tasks } from './jobs.ts'

const world = await createHarness()
afterAll(() => world.close())

let ran: string[] = []
let isBroken = false
const tasks: Tasks = {
  'plan-reminders': async () => {},
  'release-requests': async () => {},
  'send-reminder': async () => {},
  'delete-files': async () => {},
  'close-lapsed': async () => {},
  'end-subscription': async () => {},
  'reconcile-payments': async () => {},
  'renew-sandbox': async () => {},
  'send-plan-letter': async () => {},
  'warn-owners': async () => {},
  'erase-accounts': async () => {},
  'send-deletion-letter': async () => {},
  'revive-jobs': () => reviveJobs(world.db),
  'send-change-notice': async () => {},
  'plan-reset-letter': async () => {},
  'send-link-notice': async () => {},
  'send-invite-letter': async () => {},
  'send-removal-letter': async () => {},
  'send-password-notice': async () => {},
  'send-appointment-letter': async () => {},
  'send-contact-letter': async () => {},
  'sweep-accounts': async () => {},
  'sweep-holds': async () => {},
  'sweep-invites': async () => {},
  'sweep-notifications': async () => {},
  'sweep-uploads': async () => {},
  'send-code-letter': async ({ codeId }) => {
    if (isBroken) throw new Error('the mail server is away')
    ran.push(codeId)
  },
}
const log = { error() {}, warn() {}, debug() {} }
const letter = (codeId: string, options?: { key?: string; runAt?: Date }) =>
  addJob(world.db, 'send-code-letter', { codeId }, options)
const run = (until?: Date) => runJobs({ databaseUrl: world.url, tasks, until })
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
})

describe('a job', () => {
  test('runs once after the commit, and never after a rollback', async () => {
    await world.db.transaction().execute((tx) => addJob(tx, 'send-code-letter', { codeId: 'kept' }))
    const lost = world.db.transaction().execute(async (tx) => {
      await addJob(tx, 'send-code-letter', { codeId: 'lost' })
      throw new Error('the booking failed')
    })
    await expect(lost).rejects.toThrow('the booking failed')
    await run()
    expect(await queued()).toBe(0)
    await run()
    expect(ran).toEqual(['kept'])
  })

  test('with the key of another one takes its place', async () => {
    await letter('first', { key: 'fact:1:email' })
    await letter('second', { key: 'fact:1:email' })
    await letter('other', { key: 'fact:2:email' })
    await run()
    expect(ran.sort()).toEqual(['other', 'second'])
  })

  test('waits for its time, and is dropped when its reason is gone', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000)
    await letter('reminder', { key: 'reminder', runAt: inAnHour })
    await letter('cancelled', { key: 'cancelled', runAt: inAnHour })
    await run()
    expect(ran).toEqual([])
    await removeJob(world.db, 'cancelled')
    await run(inAnHour)
    expect(ran).toEqual(['reminder'])
  })

  test('that failed comes back, soon after the outside is well again', async () => {
    isBroken = true
    await letter('stubborn')
    for (let tries = 0; tries < 6; tries++) await run(new Date(Date.now() + 86_400_000))
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '3 hours'`.execute(world.db)
    isBroken = false
    await reviveJobs(world.db)
    await run(new Date(Date.now() + 16_000))
    expect(ran).toEqual(['stubborn'])
    expect(await queued()).toBe(0)
  })
})

test('what a killed worker left locked is taken up by another', async () => {
  await letter('orphan')
  const lock = (age: string) =>
    sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - ${age}::interval`.execute(
      world.db,
    )
  await lock('1 minute')
  await reviveJobs(world.db)
  await run()
  expect(ran).toEqual([])
  await lock('4 minutes')
  await reviveJobs(world.db)
  await run()
  expect(ran).toEqual(['orphan'])
})

describe('the worker', () => {
  test('picks up a new job at once, finishes it before it stops, and then takes no more', async () => {
    const worker = startWorker({ databaseUrl: world.url, tasks, schedule: [], log })
    await expect.poll(() => isListening(), { timeout: 5000 }).toBe(true)
    await letter('now')
    await expect.poll(() => ran, { timeout: 1500 }).toEqual(['now'])
    await worker.stop()
    await letter('late')
    await wait(100)
    expect(ran).toEqual(['now'])
  })

  test('that is stopped gives back what takes too long, for another one to do', async () => {
    const stuck: Tasks = { ...tasks, 'send-code-letter': () => new Promise(() => {}) }
    const worker = startWorker({ databaseUrl: world.url, tasks: stuck, schedule: [], log, lastMs: 100 })
    await letter('slow')
    await expect.poll(() => locked(), { timeout: 5000 }).toBe(1)
    await worker.stop()
    expect([await locked(), await queued()]).toEqual([0, 1])
    await run(new Date(Date.now() + 60_000))
    expect(ran).toEqual(['slow'])
  }, 15_000)

  test('comes back after the base cut its connections', async () => {
    const worker = startWorker({ databaseUrl: world.url, tasks, schedule: [], log })
    await expect.poll(() => isListening(), { timeout: 5000 }).toBe(true)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'na-regua' and pid <> pg_backend_pid()`.execute(
      world.db,
    )
    await letter('afterwards')
    await expect.poll(() => ran, { timeout: 8000 }).toEqual(['afterwards'])
    await worker.stop()
  }, 15_000)

  test('goes on when the base went in the moment in which two jobs were done', async () => {
    const address = new URL(world.url)
    const network = await startFaultyProxy(Number(address.port))
    address.port = String(network.port)
    const done = Promise.withResolvers<void>()
    let underWay = 0
    async function work() {
      underWay++
      await done.promise
    }
    const worker = startWorker({
      databaseUrl: address.href,
      tasks: { ...tasks, 'send-appointment-letter': work },
      schedule: [],
      log,
      lastMs: 500,
    })
    for (const _ of [1, 2]) await addJob(world.db, 'send-appointment-letter', {} as never)
    await expect.poll(() => underWay, { timeout: 5000 }).toBe(2)
    await network.refuse()
    done.resolve()
    // Long enough for the queue to fail at writing down that they are done.
    await wait(300)
    await network.accept()
    await letter('afterwards')
    await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['afterwards'])
    await expect.poll(queued, { timeout: 10_000 }).toBe(0)
    await worker.stop()
    await network.close()
  }, 30_000)
})

async function isListening() {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'
  ) as is`.execute(world.db)
  return rows[0]?.is
}
