import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { errors } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, reviveJobsJob } from '../src/lib/jobs.ts'
import { migrate } from '../src/lib/migrate.ts'
import { type Cluster, isRole, type Node, pidsOf, postgresPidsOf, startCluster, waitForPair } from './cluster.ts'
import { signalAll, until } from './programs.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { createRealScene, makeFolder, type RealScene } from './real-scene.ts'
import { type LoadResponse, longestSilence, startSteadyLoad } from './steady-load.ts'

const PER_SECOND = 20
const WARM_UP_MS = 5000
/** The target: from the last booking before the fall to the first after it. */
const LONGEST_OUTAGE_S = 35

const configuration = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url))

const folder = makeFolder()
let cluster: Cluster
let apps: RealApp[]
let scene: RealScene
beforeAll(async () => {
  cluster = await startCluster()
  await waitForPair(cluster)
  await migrate(cluster.url)
  const place = { databaseUrl: cluster.url, dataDir: folder.path }
  apps = []
  for (const port of cluster.appPorts) apps.push(await startRealApp({ ...place, port }))
})
afterAll(async () => {
  await scene?.close()
  await Promise.all((apps ?? []).map((app) => app.signal('SIGKILL')))
  await cluster?.stop()
  folder.remove()
})

test('HAProxy says what the app would say while there is none', () => {
  const [status, message] = errors.UNAVAILABLE
  const output = JSON.stringify(JSON.stringify({ code: 'UNAVAILABLE', message }))
  expect(readFileSync(configuration, 'utf8')).toContain(
    `return status ${status} content-type "application/json; charset=utf-8" string ${output}`,
  )
})

type Fall = { fell: Node; at: number; repair: () => Promise<void> | void }

const falls: [string, (pair: { primary: Node; standby: Node }) => Fall][] = [
  [
    'PostgreSQL is killed',
    ({ primary }) => {
      signalAll(postgresPidsOf(primary), 'SIGKILL')
      return { fell: primary, at: Date.now(), repair: () => {} }
    },
  ],
  [
    'the machine is gone: PostgreSQL and Patroni are killed',
    ({ primary }) => {
      signalAll(pidsOf(primary), 'SIGKILL')
      return { fell: primary, at: Date.now(), repair: () => cluster.restart(primary) }
    },
  ],
  [
    'the machine freezes, and wakes up when another has taken over',
    ({ primary }) => {
      const pids = pidsOf(primary)
      signalAll(pids, 'SIGSTOP')
      return { fell: primary, at: Date.now(), repair: () => signalAll(pids, 'SIGCONT') }
    },
  ],
]

test.each(falls)('%s: no acknowledged booking is lost, and bookings go on by themselves', async (name, fall) => {
  const pair = await waitForPair(cluster)
  await openScene()
  const lines = await Promise.all(apps.map(({ url }) => listen(url, scene.people.at(-1)?.token as string)))
  const load = startSteadyLoad(scene, cluster.site, PER_SECOND)
  await wait(WARM_UP_MS)
  const { fell, at, repair } = fall(pair)
  await until('the standby takes over', 60, () => isRole(pair.standby, 'primary'))
  const promoted = (Date.now() - at) / 1000
  await until('bookings after the fall', 60, () => load.answers.some(isBookedSince(at + promoted * 1000)))
  await wait(WARM_UP_MS)
  await load.stop()
  const outage = longestSilence(load.answers, at)
  console.log(
    `${name}: ${tally(load.answers)}; promoted after ${promoted.toFixed(1)} s, no booking for ${outage.toFixed(1)} s`,
  )

  await repeatFailed(load)
  await expectNothingLost(load.answers)
  expect(outage).toBeLessThanOrEqual(LONGEST_OUTAGE_S)
  await repair()
  expect((await waitForPair(cluster)).standby).toBe(fell)
  await expectNothingLost(load.answers)
  await expectAlive(lines)
})

test('the standby freezes: nothing is acknowledged that only one of both has, until the primary goes on alone', async () => {
  const { primary, standby } = await waitForPair(cluster)
  await openScene()
  const load = startSteadyLoad(scene, cluster.site, PER_SECOND)
  await wait(WARM_UP_MS)
  const pids = pidsOf(standby)
  signalAll(pids, 'SIGSTOP')
  const frozenAt = Date.now()
  await until('the primary goes on alone', 60, async () => (await syncNames(primary)) === '')
  const aloneAt = Date.now()
  await until('bookings on one leg', 30, () => load.answers.some(isBookedSince(aloneAt)))
  await wait(WARM_UP_MS)
  signalAll(pids, 'SIGCONT')
  await load.stop()
  const outage = longestSilence(load.answers, frozenAt)
  const doubtful = load.answers.filter(
    ({ status, sentAt, at }) => status < 300 && status > 0 && sentAt > frozenAt && at < aloneAt - 1000,
  )
  console.log(`the standby freezes: ${tally(load.answers)}; no booking for ${outage.toFixed(1)} s`)
  expect(doubtful).toEqual([])
  expect(outage).toBeLessThanOrEqual(LONGEST_OUTAGE_S)
  await repeatFailed(load)
  await expectNothingLost(load.answers)
})

/** A shop and customers of its own for each fall; slots and people for more than a minute of load. */
async function openScene() {
  await scene?.close()
  scene = await createRealScene(cluster.url, { chairs: 20, customers: 4000 })
}

const isBookedSince = (instant: number) => (response: LoadResponse) =>
  response.status === 201 && response.sentAt >= instant

function tally(responses: readonly LoadResponse[]): string {
  const counts = Object.entries(Object.groupBy(responses, ({ status }) => status))
  return counts.map(([status, group]) => `${group?.length} × ${status === '0' ? 'cut' : status}`).join(', ')
}

/** Whoever got no yes asks again, as the page does, and gets one: the old appointment or a new one. */
async function repeatFailed({ answers: responses, send }: ReturnType<typeof startSteadyLoad>) {
  const failed = responses.filter(({ status }) => status === 0 || status >= 500)
  async function repeatOne(response: LoadResponse) {
    let { status, body } = await send(response.index)
    for (let attempts = 1; status === 503 && attempts < 5; attempts++) {
      await wait(2000)
      ;({ status, body } = await send(response.index))
    }
    expect([200, 201, 409], `the repetition of ${response.index}`).toContain(status)
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

/** Pool, queue and open lines found the new primary without being told. */
async function expectAlive(lines: { text: string }[]) {
  await addJob(scene.db, reviveJobsJob, {}, { key: 'proof' })
  await until('the queue works', 60, async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where key = 'proof'`.execute(scene.db)
    return rows.length === 0
  })
  const last = scene.people.length - 1
  await sql`select pg_notify('live', json_build_object('userId', ${scene.people[last]?.id}::text, 'topic', 'appointments')::text)`.execute(
    scene.db,
  )
  await until('open lines hear', 15, () => lines.every(({ text }) => text.includes('"appointments"')))
}

async function listen(url: string, token: string) {
  const line = { text: '' }
  const response = await fetch(`${url}/api/notifications/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const read = async () => {
    for await (const chunk of response.body ?? []) line.text += Buffer.from(chunk).toString()
  }
  void read().catch(() => {})
  return line
}

async function syncNames(node: Node): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.urlOf(node), connectionTimeoutMillis: 3000 })
  await client.connect()
  const { rows } = await client.query('show synchronous_standby_names')
  await client.end()
  return rows[0].synchronous_standby_names
}
