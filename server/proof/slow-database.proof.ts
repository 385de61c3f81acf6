// R4: a database that is slow, has no free connection, or a full disk. Real processes behind a faulty proxy.
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { isReady, type RealApp, startRealApp } from './real-app.ts'
import { createRealScene, createTemporaryFolder, patience, type RealScene, sendRequest } from './real-scene.ts'

const DISK_MB = 700
const SLOW_MS = 6000

const folder = createTemporaryFolder()
const disk = join(folder.path, 'disk')
let postgres: EmbeddedPostgres
let network: Awaited<ReturnType<typeof startFaultyProxy>>
let app: RealApp
let scene: RealScene
let turn = 0

beforeAll(async () => {
  // PostgreSQL runs as another user than root. Without access to this folder its data would be on another disk.
  chmodSync(folder.path, 0o755)
  mkdirSync(disk, { mode: 0o755 })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk])
  if (mounted.status !== 0) throw new Error('This proof fills a disk: it must be root, and may mount (tmpfs).')
  postgres = await startEmbeddedPostgres({ dataDir: disk })
  const own = new URL(postgres.url)
  network = await startFaultyProxy(Number(own.port))
  own.port = String(network.port)
  app = await startRealApp({ port: 4460, databaseUrl: own.href, dataDir: disk, environment: { DATABASE_POOL: '10' } })
  scene = await createRealScene(postgres.url, { customers: 2000 })
})
afterAll(async () => {
  await app?.signal('SIGKILL')
  await scene?.close()
  await network?.close()
  await postgres?.stop()
  spawnSync('umount', [disk])
  folder.remove()
})

/** Reads and writes of every kind, each by another customer. */
function listRequests() {
  const first = scene.customers[turn * 2]
  const second = scene.customers[turn * 2 + 1]
  const body = scene.toBookingInput(turn)
  turn++
  return [
    { path: `/api/barbershops/${scene.shop.id}` },
    { path: '/api/barbershops/nearby?latitude=-23.55&longitude=-46.63' },
    { path: '/api/users/me', token: first?.token },
    { path: '/api/appointments/customer/me', token: first?.token },
    { method: 'POST', path: '/api/appointments', token: first?.token, key: `slow-database-${turn}`, body },
    { method: 'POST', path: '/api/appointments/hold', token: second?.token, body: scene.toBookingInput(turn + 5000) },
    { path: '/health/ready' },
  ]
}

const sendAll = (requests: ReturnType<typeof listRequests>) =>
  Promise.all(requests.map((request) => sendRequest(app.url, request)))

async function waitUntilReady(longestMs: number) {
  const startedAt = performance.now()
  while (!(await isReady(app.url))) {
    if (performance.now() - startedAt > longestMs) throw new Error('the server did not become ready')
    await wait(100)
  }
  // Bookings must succeed too, which needs more than a connection.
  for (;;) {
    const responses = await sendAll(listRequests())
    if (responses.every(({ status }) => status < 300)) return performance.now() - startedAt
    if (performance.now() - startedAt > longestMs) throw new Error(`still ${responses.map(({ status }) => status)}`)
    await wait(200)
  }
}

/** Every request succeeds or gets 503 with Retry-After, in time. */
async function expectResponses(longestMs: number): Promise<number> {
  const responses = await sendAll(listRequests())
  for (const { status, headers, body } of responses.filter(({ status }) => status >= 300)) {
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const worst = Math.max(...responses.map(({ milliseconds }) => milliseconds))
  expect(worst).toBeLessThanOrEqual(longestMs)
  return worst
}

describe('a database that', () => {
  test(`responds ${SLOW_MS / 1000} s late: every request ends within 5 s, and all succeed when it is fast again`, async () => {
    await expectResponses(5000 * patience)
    network.faults = { delayMs: SLOW_MS }
    const worst: number[] = []
    for (let round = 0; round < 5; round++) worst.push(await expectResponses(5200 * patience))
    network.faults = {}
    const back = await waitUntilReady(20_000 * patience)
    console.log(
      `slow by ${SLOW_MS} ms: the longest request took ${Math.round(Math.max(...worst))} ms; recovered after ${Math.round(back)} ms`,
    )
  })

  test('stops responding: every request ends within 5 s, and dead connections are dropped', async () => {
    network.faults = { isDead: true }
    const worst: number[] = []
    for (let round = 0; round < 3; round++) worst.push(await expectResponses(5200 * patience))
    network.faults = {}
    const back = await waitUntilReady(20_000 * patience)
    console.log(
      `dead: the longest request took ${Math.round(Math.max(...worst))} ms; recovered after ${Math.round(back)} ms`,
    )
  })

  test('has no free connection: 503 within a second', async () => {
    // Every connection of the pool is busy with a statement that waits for a lock.
    const locked = scene.db.transaction().execute(async (tx) => {
      await sql`lock table favorites in access exclusive mode`.execute(tx)
      const holders = scene.customers
        .slice(-10)
        .map(({ token }) => sendRequest(app.url, { path: '/api/favorites/ids', token }))
      await wait(500)
      const worst = await expectResponses(1000 * patience)
      console.log(`no free connection: the longest request took ${Math.round(worst)} ms`)
      return holders
    })
    for (const { status } of await Promise.all(await locked)) expect([200, 503]).toContain(status)
    await waitUntilReady(10_000 * patience)
  })
})

/** Uses all free space. */
function fillDisk() {
  const { bavail, bsize } = statfsSync(disk)
  appendFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize))
}

test('a full disk: a response within 10 s, no hang, no partial write, and all requests succeed when there is space', async () => {
  let refused = 0
  let worst = 0
  for (let round = 0; round < 60 && refused < 20; round++) {
    fillDisk()
    const requests = Array.from({ length: 4 }, listRequests).flat()
    for (const { status, milliseconds } of await sendAll(requests)) {
      worst = Math.max(worst, milliseconds)
      if (status >= 300) refused++
      expect([200, 201, 503]).toContain(status)
    }
    expect(worst).toBeLessThanOrEqual(10_000 * patience)
    // A full disk refuses new table pages first: WAL segments are reused.
    await allocatePages()
  }
  // Uploaded images are on that disk too.
  fillDisk()
  expect(await sendImage()).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })])
  rmSync(join(disk, 'ballast'), { force: true })
  const back = await waitUntilReady(30_000 * patience)
  expect(await sendImage()).toEqual([200, expect.anything()])
  expect(readdirSync(join(disk, 'uploads/avatars')).filter((name) => !/^[\w-]+\.webp$/.test(name))).toEqual([])
  console.log(
    `full disk: ${refused} requests refused, the longest took ${Math.round(worst)} ms; recovered after ${Math.round(back)} ms`,
  )
  expect(refused).toBeGreaterThan(0)
})

/** Returns the status and the body. */
async function sendImage() {
  const form = new FormData()
  const pixels = { width: 600, height: 600, channels: 3 as const, background: 'gold' }
  form.set(
    'avatar',
    new File([(await sharp({ create: pixels }).png().toBuffer()) as Uint8Array<ArrayBuffer>], 'eu.png'),
  )
  const headers = { authorization: `Bearer ${scene.customers.at(-1)?.token}` }
  const response = await fetch(`${app.url}/api/users/avatar`, { method: 'POST', headers, body: form })
  return [response.status, await response.json()]
}

/** Allocates 13 MB of table pages, uncompressed, on a connection outside of the server. */
async function allocatePages() {
  await sql`create table if not exists ballast (filler text storage external)`.execute(scene.db).catch(() => {})
  await sql`insert into ballast select repeat(md5(random()::text), 200) from generate_series(1, 2000)`
    .execute(scene.db)
    .catch(() => {})
}
