// R3: processes that die under writes. Real ones: the server as people start it, and a PostgreSQL that syncs to the disk.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { isReady, type RealApp, startRealApp } from './real-app.ts'
import { killPostgres } from './real-postgres.ts'
import { ask, createRealScene, makeFolder, patience, type RealScene } from './real-scene.ts'
import { judge } from './verify-ledger.ts'
import { startWriters } from './writers.ts'

const APP_KILLS = Number(process.env.APP_KILLS ?? 50)
const BASE_KILLS = Number(process.env.BASE_KILLS ?? 20)
const READY_MS = 3000 * patience
const AWAY_MS = 2000 * patience
const PORT = 4450

const folder = makeFolder()
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
  // What the next test counts is its own.
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
  const [middle, worst] = [times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)], Math.max(...times)]
  const { appointments, emails, payers, unavailable } = ledger
  console.log(
    `${times.length} × kill -9 of ${what}: ready after ${Math.round(middle ?? 0)} ms, at worst ${Math.round(worst)} ms; ` +
      `${appointments.size} appointments, ${emails.length} accounts, ${payers.length} payments kept; ${unavailable} × 503`,
  )
  expect(worst).toBeLessThanOrEqual(READY_MS)
}

test(`the server killed ${APP_KILLS} times loses nothing and does nothing by halves`, async () => {
  const writers = startWriters(scene, app.url)
  const times: number[] = []
  for (let kill = 0; kill < APP_KILLS; kill++) {
    await wait(200 + ((kill * 137) % 500))
    expect(await app.signal('SIGKILL')).toEqual([null, 'SIGKILL'])
    app = await start()
    times.push(app.readyAfterMs)
  }
  const ledger = await writers.stop()
  await judge(scene, ledger)
  report('the server', times, ledger)
})

test(`PostgreSQL killed ${BASE_KILLS} times comes back under the same server, which loses nothing`, async () => {
  const writers = startWriters(scene, app.url)
  const times: number[] = []
  for (let kill = 0; kill < BASE_KILLS; kill++) {
    await wait(400 + ((kill * 137) % 500))
    killPostgres(folder.path, kill)
    // It is noticed before it is back; a child that dies alone may be over too soon for that.
    await wait(50)
    times.push((await waitUntilReady()) + 50)
  }
  const ledger = await writers.stop()
  await judge(scene, ledger)
  report('PostgreSQL', times, ledger)
})

test('while the base is away everybody is told so at once, and afterwards all goes on by itself', async () => {
  const [person, other] = scene.people as [(typeof scene.people)[number], (typeof scene.people)[number]]
  const received = await listenTo(person.token)
  await network.refuse()
  const calls = [
    { path: `/api/barbershops/${scene.shop.id}` },
    { path: '/api/appointments/customer/me', token: person.token },
    { method: 'POST', path: '/api/appointments', token: other.token, key: 'away-away', body: scene.wishOf(0) },
  ]
  for (let round = 0; round < 10; round++) {
    const responses = await Promise.all(calls.map((call) => ask(app.url, call)))
    for (const { status, headers, milliseconds } of responses) {
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
      expect(milliseconds).toBeLessThanOrEqual(AWAY_MS)
    }
    expect((await ask(app.url, { path: '/health/live' })).status).toBe(200)
    expect((await ask(app.url, { path: '/health/ready' })).status).toBe(503)
  }
  await network.accept()
  expect(await waitUntilReady()).toBeLessThanOrEqual(READY_MS)
  // What was missed is not known: the page is told to look at everything again, and hears single things from then on.
  await expect.poll(() => received.topics, { timeout: 10_000 * patience }).toContain('everything')
  const before = received.topics.length
  const { status } = await ask(app.url, { ...(calls[2] as { path: string }), token: person.token })
  expect(status).toBe(201)
  await expect.poll(() => received.topics.slice(before), { timeout: 10_000 * patience }).toContain('appointments')
  await expect.poll(() => countAttempts(), { timeout: 15_000 * patience }).toBeGreaterThan(0)
  received.hangUp()
})

/** What a page hears that stays open. */
async function listenTo(token: string) {
  const hangingUp = new AbortController()
  const topics: string[] = []
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.url}/api/notifications/stream`, { headers, signal: hangingUp.signal })
  expect(response.status).toBe(200)
  async function listen() {
    for await (const piece of response.body ?? [])
      topics.push(
        ...[
          ...Buffer.from(piece)
            .toString()
            .matchAll(/"topic":"(\w+)"/g),
        ].map(([, topic]) => String(topic)),
      )
  }
  void listen().catch(() => {})
  return { topics, hangUp: () => hangingUp.abort() }
}

/** Letters that the worker took up since; nobody takes them here, so each try fails and is written down. */
async function countAttempts(): Promise<number> {
  const rows = await scene.db.selectFrom('appointments').select('id').execute()
  const ids = rows.map(({ id }) => id)
  const tried = await sql<{ count: number }>`select count(*) from graphile_worker.jobs
    where attempts > 0 and split_part(key, ':', 2) = any (${ids}::text[])`.execute(scene.db)
  return tried.rows[0]?.count ?? 0
}
