// R3: processes are killed during writes. The server runs as `npm start` starts it, on a PostgreSQL with fsync.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { isReady, type RealApp, startRealApp } from './real-app.ts'
import { killPostgres } from './real-postgres.ts'
import { createRealScene, createTemporaryFolder, patience, type RealScene, sendRequest } from './real-scene.ts'
import { verifyLedger } from './verify-ledger.ts'
import { startWriters } from './writers.ts'

const APP_KILLS = Number(process.env.APP_KILLS ?? 50)
const POSTGRES_KILLS = Number(process.env.POSTGRES_KILLS ?? 20)
const READY_MS = 3000 * patience
const UNAVAILABLE_MS = 2000 * patience
const PORT = 4450

const folder = createTemporaryFolder()
let postgres: EmbeddedPostgres
let network: Awaited<ReturnType<typeof startFaultyProxy>>
let databaseUrl: string
let app: RealApp
let scene: RealScene

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  const own = new URL(postgres.url)
  network = await startFaultyProxy(Number(own.port))
  own.port = String(network.port)
  databaseUrl = own.href
  app = await start()
})
afterAll(async () => {
  await app?.signal('SIGKILL')
  await network?.close()
  await postgres?.stop()
  folder.remove()
})
beforeEach(async () => {
  scene = await createRealScene(postgres.url, { customers: 8000 })
})
afterEach(async () => {
  // The next test counts its own rows.
  await scene.db.deleteFrom('appointments').execute()
  await scene.db.deleteFrom('notifications').execute()
  await scene.close()
})

const start = () => startRealApp({ port: PORT, databaseUrl, dataDir: folder.path })

async function waitUntilReady(): Promise<number> {
  const startedAt = performance.now()
  while (!(await isReady(app.url))) await wait(20)
  return performance.now() - startedAt
}

function report(what: string, times: number[], ledger: Awaited<ReturnType<ReturnType<typeof startWriters>['stop']>>) {
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  const worst = Math.max(...times)
  const { appointments, emails, payers, unavailable } = ledger
  console.log(
    `${times.length} × kill -9 of ${what}: ready after ${Math.round(median ?? 0)} ms, at worst ${Math.round(worst)} ms; ` +
      `${appointments.size} appointments, ${emails.length} accounts, ${payers.length} payments stored; ${unavailable} × 503`,
  )
  expect(worst).toBeLessThanOrEqual(READY_MS)
}

test(`the server killed ${APP_KILLS} times loses no acknowledged write and leaves no partial one`, async () => {
  const writers = startWriters(scene, app.url)
  const times: number[] = []
  for (let kill = 0; kill < APP_KILLS; kill++) {
    await wait(200 + ((kill * 137) % 500))
    expect(await app.signal('SIGKILL')).toEqual([null, 'SIGKILL'])
    app = await start()
    times.push(app.readyAfterMs)
  }
  const ledger = await writers.stop()
  await verifyLedger(scene, ledger)
  report('the server', times, ledger)
})

test(`PostgreSQL killed ${POSTGRES_KILLS} times: the same server reconnects and loses nothing`, async () => {
  const writers = startWriters(scene, app.url)
  const times: number[] = []
  for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
    await wait(400 + ((kill * 137) % 500))
    killPostgres(folder.path, kill)
    // The server must notice the crash before PostgreSQL is back.
    await wait(50)
    times.push((await waitUntilReady()) + 50)
  }
  const ledger = await writers.stop()
  await verifyLedger(scene, ledger)
  report('PostgreSQL', times, ledger)
})

test('while the database is unreachable every request gets 503 at once, and later everything resumes without intervention', async () => {
  const [customer, other] = scene.customers as [(typeof scene.customers)[number], (typeof scene.customers)[number]]
  const stream = await openStream(customer.token)
  await network.refuse()
  const requests = [
    { path: `/api/barbershops/${scene.shop.id}` },
    { path: '/api/appointments/customer/me', token: customer.token },
    {
      method: 'POST',
      path: '/api/appointments',
      token: other.token,
      key: 'unreachable',
      body: scene.toBookingInput(0),
    },
  ]
  for (let round = 0; round < 10; round++) {
    const responses = await Promise.all(requests.map((request) => sendRequest(app.url, request)))
    for (const { status, headers, milliseconds } of responses) {
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
      expect(milliseconds).toBeLessThanOrEqual(UNAVAILABLE_MS)
    }
    expect((await sendRequest(app.url, { path: '/health/live' })).status).toBe(200)
    expect((await sendRequest(app.url, { path: '/health/ready' })).status).toBe(503)
  }
  await network.accept()
  expect(await waitUntilReady()).toBeLessThanOrEqual(READY_MS)
  // Missed events are unknown: the stream sends `everything` once, and single topics from then on.
  await expect.poll(() => stream.topics, { timeout: 10_000 * patience }).toContain('everything')
  const before = stream.topics.length
  const { status } = await sendRequest(app.url, { ...(requests[2] as { path: string }), token: customer.token })
  expect(status).toBe(201)
  await expect.poll(() => stream.topics.slice(before), { timeout: 10_000 * patience }).toContain('appointments')
  await expect.poll(() => countAttempts(), { timeout: 15_000 * patience }).toBeGreaterThan(0)
  stream.close()
})

/** The event stream of an open page. */
async function openStream(token: string) {
  const aborting = new AbortController()
  const topics: string[] = []
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.url}/api/notifications/stream`, { headers, signal: aborting.signal })
  expect(response.status).toBe(200)
  async function listen() {
    for await (const chunk of response.body ?? [])
      topics.push(
        ...[
          ...Buffer.from(chunk)
            .toString()
            .matchAll(/"topic":"(\w+)"/g),
        ].map(([, topic]) => String(topic)),
      )
  }
  void listen().catch(() => {})
  return { topics, close: () => aborting.abort() }
}

/** Email jobs that the worker tried. There is no mail server here, so each attempt fails and is recorded. */
async function countAttempts(): Promise<number> {
  const rows = await scene.db.selectFrom('appointments').select('id').execute()
  const ids = rows.map(({ id }) => id)
  const attempted = await sql<{ count: number }>`select count(*) from graphile_worker.jobs
    where attempts > 0 and split_part(key, ':', 2) = any (${ids}::text[])`.execute(scene.db)
  return attempted.rows[0]?.count ?? 0
}
