// R5: the mail server is down while customers book. The server and its queue are real; the SMTP server is behind a faulty proxy.
// Instead of waiting for an hour the test writes its effect to the queue: ten attempts per job, the next one in hours.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '../src/lib/clock.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { percentile } from '../test/race-harness.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { createDatabase } from '../test/template.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { createRealScene, createTemporaryFolder, patience, type RealScene, sendRequest } from './real-scene.ts'

const PAIRS = Number(process.env.PAIRS ?? 5)
const PER_SECOND = 40
const SECONDS = Number(process.env.SECONDS ?? 8)
const LATE_MS = 60_000 * patience
const PORT = 4470

const folder = createTemporaryFolder()
let database: Awaited<ReturnType<typeof createDatabase>>
let scene: RealScene
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let network: Awaited<ReturnType<typeof startFaultyProxy>>
let app: RealApp
let booked = 0
/** Indexes of bookings that were cancelled at once while the mail server was up. */
const cancelledWhileUp = new Set<number>()
let isDown = false

beforeAll(async () => {
  const { url, template } = inject('postgres')
  database = await createDatabase(url, template)
  scene = await createRealScene(database.url, { customers: (2 * PAIRS + 1) * PER_SECOND * SECONDS })
  // Each email contains the name of the customer, so that it can be matched to a booking.
  await sql`update users set name = 'Cliente ' || left(id::text, 8) where email like '%@cliente.test'`.execute(scene.db)
  smtp = await startSmtpServer({ db: scene.db, clock: systemClock })
  network = await startFaultyProxy(Number(new URL(smtp.url).port))
  const environment = { SMTP_URL: `smtp://127.0.0.1:${network.port}`, PUBLIC_URL: 'https://naregua.test' }
  app = await startRealApp({ port: PORT, databaseUrl: database.url, dataDir: folder.path, environment })
})
afterAll(async () => {
  await app?.signal('SIGKILL')
  await network?.close()
  await smtp?.close()
  await scene?.close()
  await database?.drop()
  folder.remove()
})

/** Kinds of outages in turns: connection refused, dead connection, rejected messages. */
const outages = [
  { begin: () => network.refuse(), end: () => network.accept() },
  { begin: () => (network.faults = { isDead: true }), end: () => (network.faults = {}) },
  { begin: () => (smtp.rejectWith = '451 4.3.0 come back later,'), end: () => (smtp.rejectWith = undefined) },
]

/** Books at a constant rate and cancels every tenth booking at once. Returns the response times. */
async function bookAtConstantRate(): Promise<number[]> {
  const times: number[] = []
  const requests: Promise<void>[] = []
  async function bookOne(index: number) {
    const token = scene.customers[index]?.token
    const input = {
      method: 'POST',
      path: '/api/appointments',
      token,
      key: `mail-${index}-x`,
      body: scene.toBookingInput(index),
    }
    const { status, body, milliseconds } = await sendRequest(app.url, input)
    expect([status, body]).toEqual([201, expect.anything()])
    times.push(milliseconds)
    if (index % 10 > 0) return
    const cancel = { method: 'PATCH', path: `/api/appointments/${body.id}/cancel`, token, body: {} }
    if (!isDown) cancelledWhileUp.add(index)
    expect((await sendRequest(app.url, cancel)).status).toBe(200)
  }
  const startedAt = performance.now()
  for (let sent = 0; sent < PER_SECOND * SECONDS; sent++) {
    await wait(Math.max(0, startedAt + (sent * 1000) / PER_SECOND - performance.now()))
    requests.push(bookOne(booked++))
  }
  await Promise.all(requests)
  return times
}

const countPending = async () =>
  (
    await sql<{
      count: number
    }>`select (select count(*) from graphile_worker.jobs where key like 'appointment:%') + count(*) as count
      from pending_events`.execute(scene.db)
  ).rows[0]?.count ?? 0

/** Milliseconds until no email job is left. */
async function waitUntilSent(): Promise<number> {
  const startedAt = performance.now()
  while ((await countPending()) > 0) {
    if (performance.now() - startedAt > LATE_MS) throw new Error(`${await countPending()} emails are still pending`)
    await wait(100)
  }
  return performance.now() - startedAt
}

test('bookings are as fast while the mail server is down, and every email leaves soon after it is back', async () => {
  await bookAtConstantRate()
  await waitUntilSent()
  const [up, down, delays]: [number[], number[], number[]] = [[], [], []]
  for (let pair = 0; pair < PAIRS; pair++) {
    up.push(percentile(await bookAtConstantRate(), 0.99))
    await waitUntilSent()
    const outage = outages[pair % outages.length] as (typeof outages)[number]
    await outage.begin()
    isDown = true
    down.push(percentile(await bookAtConstantRate(), 0.99))
    await sql`update graphile_worker._private_jobs set attempts = 10, run_at = now() + interval '5 hours'
      where last_error is not null and locked_at is null`.execute(scene.db)
    isDown = false
    await outage.end()
    delays.push(await waitUntilSent())
  }
  const median = (values: number[]) => percentile(values, 0.5)
  const list = (values: number[]) => values.map(Math.round).join(' ')
  console.log(
    `booking p99 with mail ${list(up)} ms, without ${list(down)} ms: ${(median(down) / median(up)).toFixed(2)} of the first; ` +
      `last email ${list(delays)} ms after the return`,
  )
  await checkEmails()
  expect(Math.max(...delays)).toBeLessThanOrEqual(LATE_MS)
  expect(median(down)).toBeLessThanOrEqual(median(up) * 1.1 * patience)
})

/**
 * One email to the barber per booking: the request, or only the cancellation where the customer cancelled during the outage.
 * With the mail server up a cancelled booking may have caused both.
 */
async function checkEmails() {
  const emails = (await smtp.read()).map(({ subject, text }) => `${subject}\n${text}`)
  const distinct = [...new Set(emails)]
  const duplicates = emails.length - distinct.length
  console.log(`${booked} bookings, ${emails.length} emails, ${duplicates} duplicates`)
  const notified = Map.groupBy(distinct, (email) => /Cliente: Cliente ([0-9a-f]{8})/.exec(email)?.[1])
  for (const [index, { id }] of scene.customers.slice(0, booked).entries()) {
    const count = notified.get(id.slice(0, 8))?.length
    expect([index, count]).toEqual([index, cancelledWhileUp.has(index) ? expect.toBeOneOf([1, 2]) : 1])
  }
  expect(duplicates).toBeLessThanOrEqual(Math.ceil(booked / 1000))
}
