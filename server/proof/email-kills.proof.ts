// N5: the server and PostgreSQL are killed while emails leave. An email that is sent twice has the same Message-ID, so that mail
// servers and clients recognize it; every email leaves within a minute.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../src/lib/clock.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { isReady } from './real-app.ts'
import { killPostgres } from './real-postgres.ts'
import { patience, type RealWorld, startRealWorld } from './real-scene.ts'
import { startWriters } from './writers.ts'

/** The kills of the server and of PostgreSQL, each. */
const KILLS = Number(process.env.KILLS ?? 20)
/** Between two kills. */
const PAUSE_MS = Number(process.env.PAUSE_MS ?? 4000)
const LATE_MS = 60_000 * patience
const PORT = 4490

let world: RealWorld
let scene: RealWorld['scene']
let smtp: Awaited<ReturnType<typeof startSmtpServer>>

beforeAll(async () => {
  world = await startRealWorld({ port: PORT, customers: 12_000 })
  scene = world.scene
  // Each email contains the name of the customer, so that no two events have the same text.
  await sql`update users set name = 'Cliente ' || left(id::text, 8) where email like '%@cliente.test'`.execute(scene.db)
  smtp = await startSmtpServer({ db: scene.db, clock: systemClock })
  await killServer()
})
afterAll(async () => {
  await smtp?.close()
  await world?.close()
})

const killServer = () => world.restart({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://naregua.test' })

async function killDatabase(kill: number) {
  killPostgres(world.path, kill)
  await wait(50)
  while (!(await isReady(world.app.url))) await wait(20)
}

/** How many emails wait, in the queue or before it, and how long the oldest has waited. */
async function readQueue() {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*), coalesce(extract(epoch from max(now() - created_at)), 0)::float8 as seconds from (
      select created_at from graphile_worker.jobs where task_identifier like 'send-%'
      union all select created_at from pending_events) as waiting`.execute(scene.db)
  return rows[0] as { count: number; seconds: number }
}

async function describeQueue(): Promise<string> {
  const { rows } =
    await sql`select key, attempts, last_error, locked_by, locked_at, run_at, now() from graphile_worker.jobs
    where task_identifier like 'send-%' limit 10`.execute(scene.db)
  const workers = await sql`select * from job_workers`.execute(scene.db)
  return JSON.stringify([rows, workers.rows], undefined, 1)
}

/** Watches the queue until `stop`, also while PostgreSQL is away. */
function watchQueue() {
  let oldestMs = 0
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) {
      const queue = await readQueue().catch(() => undefined)
      oldestMs = Math.max(oldestMs, (queue?.seconds ?? 0) * 1000)
      await wait(250)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await ended
      return oldestMs
    },
  }
}

test(`${KILLS} kills of the server and of PostgreSQL: no email twice under two Message-IDs, all leave in time`, async () => {
  const writers = startWriters(scene, world.app.url, { bookingClients: 2 })
  const queue = watchQueue()
  for (let kill = 0; kill < 2 * KILLS; kill++) {
    await wait(PAUSE_MS / 2 + ((kill * 337) % PAUSE_MS))
    if (kill % 2 === 0) await killServer()
    else await killDatabase(kill)
  }
  const ledger = await writers.stop()
  const stoppedAt = performance.now()
  while ((await readQueue()).count > 0) {
    if (performance.now() - stoppedAt > LATE_MS) throw new Error(`still waiting: ${await describeQueue()}`)
    await wait(250)
  }
  const drainMs = performance.now() - stoppedAt
  const oldestMs = await queue.stop()

  const emails = (await smtp.read()).map(({ messageId, to, subject, text }) => ({
    messageId: String(messageId),
    event: JSON.stringify([to, subject, text]),
  }))
  const events = Map.groupBy(emails, ({ event }) => event)
  const ids = Map.groupBy(emails, ({ messageId }) => messageId)
  const twins = [...events.values()].filter((sent) => sent.length > 1)
  const different = twins.filter((sent) => new Set(sent.map(({ messageId }) => messageId)).size > 1)
  console.log(
    `${2 * KILLS} kills, ${ledger.appointments.size} appointments: ${emails.length} emails of ${events.size} events, ` +
      `${twins.length} sent twice, ${different.length} of them under different Message-IDs; ` +
      `the oldest waited ${Math.round(oldestMs)} ms, the last left ${Math.round(drainMs)} ms after the end`,
  )
  expect(ledger.unexpected).toEqual([])
  expect(emails.length).toBeGreaterThan(10 * KILLS)
  expect(different).toEqual([])
  // Nor does one Message-ID hide two events.
  expect([...ids.values()].filter((sent) => new Set(sent.map(({ event }) => event)).size > 1)).toEqual([])
  expect(oldestMs).toBeLessThanOrEqual(LATE_MS)
})
