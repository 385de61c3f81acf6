import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { errors } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob } from '../src/lib/jobs.ts'
import { migrate } from '../src/lib/migrate.ts'
import { reviveJobsJob } from '../src/lib/worker/revive-jobs.ts'
import { type Cluster, type ClusterNode, isRole, pidsOf, postgresPidsOf, startCluster, waitForPair } from './cluster.ts'
import { signalAll, until } from './programs.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { createRealScene, createTemporaryFolder, type RealScene } from './real-scene.ts'
import { type LoadResponse, longestOutage, startSteadyLoad } from './steady-load.ts'

const PER_SECOND = 20
const WARM_UP_MS = 5000
/** The target: from the last booking before the failure to the first one after it. */
const LONGEST_OUTAGE_S = 35

const configuration = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url))

const folder = createTemporaryFolder()
let cluster: Cluster
let apps: RealApp[]
let scene: RealScene
beforeAll(async () => {
  cluster = await startCluster()
  await waitForPair(cluster)
  await migrate(cluster.url)
  const options = { databaseUrl: cluster.url, dataDir: folder.path }
  apps = []
  for (const port of cluster.appPorts) apps.push(await startRealApp({ ...options, port }))
})
afterAll(async () => {
  await scene?.close()
  await Promise.all((apps ?? []).map((app) => app.signal('SIGKILL')))
  await cluster?.stop()
  folder.remove()
})

test('HAProxy sends the error body of the app while no app is ready', () => {
  const [status, message] = errors.UNAVAILABLE
  const body = JSON.stringify(JSON.stringify({ code: 'UNAVAILABLE', message }))
  expect(readFileSync(configuration, 'utf8')).toContain(
    `return status ${status} content-type "application/json; charset=utf-8" string ${body}`,
  )
})

type Failure = { node: ClusterNode; at: number; repair: () => Promise<void> | void }

const failures: [string, (pair: { primary: ClusterNode; standby: ClusterNode }) => Failure][] = [
  [
    'PostgreSQL is killed',
    ({ primary }) => {
      signalAll(postgresPidsOf(primary), 'SIGKILL')
      return { node: primary, at: Date.now(), repair: () => {} }
    },
  ],
  [
    'the machine stops: PostgreSQL and Patroni are killed',
    ({ primary }) => {
      signalAll(pidsOf(primary), 'SIGKILL')
      return { node: primary, at: Date.now(), repair: () => cluster.restart(primary) }
    },
  ],
  [
    'the machine freezes and resumes after the takeover',
    ({ primary }) => {
      const pids = pidsOf(primary)
      signalAll(pids, 'SIGSTOP')
      return { node: primary, at: Date.now(), repair: () => signalAll(pids, 'SIGCONT') }
    },
  ],
]

test.each(failures)(
  '%s: no acknowledged booking is lost, and bookings resume without intervention',
  async (name, fail) => {
    const pair = await waitForPair(cluster)
    await replaceScene()
    const streams = await Promise.all(apps.map(({ url }) => openStream(url, scene.customers.at(-1)?.token as string)))
    const load = startSteadyLoad(scene, cluster.site, PER_SECOND)
    await wait(WARM_UP_MS)
    const { node, at, repair } = fail(pair)
    await until('the standby takes over', 60, () => isRole(pair.standby, 'primary'))
    const promoted = (Date.now() - at) / 1000
    await until('bookings after the failure', 60, () => load.responses.some(isBookedSince(at + promoted * 1000)))
    await wait(WARM_UP_MS)
    await load.stop()
    const outage = longestOutage(load.responses, at)
    console.log(
      `${name}: ${tally(load.responses)}; promoted after ${promoted.toFixed(1)} s, no booking for ${outage.toFixed(1)} s`,
    )

    await repeatFailed(load)
    await expectNothingLost(load.responses)
    expect(outage).toBeLessThanOrEqual(LONGEST_OUTAGE_S)
    await repair()
    expect((await waitForPair(cluster)).standby).toBe(node)
    await expectNothingLost(load.responses)
    await expectWorking(streams)
  },
)

test('the standby freezes: no commit that only one node has is acknowledged, until the primary continues alone', async () => {
  const { primary, standby } = await waitForPair(cluster)
  await replaceScene()
  const load = startSteadyLoad(scene, cluster.site, PER_SECOND)
  await wait(WARM_UP_MS)
  const pids = pidsOf(standby)
  signalAll(pids, 'SIGSTOP')
  const frozenAt = Date.now()
  await until('the primary continues alone', 60, async () => (await syncNames(primary)) === '')
  const aloneAt = Date.now()
  await until('bookings on one node', 30, () => load.responses.some(isBookedSince(aloneAt)))
  await wait(WARM_UP_MS)
  signalAll(pids, 'SIGCONT')
  await load.stop()
  const outage = longestOutage(load.responses, frozenAt)
  const unsafe = load.responses.filter(
    ({ status, sentAt, at }) => status < 300 && status > 0 && sentAt > frozenAt && at < aloneAt - 1000,
  )
  console.log(`the standby freezes: ${tally(load.responses)}; no booking for ${outage.toFixed(1)} s`)
  expect(unsafe).toEqual([])
  expect(outage).toBeLessThanOrEqual(LONGEST_OUTAGE_S)
  await repeatFailed(load)
  await expectNothingLost(load.responses)
})

/** A new shop and new customers for each failure, enough for more than a minute of load. */
async function replaceScene() {
  await scene?.close()
  scene = await createRealScene(cluster.url, { barberCount: 20, customers: 4000 })
}

const isBookedSince = (instant: number) => (response: LoadResponse) =>
  response.status === 201 && response.sentAt >= instant

function tally(responses: readonly LoadResponse[]): string {
  const counts = Object.entries(Object.groupBy(responses, ({ status }) => status))
  return counts.map(([status, group]) => `${group?.length} × ${status === '0' ? 'cut' : status}`).join(', ')
}

/** Retries every request without a success, as the page does. The result is the existing appointment or a new one. */
async function repeatFailed({ responses, send }: ReturnType<typeof startSteadyLoad>) {
  const failed = responses.filter(({ status }) => status === 0 || status >= 500)
  async function repeatOne(response: LoadResponse) {
    let { status, body } = await send(response.index)
    for (let attempts = 1; status === 503 && attempts < 5; attempts++) {
      await wait(2000)
      ;({ status, body } = await send(response.index))
    }
    expect([200, 201, 409], `retry of request ${response.index}`).toContain(status)
    Object.assign(response, { status, id: body.id })
  }
  while (failed.length > 0) await Promise.all(failed.splice(0, 5).map(repeatOne))
}

async function expectNothingLost(responses: readonly LoadResponse[]) {
  const reported = responses.filter(({ status }) => status < 300).map(({ id }) => id as string)
  expect(reported.length).toBeGreaterThan(100)
  const { rows } = await sql<{ id: string }>`select id from appointments where barbershop_id = ${scene.shop.id}
    and status = 'SCHEDULED'`.execute(scene.db)
  const stored = new Set(rows.map(({ id }) => id))
  expect({ lost: reported.filter((id) => !stored.has(id)), unknown: stored.size - new Set(reported).size }).toEqual({
    lost: [],
    unknown: 0,
  })
  const { rows: overlaps } = await sql`select 1 from appointments a join appointments b
     on a.id < b.id and a.barber_user_id = b.barber_user_id and tstzrange(a.starts_at, a.busy_until) && tstzrange(b.starts_at, b.busy_until)
     where a.status = 'SCHEDULED' and b.status = 'SCHEDULED'`.execute(scene.db)
  expect(overlaps).toEqual([])
}

/** The pool, the job queue and open event streams reconnect to the new primary. */
async function expectWorking(streams: { text: string }[]) {
  await addJob(scene.db, reviveJobsJob, {}, { key: 'proof' })
  await until('the job queue works', 60, async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where key = 'proof'`.execute(scene.db)
    return rows.length === 0
  })
  const last = scene.customers.length - 1
  await sql`select pg_notify('live', json_build_object('userId', ${scene.customers[last]?.id}::text, 'topic', 'appointments')::text)`.execute(
    scene.db,
  )
  await until('open event streams receive events', 15, () =>
    streams.every(({ text }) => text.includes('"appointments"')),
  )
}

async function openStream(url: string, token: string) {
  const stream = { text: '' }
  const response = await fetch(`${url}/api/notifications/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const read = async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString()
  }
  void read().catch(() => {})
  return stream
}

async function syncNames(node: ClusterNode): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.urlOf(node), connectionTimeoutMillis: 3000 })
  await client.connect()
  const { rows } = await client.query('show synchronous_standby_names')
  await client.end()
  return rows[0].synchronous_standby_names
}
