// V2: the server, which handles requests and jobs, is killed while times become free, are offered, accepted, declined and left to expire.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../seed/random.ts'
import { openDatabase } from '../src/lib/database.ts'
import { addDays, toEpochMinute, toLocal } from '../src/lib/local-time.ts'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../test/booking-scene.ts'
import { findOfferViolations, findUnsettled } from '../test/offer-violations.ts'
import { countOverlapsIn } from '../test/race-harness.ts'
import { until } from './programs.ts'
import { type HttpResult, patience, type RealServer, sendRequest, startRealServer } from './real-scene.ts'

const KILLS = Number(process.env.OFFER_KILLS ?? 70)
const PORT = 4453
const BARBERS = 4
const SLOTS = 6
const WAITING = 24
const BOOKERS = 6
/** The sweep runs each minute. */
const SETTLE_SECONDS = 150 * patience
const random = createRandom(process.env.OFFER_SEED ?? '1')

let server: RealServer

beforeAll(async () => {
  server = await startRealServer({ port: PORT })
})
afterAll(() => server?.close())

/** One in which it is noon: at night nothing is offered. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours()
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** Open day and night. The slots are those of the next morning. */
async function openShop() {
  const { db, close } = openDatabase(server.databaseUrl, { max: 6, connectMs: 15_000 })
  const timeZone = zoneAtNoon()
  const shop = await createBookableBarbershop(db, { timeZone, barberCount: BARBERS, hours: [0, 1440] })
  const userIds = shop.staff.map(({ id }) => id)
  await db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', userIds).execute()
  const customers = await createCustomers(db, WAITING + BOOKERS)
  const date = addDays(toLocal(toEpochMinute(new Date()), timeZone).date, 1)
  const first = Math.ceil(Date.now() / 1_800_000) * 1_800_000 + 20 * 3_600_000
  const anySlot = () => ({
    barberId: (random.pick(shop.barbers) as { id: string }).id,
    serviceId: shop.services[0]?.id,
    startTime: new Date(first + random.int(0, SLOTS - 1) * 1_800_000).toISOString(),
  })
  const request = {
    targets: [{ barbershopId: shop.id, serviceIds: [shop.services[0]?.id] }],
    wanted: [{ date, fromMin: 0, untilMin: 1440 }],
  }
  return {
    ...shop,
    db,
    close,
    anySlot,
    request,
    date,
    waiting: customers.slice(0, WAITING),
    bookers: customers.slice(WAITING),
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>
type OwnRequest = {
  id: string
  status: string
  version: number
  openOffer: { token: string; startTime: string } | null
}

/** The time of these offers is over, which the proof does not wait for: all open ones, or those of one user. */
async function letExpire({ db }: Shop, userId?: string) {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update appointments set held_until = now() - interval '1 second' where status = 'HELD' and customer_id is null
         and id in (select id from waitlist_offers where status = 'OPEN' ${userId ? sql`and user_id = ${userId}` : sql``})
      returning id`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await sql`update waitlist_offers set expires_at = now() - interval '1 second' where id = any (${ids}::uuid[])`.execute(
      tx,
    )
    const keys = ids.map((id) => `expire-offer:${id}`)
    await sql`update graphile_worker._private_jobs set run_at = now() where key = any (${keys})`.execute(tx)
  })
}

/** The limits of a customer would end the proof within seconds: what was offered and ended, or booked, was two days ago. */
async function letDaysPass({ db }: Shop) {
  await sql`update waitlist_offers set offered_at = offered_at - interval '2 days'
     where status <> 'OPEN' and offered_at > now() - interval '1 day'`.execute(db)
  await sql`update appointments set created_at = created_at - interval '2 days' where id = any (array(
      select id from appointments where customer_id is not null and created_at > now() - interval '1 day' for no key update skip locked))`.execute(
    db,
  )
}

/** Acknowledged replies to offers, by token. */
type Ledger = { accepted: Set<string>; declined: Set<string>; counts: Record<string, number>; unexpected: string[] }

/** Clients that act continuously and repeat a request until they get a response, as the pages do. */
function startClients(shop: Shop) {
  const ledger: Ledger = { accepted: new Set(), declined: new Set(), counts: {}, unexpected: [] }
  const ending = new AbortController()
  const count = (what: string) => {
    ledger.counts[what] = (ledger.counts[what] ?? 0) + 1
  }

  async function send(request: Parameters<typeof sendRequest>[1]): Promise<HttpResult> {
    for (;;) {
      const response = await sendRequest(server.app.url, { method: 'POST', ...request, timeoutMs: 10_000 }).catch(
        () => undefined,
      )
      if (response && response.status < 500) return response
      if (response && response.status !== 503) ledger.unexpected.push(`${request.path} ${response.status}`)
      await wait(50)
    }
  }

  const readRequests = async ({ token }: SceneCustomer) =>
    ((await send({ method: 'GET', path: '/api/waitlist/requests/me', token })).body.requests ?? []) as OwnRequest[]

  async function setStatus({ token }: SceneCustomer, { id, version }: OwnRequest, status: string) {
    const path = `/api/waitlist/requests/${id}/status`
    count(`${status} ${(await send({ path, token, body: { status, version } })).status}`)
  }

  /** Some wait, some accept, decline, let the offer expire, pause, or cancel the request; accepted appointments are cancelled, too. */
  async function customer(one: SceneCustomer) {
    await wait(random.int(50, 400))
    const request = (await readRequests(one)).find(({ status }) => status === 'ACTIVE' || status === 'PAUSED')
    if (!request)
      return void count(
        `request ${(await send({ path: '/api/waitlist/requests', token: one.token, body: shop.request })).status}`,
      )
    if (request.status === 'PAUSED') return setStatus(one, request, 'ACTIVE')
    if (request.openOffer) return reply(one, request, request.openOffer.token)
    if (random.chance(0.3)) await cancelOne(one.id, one.token)
  }

  async function reply(one: SceneCustomer, request: OwnRequest, token: string) {
    const dice = random.next()
    if (dice > 0.9) return setStatus(one, request, dice > 0.95 ? 'PAUSED' : 'CANCELLED')
    if (dice > 0.7) return letExpire(shop, one.id).then(() => count('left to expire'))
    const [act, list] = dice > 0.35 ? (['accept', ledger.accepted] as const) : (['decline', ledger.declined] as const)
    const { status, body } = await send({ path: `/api/waitlist/offers/${token}/${act}` })
    count(`${act} ${status} ${body.code ?? ''}`)
    if (status === 200) list.add(token)
  }

  async function cancelOne(customerId: string, token: string) {
    const mine = shop.db.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
    const found = await mine.where('status', 'in', ['SCHEDULED', 'CONFIRMED']).limit(1).executeTakeFirst()
    if (!found) return
    const path = `/api/appointments/${found.id}/cancel`
    count(`cancel ${(await send({ method: 'PATCH', path, token, body: {} })).status}`)
  }

  async function booker({ id, token }: SceneCustomer) {
    await wait(random.int(50, 200))
    count(`book ${(await send({ path: '/api/appointments', token, body: shop.anySlot() })).status}`)
    await cancelOne(id, token)
  }

  /** Time off over two of the slots of a barber, and away again. */
  async function barber(index: number) {
    const { id: barberId } = shop.barbers[index] as { id: string }
    const { token } = shop.staff[index] as SceneCustomer
    const body = { startDate: shop.date, endDate: shop.date, startTime: '08:00', endTime: '10:00', keepConflicts: true }
    const path = `/api/barbers/${barberId}/time-off`
    const added = await send({ path, token, body })
    count(`time off ${added.status}`)
    await wait(500)
    const rows = await shop.db.selectFrom('time_off').select('id').where('barber_id', '=', barberId).execute()
    for (const { id } of rows) await send({ method: 'DELETE', path: `${path}/${id}`, token })
    await wait(2000)
  }

  async function repeat(work: () => Promise<unknown>) {
    while (!ending.signal.aborted) await work()
  }
  const clients = [
    ...shop.waiting.map((one) => repeat(() => customer(one))),
    ...shop.bookers.map((one) => repeat(() => booker(one))),
    ...[0, 1].map((index) => repeat(() => barber(index))),
    repeat(() => letDaysPass(shop).then(() => wait(500))),
  ]
  /** Ends all; then the customers cancel what they have requested. */
  async function stop() {
    ending.abort()
    await Promise.all(clients)
    return ledger
  }
  async function cancelRequests() {
    for (const one of shop.waiting)
      for (const request of await readRequests(one))
        if (['ACTIVE', 'PAUSED'].includes(request.status)) await setStatus(one, request, 'CANCELLED')
  }
  return { stop, cancelRequests, send }
}

/** Acknowledged replies that the offers do not show. */
async function findLost({ send }: ReturnType<typeof startClients>, { accepted, declined }: Ledger): Promise<string[]> {
  const lost: string[] = []
  for (const [status, tokens] of [
    ['ACCEPTED', accepted],
    ['DECLINED', declined],
  ] as const)
    for (const token of tokens) {
      const { body } = await send({ method: 'GET', path: `/api/waitlist/offers/${token}` })
      const shown = (body.offer as { status: string } | undefined)?.status
      if (shown !== status) lost.push(`${status} is ${shown}`)
    }
  return lost
}

async function check(shop: Shop, when: string) {
  expect(await findOfferViolations(shop.db), when).toEqual([])
  expect(await countOverlapsIn(shop.db), when).toBe(0)
}

test(`the server killed ${KILLS} times: no double offer, no orphan hold, nothing left open`, {
  timeout: 7_200_000,
}, async () => {
  const shop = await openShop()
  const clients = startClients(shop)
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(2000 + ((kill * 137) % 2000))
    expect(await server.app.signal('SIGKILL')).toEqual([null, 'SIGKILL'])
    await check(shop, `kill ${kill}`)
    await server.restart()
  }
  const ledger = await clients.stop()
  await letExpire(shop)
  const open = await shop.db.selectFrom('waitlist_offers').select('id').where('status', '=', 'OPEN').execute()
  const ids = open.map(({ id }) => id)
  await until('expired offers end', SETTLE_SECONDS, async () => {
    const { rows } = await sql`select from waitlist_offers where status = 'OPEN' and id = any (${ids}::uuid[])`.execute(
      shop.db,
    )
    return rows.length === 0
  })
  await clients.cancelRequests()
  const startedAt = performance.now()
  await until('all is settled', SETTLE_SECONDS, async () => (await findUnsettled(shop.db)).length === 0).catch(
    () => undefined,
  )
  expect(await findUnsettled(shop.db)).toEqual([])
  await check(shop, 'settled')
  expect(ledger.unexpected).toEqual([])
  expect(await findLost(clients, ledger)).toEqual([])
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from waitlist_offers group by status order by status`.execute(shop.db)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${KILLS} × kill -9, settled after ${seconds} s:`, JSON.stringify(rows), JSON.stringify(ledger.counts))
  expect(ledger.accepted.size).toBeGreaterThan(KILLS / 4)
  expect(ledger.declined.size).toBeGreaterThan(KILLS / 4)
  await shop.close()
})
