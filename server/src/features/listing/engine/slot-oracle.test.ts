import { MAX_NEXT_SLOTS } from '@na-regua/contract/availability'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../../../../seed/random.ts'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { changeRandomSchedules, insertRandomBarbershops } from '../../../../test/random-schedules.ts'
import { findInSql } from '../../../../test/sql-lists/find-in-sql.ts'
import { listFreeToday } from '../../../../test/sql-lists/list-free-barbershops.ts'
import { fromEpochMinute, localDay } from '../../../lib/local-time.ts'
import { chordBetween, toPoint } from '../../../lib/sphere.ts'
import { getBarbershopAvailability } from '../../availability/get-availability.ts'
import { createWaits } from '../../queue/waits/create-waits.ts'
import { listSlotsToday } from '../slots-today/list-slots-today.ts'
import { createSlotsTodayReader } from '../slots-today/read-slots-today.ts'
import type { MatchQuery } from './rules.ts'

const SHOPS = 40
const ROUNDS = 12
const QUERIES = 6

// The special dates of the index are those around the present of the database.
const world = await createHarness({ now: new Date().toISOString() })
const { listing } = world.app
const waits = createWaits(world)
const ids = await insertRandomBarbershops(world.db, 'upcoming slots', SHOPS)
const reader = createSlotsTodayReader({ db: world.db, clock: world.clock, changes: listing.slotChanges })
afterAll(() => world.close())

const center = { latitude: -16.675, longitude: -49.26 }
const find = (changes: Partial<MatchQuery>) =>
  listing.find({
    area: { ...center, radiusInKm: 50 },
    filters: {},
    orderBy: 'distance',
    offset: 0,
    limit: SHOPS,
    now: world.clock.now(),
    ...changes,
  })

type Marker = { id: string; latitude: number }

/** Two barbershops that are always open: the first one has the earlier slot while its notice is shorter. */
async function createMarkers(latitude: number) {
  return (await Promise.all([createMarker(latitude), createMarker(latitude)])) as [Marker, Marker]
}

async function createMarker(latitude: number): Promise<Marker> {
  const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 0, 1440] as const)
  const { id } = await createBarbershopRow(world, { latitude, hours })
  await createBarber(world, id)
  await sql`update barbershops set minimum_notice_minutes = 1500 where id = ${id}`.execute(world.db)
  return { id, latitude }
}

async function expectOrder(shops: [Marker, Marker]) {
  await listing.catchUp()
  const area = { latitude: shops[0].latitude, longitude: -49.2648, radiusInKm: 1 }
  expect((await find({ area, orderBy: 'nextFree' })).ids).toEqual(shops.map(({ id }) => id))
}

type Shop = { id: string; latitude: number; longitude: number; isFeatured: boolean; nextFree: number }

/** The next start of each barbershop as the list of its slots has it, and those that have one today. */
async function readDatabase() {
  const now = world.clock.now()
  const { rows } = await sql<Omit<Shop, 'nextFree'>>`
    select id, latitude, longitude, is_featured as "isFeatured" from barbershops
     where is_active`.execute(world.db)
  const shops = await Promise.all(rows.map(async (row) => ({ ...row, nextFree: await findNextSlot(row.id, now) })))
  const freeToday = await listFreeToday(world.db, { ids: rows.map(({ id }) => id) }, now)
  return { shops, freeToday }
}

/** For the first service. No booking window in this test is longer than 30 days. In epoch minutes. */
async function listSlotStarts(id: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select id from services where barbershop_id = ${id} and is_active
       and ${id} in (select barbershop_id from barbers where removed_at is null and not exists (
         select from barber_services where barber_id = barbers.id and service_id = services.id and not is_provided))
     order by position, name, id limit 1`.execute(world.db)
  const serviceIds = rows.map((service) => service.id)
  const availability = await getBarbershopAvailability(world.db, id, { serviceIds, days: 31 }, now).catch(
    (error: { code?: string }) => {
      if (error.code !== 'SERVICE_NOT_FOUND') throw error
      return undefined
    },
  )
  return (availability?.days ?? []).flatMap(({ date, slots }) =>
    slots.map((slot) => {
      const [hours = 0, minutes = 0] = slot.split(':').map(Number)
      return localDay(date, availability?.timeZone ?? 'UTC').toEpoch(60 * hours + minutes)
    }),
  )
}

async function findNextSlot(id: string, now: Date): Promise<number> {
  const [first] = await listSlotStarts(id, now)
  return first ?? Number.POSITIVE_INFINITY
}

async function listNextSlots(id: string, now: Date): Promise<string[]> {
  const starts = await listSlotStarts(id, now)
  return starts.slice(0, MAX_NEXT_SLOTS).map((start) => fromEpochMinute(start).toISOString())
}

function sortShops(shops: readonly Shop[], keyOf: (shop: Shop) => number): string[] {
  const chordOf = (shop: Shop) => chordBetween(toPoint(center), toPoint(shop))
  const compare = (one: number, other: number) => (one === other ? 0 : one - other)
  const sorted = shops.toSorted(
    (one, other) =>
      compare(keyOf(one), keyOf(other)) ||
      Number(other.isFeatured) - Number(one.isFeatured) ||
      chordOf(one) - chordOf(other) ||
      (one.id < other.id ? -1 : 1),
  )
  return sorted.map(({ id }) => id)
}

const random = createRandom('clock and queries')

/** Filters by service, day and time, and both orders. */
function generateQuery(now: Date): MatchQuery {
  const days = random.pick([0, 0, 1, 1, 2, 5, 8, -1, 30, 31])
  const date = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const [from, until] = random.pick([
    [0, 1440],
    [360, 720],
    [720, 1080],
    [1080, 1440],
    [601, 615],
  ])
  const hasSpan = random.chance(0.7)
  return {
    area: { ...center, radiusInKm: random.pick([1, 50]) },
    filters: {
      freeToday: random.chance(0.3),
      serviceWords: random.chance(0.5)
        ? random.pick([['corte'], ['barba', 'corte'], ['degrade'], ['cort']])
        : undefined,
      ...random.pick([{}, {}, { priceMax: 4000 }, { priceMin: 4000, priceMax: 6000 }, { priceMin: 6000 }]),
      freeIn: hasSpan ? { date: random.pick([undefined, date]), from, until } : undefined,
    },
    orderBy: random.pick(['distance', 'nextFree']),
    offset: random.pick([0, 0, 3]),
    limit: random.pick([5, SHOPS]),
    now,
  }
}

async function expectAgreement() {
  const { shops, freeToday } = await readDatabase()
  const byNextFree = sortShops(shops, (shop) => shop.nextFree)
  const free = byNextFree.filter((id) => freeToday.has(id))
  const starts = Object.fromEntries(shops.map(({ id, nextFree }) => [id, nextFree]))
  const sorted = await find({ orderBy: 'nextFree' })
  expect(sorted.ids.map((id) => [id, starts[id]])).toEqual(byNextFree.map((id) => [id, starts[id]]))
  expect(await find({ orderBy: 'nextFree', filters: { freeToday: true } })).toEqual({ total: free.length, ids: free })
  expect((await find({ filters: { freeToday: true }, offset: 2, limit: 3 })).total).toBe(free.length)
  let found = 0
  for (let number = 0; number < QUERIES; number++) {
    const query = generateQuery(world.clock.now())
    const expected = await findInSql({ db: world.db, waits }, query)
    expect({ query, ...(await listing.find(query)) }).toEqual({ query, ...expected })
    found += expected.ids.length
  }
  return { found, free: free.length, open: shops.filter(({ nextFree }) => nextFree < Number.POSITIVE_INFINITY).length }
}

/** Holds end and days begin in stored calendars without a query, and every change removes them. */
async function expectSameSlotsToday() {
  const now = world.clock.now()
  const byId = <T extends { id: string }>(shops: T[]) => shops.toSorted((one, next) => (one.id < next.id ? -1 : 1))
  const read = byId(await reader.listSlotsToday(ids, undefined, now))
  const listed = byId(await listSlotsToday(world.db, ids, undefined, now))
  expect(read.map(({ nextSlots: _, nextTimes: __, preselection: ___, ...shop }) => shop)).toEqual(listed)
  for (const { id, nextSlots = [] } of read) expect(nextSlots).toEqual(await listNextSlots(id, now))
}

test('next free starts and free barbershops are those of the schedules, while these and the time change', {
  timeout: 120_000,
}, async () => {
  const seen = await expectAgreement()
  expect(seen.free).toBeGreaterThan(3)
  expect(seen.open).toBeGreaterThan(SHOPS / 4)
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const change = (writer: string) =>
      changeRandomSchedules(world.db, { ids, seed: `${round} ${writer}`, count: 15, now: world.clock.now() })
    await Promise.all([change('a'), change('b'), change('c')])
    await listing.catchUp()
    await expectSameSlotsToday()
    found += (await expectAgreement()).found
    for (const minutes of [random.int(1, 20), random.int(1, 600)]) {
      world.clock.advance({ minutes })
      found += (await expectAgreement()).found
      await expectSameSlotsToday()
    }
  }
  expect(found).toBeGreaterThan(15 * ROUNDS)
})

test('an appointment that is cancelled and deleted between two queries of the index frees its time', async () => {
  // Not those of above: a random change may have moved an appointment to one of their barbers.
  const [marker, other] = await createMarkers(-4)
  await sql`update barbershops set minimum_notice_minutes = case id when ${marker.id} then 60 else 0 end, version = version + 1
    where id in (${marker.id}, ${other.id})`.execute(world.db)
  await expectOrder([other, marker])
  const start = new Date(Math.ceil(world.clock.now().getTime() / 300_000) * 300_000)
  const { rows } = await sql<{ id: string }>`
    insert into appointments (barbershop_id, barber_id, barber_user_id, service_name, duration_min, price_cents, starts_at, ends_at,
      status, is_walk_in)
    select barbershop_id, id, user_id, 'Corte', 700, 5000, ${start}::timestamptz, ${start}::timestamptz + interval '700 minutes',
      'SCHEDULED', true from barbers where barbershop_id = ${other.id} returning id`.execute(world.db)
  await expectOrder([marker, other])
  await world.db.transaction().execute(async (tx) => {
    await sql`update appointments set status = 'CANCELLED' where id = ${rows[0]?.id}`.execute(tx)
    await sql`delete from appointments where id = ${rows[0]?.id}`.execute(tx)
  })
  await expectOrder([other, marker])
})
