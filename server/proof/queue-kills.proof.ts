// Q3: the server is killed while customers join, are called, served and leave. No customer is lost from the queue.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/lib/database.ts'
import { createBookableBarbershop, type SceneCustomer } from '../test/booking-scene.ts'
import { countOverlapsIn } from '../test/race-harness.ts'
import { type HttpResult, type RealServer, sendRequest, startRealServer } from './real-scene.ts'

const KILLS = Number(process.env.QUEUE_KILLS ?? 50)
const PORT = 4452
const BARBERS = 8

let server: RealServer

beforeAll(async () => {
  server = await startRealServer({ port: PORT })
})
afterAll(() => server?.close())

/** Open day and night, because the server uses the real time. */
async function openShop() {
  const { db, close } = openDatabase(server.databaseUrl, { max: 4, connectMs: 15_000 })
  const shop = await createBookableBarbershop(db, { barberCount: BARBERS, hours: [0, 1440] })
  const userIds = shop.staff.map(({ id }) => id)
  await db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', userIds).execute()
  const doorKey = randomUUID()
  await sql`insert into barbershop_queues (barbershop_id, is_on, weekdays, max_length, call_minutes, slide_positions, max_slides,
      walk_in_share, door_key, screen_key, updated_at)
    values (${shop.id}, true, '{0,1,2,3,4,5,6}', 60, 1, 1, 2, 0, ${doorKey}, ${randomUUID()}, now())`.execute(db)
  return { ...shop, db, close, doorKey }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** The last acknowledged state of each entry. */
type Ledger = { entries: Map<string, string>; unexpected: string[] }

/** Clients that write continuously and repeat a request until they get a response, as the pages do. */
function startClients(shop: Shop) {
  const ledger: Ledger = { entries: new Map(), unexpected: [] }
  const ending = new AbortController()

  async function sendUntilDone(request: Parameters<typeof sendRequest>[1]): Promise<HttpResult> {
    for (;;) {
      const response = await sendRequest(server.app.url, { method: 'POST', ...request, timeoutMs: 10_000 }).catch(
        () => undefined,
      )
      if (response && response.status < 500) return response
      if (response && response.status !== 503) ledger.unexpected.push(`${request.path} ${response.status}`)
      await wait(30)
    }
  }

  /** Joins at the door. Each fifth customer leaves again. */
  async function join(turn: number) {
    const entryId = randomUUID()
    const path = `/api/queue/doors/${shop.doorKey}/entries`
    const joined = await sendUntilDone({ path, body: { entryId, name: `Cliente ${turn}` } })
    if (joined.body.code === 'QUEUE_FULL') return void (await wait(100))
    if (joined.status >= 300) return void ledger.unexpected.push(`join ${JSON.stringify(joined.body)}`)
    ledger.entries.set(entryId, 'WAITING')
    if (turn % 5) return
    const { token } = joined.body.entry as { token: string }
    const left = await sendUntilDone({ path: `/api/queue/entries/${token}/leave` })
    if (left.status === 200) ledger.entries.set(entryId, 'LEFT')
  }

  /** Calls and serves one of the first who wait. Colleagues may be faster. */
  async function serve(index: number) {
    const { id: barberId } = shop.barbers[index] as { id: string }
    const { token } = shop.staff[index] as SceneCustomer
    const next = await shop.db
      .selectFrom('queue_entries')
      .select(['id', 'version'])
      .where('status', '=', 'WAITING')
      .orderBy('rank')
      .offset(index)
      .limit(1)
      .executeTakeFirst()
    if (!next) return void (await wait(50))
    const path = `/api/queue/today/entries/${next.id}`
    const called = await sendUntilDone({ path: `${path}/call`, token, body: { barberId, version: next.version } })
    if (called.status !== 200) return
    const body = { barberId, version: next.version + 1 }
    const started = await sendUntilDone({ path: `${path}/start`, token, body })
    // The late rule may have put the customer back while the server was down.
    if (started.body.code === 'QUEUE_ENTRY_CHANGED') return
    if (started.status !== 200) return void ledger.unexpected.push(`start ${JSON.stringify(started.body)}`)
    ledger.entries.set(next.id, 'SERVED')
    const { id } = started.body.appointment as { id: string }
    await sendUntilDone({ method: 'PATCH', path: `/api/appointments/${id}/complete`, token })
  }

  async function repeat(work: (turn: number) => Promise<void>) {
    for (let turn = 0; !ending.signal.aborted; turn++) await work(turn)
  }
  const barbers = shop.barbers.map((_, index) => repeat(() => serve(index)))
  const joiners = Array.from({ length: 6 }, () => repeat(join))
  return {
    async stop() {
      ending.abort()
      await Promise.all([...barbers, ...joiners])
      return ledger
    },
  }
}

/** What the database does not have as it was acknowledged, and what contradicts itself in it. */
async function findLosses({ db }: Shop, { entries }: Ledger): Promise<string[]> {
  const stored = await db.selectFrom('queue_entries').select(['id', 'status', 'appointment_id']).execute()
  const byId = new Map(stored.map((row) => [row.id, row]))
  const walkIns = await db.selectFrom('appointments').select('id').where('is_walk_in', '=', true).execute()
  const served = new Set(stored.flatMap(({ status, appointment_id }) => (status === 'SERVED' ? [appointment_id] : [])))
  const lost = [...entries].flatMap(([id, status]) => {
    const row = byId.get(id)
    const isStored = row && (status === 'WAITING' || row.status === status)
    return isStored ? [] : [`${status} ${id} is ${row?.status ?? 'gone'}`]
  })
  const partial = walkIns.filter(({ id }) => !served.has(id)).map(({ id }) => `walk-in ${id} without an entry`)
  if (served.size !== walkIns.length || served.has(null))
    partial.push(`${served.size} served, ${walkIns.length} walk-ins`)
  return [...lost, ...partial]
}

test(`the server killed ${KILLS} times loses no customer of the queue`, async () => {
  const shop = await openShop()
  const clients = startClients(shop)
  const times: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(1000 + ((kill * 137) % 1000))
    expect(await server.app.signal('SIGKILL')).toEqual([null, 'SIGKILL'])
    await server.restart()
    times.push(server.app.readyAfterMs)
  }
  const ledger = await clients.stop()
  expect(ledger.unexpected).toEqual([])
  expect(await findLosses(shop, ledger)).toEqual([])
  expect(await countOverlapsIn(shop.db)).toBe(0)
  const countOf = (status: string) => [...ledger.entries.values()].filter((one) => one === status).length
  const joined = ledger.entries.size
  const served = countOf('SERVED')
  const left = countOf('LEFT')
  expect(served).toBeGreaterThan(KILLS)
  const median = Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0)
  console.log(
    `${KILLS} × kill -9: ${joined} joined, ${served} served, ${left} left, none lost; ready after ${median} ms`,
  )
  await shop.close()
})
