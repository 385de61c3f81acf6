import { type BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import { queueSettingsApi, queueTodayApi } from '@na-regua/contract/queue-today'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createQueueScene, openSettings } from '../../../../test/queue-scene.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'

/** Two processes on one database: in one of them the queue changes. */
const world = await createHarness()
const { db, during } = countStatements(world.db)
const other = await createApp({ db, clock: world.clock, config: world.config })
await other.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await other.close()
  await world.close()
})

const alwaysOpen = [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 0, 1440] as const)
const { shop, owner, barbers, add, tap } = await createQueueScene(world, {
  shop: { hours: alwaysOpen },
  barberCount: 1,
})
const plain = await createBarbershopRow(world, { hours: alwaysOpen })

// No URL twice: responses are stored for a second of the clock, which stands still.
let requests = 0
const toUrl = (query = '') =>
  `/api${barbershopsApi.nearby.url}?latitude=-16.68&longitude=-49.26&radiusInKm=${20 + ++requests / 1000}${query}`

const catchUp = () => Promise.all([world.app.listing.catchUp(), other.listing.catchUp()])

/** Cards that both processes send, with the same bytes. Events are relayed as each process does. */
async function readBoth(query = ''): Promise<BarbershopCard[]> {
  await relayAllEvents(world.db)
  await catchUp()
  const url = toUrl(query)
  const expected = await world.app.inject(url)
  expect(expected.statusCode, expected.payload).toBe(200)
  expect((await other.inject(toUrl(query))).payload).toBe(expected.payload)
  return expected.json().barbershops
}

const queueOf = async (query = '') => (await readBoth(query)).find(({ id }) => id === shop.id)?.queue
const idsOf = async (query: string) => (await readBoth(query)).map(({ id }) => id)
const readPage = async () =>
  (await other.inject(`/api${barbershopsApi.get.url.replace(':id', shop.id)}`)).json().barbershop

test('cards show the wait as it is, and lists find by it, in every process', async () => {
  expect(await queueOf()).toEqual({ wait: { fromMin: 0, toMin: 0 } })
  expect(await idsOf('&walkIns=true')).toEqual([shop.id])
  expect(await idsOf('&maxWait=5')).toEqual([shop.id])
  const { body } = await add()
  const start = { barberId: barbers[0].id }
  expect((await tap(queueTodayApi.call, body.entry.id, start)).status).toBe(200)
  expect((await tap(queueTodayApi.start, body.entry.id, start)).status).toBe(200)
  await add()
  const queue = await queueOf()
  expect(queue?.wait?.toMin).toBeGreaterThan(20)
  expect(await idsOf('&maxWait=5')).toEqual([])
  expect(await idsOf('&maxWait=120&orderBy=soonest')).toEqual([shop.id])
  world.clock.advance({ minutes: 10 })
  expect((await queueOf())?.wait?.toMin).toBeLessThan(queue?.wait?.toMin ?? 0)
  const cards = (await readBoth('&orderBy=soonest')).map((card) => [card.id, card.queue === null])
  expect(cards.toSorted()).toEqual(
    [
      [shop.id, false],
      [plain.id, true],
    ].toSorted(),
  )
})

test('the map counts by waits as lists do', async () => {
  const box = { north: -16, south: -17, east: -49, west: -50 }
  for (const [query, total] of [
    ['&maxWait=120', 1],
    ['&maxWait=5', 0],
    ['&walkIns=true', 1],
    ['', 2],
  ] as const) {
    const url = `/api${barbershopsApi.map.url}?${new URLSearchParams(Object.entries({ ...box, zoom: 4 }).map(([name, value]) => [name, String(value)]))}${query}`
    for (const app of [world.app, other]) expect((await app.inject(url)).json().total).toBe(total)
  }
})

test('a list with waits costs no statement once its cards are stored', async () => {
  expect(await during(() => other.inject(toUrl('&maxWait=120')))).toBe(0)
})

test('what changed while the change feed was disconnected is loaded again', async () => {
  const before = await queueOf()
  // Nothing is published: that event was lost.
  await sql`update queue_entries set status = 'LEFT' where barbershop_id = ${shop.id} and status = 'WAITING'`.execute(
    world.db,
  )
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'na-regua-live' and datname = current_database()`.execute(world.db)
  await vi.waitFor(async () => {
    expect(await queueOf()).not.toEqual(before)
    expect(await during(() => other.inject(toUrl('&walkIns=true')))).toBe(0)
  }, 10_000)
})

test('without taps the number disappears, not the queue', async () => {
  world.clock.advance({ minutes: 60 })
  expect(await queueOf()).toEqual({ wait: null })
  expect(await idsOf('&maxWait=120')).toEqual([])
  expect(await idsOf('&walkIns=true')).toEqual([shop.id])
})

test('a queue that is full, or not open now, is on no card until it takes entries again', {
  timeout: 60_000,
}, async () => {
  const save = async (change: object) => {
    const { body } = await world.call(queueSettingsApi.get, { token: owner.token, params: { id: shop.id } })
    const input = { ...openSettings, ...change, version: body.settings.version }
    const saved = await world.call(queueSettingsApi.save, { token: owner.token, params: { id: shop.id }, body: input })
    expect(saved.status).toBe(200)
  }
  const { status, body } = await add()
  expect(status).toBe(201)
  expect((await queueOf())?.wait).not.toBeUndefined()
  await save({ maxLength: 1 })
  expect(await queueOf()).toBeNull()
  // It still has a queue.
  expect(await idsOf('&walkIns=true')).toEqual([shop.id])
  await tap(queueTodayApi.remove, body.entry.id)
  expect(await queueOf()).not.toBeNull()
  // It is 13:10 or later.
  await save({ opensAt: '08:00', closesAt: '12:00' })
  expect(await queueOf()).toBeNull()
  await save({})
  expect(await queueOf()).not.toBeNull()
})

test('a queue that is switched off disappears from cards, lists and the page', async () => {
  await vi.waitFor(async () => expect((await readPage()).hasQueue).toBe(true), 10_000)
  const settings = await world.call(queueSettingsApi.get, { token: owner.token, params: { id: shop.id } })
  const { status } = await world.call(queueSettingsApi.save, {
    token: owner.token,
    params: { id: shop.id },
    body: { ...openSettings, isOn: false, version: settings.body.settings.version },
  })
  expect(status).toBe(200)
  expect(await queueOf()).toBeNull()
  expect(await idsOf('&walkIns=true')).toEqual([])
  await vi.waitFor(async () => expect((await readPage()).hasQueue).toBe(false), 10_000)
})

test.each(['maxWait=4', 'maxWait=121', 'maxWait=10.5', 'walkIns=talvez'])('%s is refused', async (query) => {
  expect((await world.app.inject(toUrl(`&${query}`))).statusCode).toBe(400)
})
