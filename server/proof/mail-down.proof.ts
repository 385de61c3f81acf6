// R5: the mail server is away while people book. The real server, its real queue, and a mail server behind a network of ours.
// The hour is not waited for: what it leaves behind is written into the queue, ten tries behind each letter and hours ahead of it.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '../src/lib/clock.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { percentile } from '../test/race-harness.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { createDatabase } from '../test/template.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { ask, createRealScene, makeFolder, patience, type RealScene } from './real-scene.ts'

const PAIRS = Number(process.env.PAIRS ?? 5)
const PER_SECOND = 40
const SECONDS = Number(process.env.SECONDS ?? 8)
const LATE_MS = 60_000 * patience
const PORT = 4470

const folder = makeFolder()
let database: Awaited<ReturnType<typeof createDatabase>>
let scene: RealScene
let office: Awaited<ReturnType<typeof startSmtpServer>>
let network: Awaited<ReturnType<typeof startFaultyProxy>>
let app: RealApp
let booked = 0
/** Of those who gave up at once, whoever did so while the mail server was there. */
const givenUpCalmly = new Set<number>()
let isAway = false

beforeAll(async () => {
  const { url, template } = inject('postgres')
  database = await createDatabase(url, template)
  scene = await createRealScene(database.url, { customers: (2 * PAIRS + 1) * PER_SECOND * SECONDS })
  // So that a letter says whose it is.
  await sql`update users set name = 'Cliente ' || left(id::text, 8) where email like '%@cliente.test'`.execute(scene.db)
  office = await startSmtpServer({ db: scene.db, clock: systemClock })
  network = await startFaultyProxy(Number(new URL(office.url).port))
  const environment = { SMTP_URL: `smtp://127.0.0.1:${network.port}`, PUBLIC_URL: 'https://naregua.test' }
  app = await startRealApp({ port: PORT, databaseUrl: database.url, dataDir: folder.path, environment })
})
afterAll(async () => {
  await app?.signal('SIGKILL')
  await network?.close()
  await office?.close()
  await scene?.close()
  await database?.drop()
  folder.remove()
})

/** Ways to be away, one after the other: nobody there, a dead line, a server that takes nothing. */
const outages = [
  { begin: () => network.refuse(), end: () => network.accept() },
  { begin: () => (network.weather = { isDead: true }), end: () => (network.weather = {}) },
  { begin: () => (office.rejectWith = 'come back later,'), end: () => (office.rejectWith = undefined) },
]

/** Bookings at a constant rate; every tenth is given up at once. Answers the times of the bookings, and how many letters follow. */
async function book(): Promise<number[]> {
  const times: number[] = []
  const calls: Promise<void>[] = []
  async function one(index: number) {
    const token = scene.people[index]?.token
    const input = {
      method: 'POST',
      path: '/api/appointments',
      token,
      key: `mail-${index}-x`,
      body: scene.wishOf(index),
    }
    const { status, body, milliseconds } = await ask(app.url, input)
    expect([status, body]).toEqual([201, expect.anything()])
    times.push(milliseconds)
    if (index % 10 > 0) return
    const cancel = { method: 'PATCH', path: `/api/appointments/${body.id}/cancel`, token, body: {} }
    if (!isAway) givenUpCalmly.add(index)
    expect((await ask(app.url, cancel)).status).toBe(200)
  }
  const startedAt = performance.now()
  for (let sent = 0; sent < PER_SECOND * SECONDS; sent++) {
    await wait(Math.max(0, startedAt + (sent * 1000) / PER_SECOND - performance.now()))
    calls.push(one(booked++))
  }
  await Promise.all(calls)
  return times
}

const countWaiting = async () =>
  (
    await sql<{ count: number }>`select count(*) from graphile_worker.jobs where key like 'appointment:%'`.execute(
      scene.db,
    )
  ).rows[0]?.count ?? 0

/** How long it took until nothing waited any more. */
async function waitUntilSent(): Promise<number> {
  const startedAt = performance.now()
  while ((await countWaiting()) > 0) {
    if (performance.now() - startedAt > LATE_MS) throw new Error(`${await countWaiting()} letters still wait`)
    await wait(100)
  }
  return performance.now() - startedAt
}

test('a booking does not notice that the mail server is away, and every letter leaves soon after it is back', async () => {
  await book()
  await waitUntilSent()
  const [calm, away, late]: [number[], number[], number[]] = [[], [], []]
  for (let pair = 0; pair < PAIRS; pair++) {
    calm.push(percentile(await book(), 0.99))
    await waitUntilSent()
    const outage = outages[pair % outages.length] as (typeof outages)[number]
    await outage.begin()
    isAway = true
    away.push(percentile(await book(), 0.99))
    await sql`update graphile_worker._private_jobs set attempts = 10, run_at = now() + interval '5 hours'
      where last_error is not null and locked_at is null`.execute(scene.db)
    isAway = false
    await outage.end()
    late.push(await waitUntilSent())
  }
  const middle = (values: number[]) => percentile(values, 0.5)
  const list = (values: number[]) => values.map(Math.round).join(' ')
  console.log(
    `booking p99 with mail ${list(calm)} ms, without ${list(away)} ms: ${(middle(away) / middle(calm)).toFixed(2)} of the first; ` +
      `last letter ${list(late)} ms after the return`,
  )
  await checkEmails()
  expect(Math.max(...late)).toBeLessThanOrEqual(LATE_MS)
  expect(middle(away)).toBeLessThanOrEqual(middle(calm) * 1.1 * patience)
})

/**
 * One letter to the barber for each booking: that it was asked for, or, where the customer gave it up while nobody took letters, only
 * that. Who gave up with the mail server there may have been told of both.
 */
async function checkEmails() {
  const emails = (await office.read()).map(({ subject, text }) => `${subject}\n${text}`)
  const different = [...new Set(emails)]
  const doubles = emails.length - different.length
  console.log(`${booked} bookings, ${emails.length} letters, ${doubles} double`)
  const notified = Map.groupBy(different, (email) => /Cliente: Cliente ([0-9a-f]{8})/.exec(email)?.[1])
  for (const [index, { id }] of scene.people.slice(0, booked).entries()) {
    const count = notified.get(id.slice(0, 8))?.length
    expect([index, count]).toEqual([index, givenUpCalmly.has(index) ? expect.toBeOneOf([1, 2]) : 1])
  }
  expect(doubles).toBeLessThanOrEqual(Math.ceil(booked / 1000))
}
