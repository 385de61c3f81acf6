import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../../../../seed/random.ts'
import { createHarness } from '../../../../test/harness.ts'
import { changeRandomQueues, switchRandomQueues } from '../../../../test/random-queues.ts'
import { changeRandomSchedules, insertRandomBarbershops } from '../../../../test/random-schedules.ts'
import { findInSql } from '../../../../test/sql-lists/find-in-sql.ts'
import { createWaits } from '../../queue/waits/create-waits.ts'
import { loadUpcomingSlots } from '../upcoming-slots/load-upcoming-slots.ts'
import type { MatchQuery } from './rules.ts'

const SHOPS = 40
const ROUNDS = 10
const QUERIES = 8

// The special dates of the index are those around the present of the database.
// 17:20 in São Paulo: while the rounds go on, services cease to fit before 18:00, when barbershops close.
const now = `${Temporal.Now.plainDateISO('UTC')}T20:20:14.902Z`
const world = await createHarness({ now })
const { db, clock } = world
const { listing } = world.app
const waits = createWaits({ db, clock })
const ids = await insertRandomBarbershops(db, 'waits', SHOPS)
await switchRandomQueues(db, ids, 'queues', clock.now())
afterAll(() => world.close())

const random = createRandom('queries about waits')

function generateQuery(): MatchQuery {
  const maxWait = random.pick([undefined, 5, 20, 20, 60, 120])
  return {
    area: { latitude: -16.675, longitude: -49.26, radiusInKm: random.pick([1, 50]) },
    filters: {
      walkIns: random.chance(0.3),
      maxWait,
      freeToday: random.chance(0.2),
      serviceWords: random.chance(0.2) ? ['corte'] : undefined,
      freeIn: random.chance(0.1) ? { date: undefined, from: 600, until: 1200 } : undefined,
    },
    orderBy: random.pick(['distance', 'soonest', 'soonest', 'price']),
    offset: random.pick([0, 0, 3]),
    limit: random.pick([5, SHOPS]),
    now: clock.now(),
  }
}

async function expectAgreement() {
  await listing.catchUp()
  let found = 0
  for (let number = 0; number < QUERIES; number++) {
    const query = generateQuery()
    const expected = await findInSql({ db, waits }, query)
    expect({ query, ...(await listing.find(query)) }).toEqual({ query, ...expected })
    found += query.filters.maxWait === undefined ? 0 : expected.ids.length
  }
  for (const { id, fromMin, toMin, isClosed } of await waits.loadBarbershopWaits(db, ids, clock.now())) {
    const wait = listing.findWait(id, clock.now())
    if (wait) expect([id, wait]).toEqual([id, isClosed ? 'closed' : { fromMin, toMin }])
  }
  return found
}

test('waits found in memory are those that SQL finds, while queues, appointments and the time change', {
  timeout: 120_000,
}, async () => {
  let found = await expectAgreement()
  for (let round = 0; round < ROUNDS; round++) {
    const change = { ids, count: 15, now: clock.now() }
    await Promise.all([
      changeRandomQueues(db, { ...change, seed: `${round} queues a` }),
      changeRandomQueues(db, { ...change, seed: `${round} queues b` }),
      changeRandomSchedules(db, { ...change, count: 4, seed: `${round} schedules` }),
    ])
    found += await expectAgreement()
    clock.advance({ minutes: random.pick([1, 1, 3, 20, 200]) })
    found += await expectAgreement()
  }
  expect(found).toBeGreaterThan(2 * ROUNDS)
})

test('a queue that is switched on is found at once, and one that is switched off is not', async () => {
  const walkIns: MatchQuery = {
    ...generateQuery(),
    filters: { walkIns: true },
    orderBy: 'distance',
    offset: 0,
    limit: SHOPS,
  }
  for (const isOn of [false, true]) {
    await db.updateTable('barbershop_queues').set({ is_on: isOn }).where('barbershop_id', 'in', ids).execute()
    const query = { ...walkIns, area: { ...walkIns.area, radiusInKm: 50 }, now: clock.now() }
    const { total } = await findInSql({ db, waits }, query)
    expect(total > 0).toBe(isOn)
    await listing.catchUp()
    expect((await listing.find(query)).total).toBe(total)
  }
})

async function insertHold(barberIds: readonly string[]) {
  const now = clock.now()
  const { rows } = await sql<{ id: string }>`
    insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_name, duration_min, price_cents,
                              starts_at, ends_at, status, held_until)
    select barbershop_id, id, user_id, user_id, 'Corte', 30, 5000, at, at + interval '30 minutes', 'HELD', ${now}::timestamptz + interval '5 minutes'
      from barbers, lateral (select ${now}::timestamptz + interval '50 hours' as at) as start
     where id = any(${barberIds}::uuid[]) limit 1 returning id`.execute(db)
  return rows[0]?.id as string
}

test('a hold is known with all barbershops of its barber from the first of them that is loaded', async () => {
  const { rows } = await sql<{ barberIds: string[]; barbershopIds: string[] }>`
    select array_agg(id) as "barberIds", array_agg(barbershop_id) as "barbershopIds" from barbers
     where removed_at is null group by user_id having count(*) > 1`.execute(db)
  let known = 0
  for (const { barberIds, barbershopIds } of rows) {
    const id = await insertHold(barberIds)
    for (const shopId of barbershopIds) {
      const [loaded] = await loadUpcomingSlots(db, [shopId], clock.now())
      // Those that are not active or have no service know none.
      const hold = loaded?.holds.find((one) => one.id === id)
      if (!hold) continue
      expect(hold.barbershopIds.toSorted()).toEqual(barbershopIds.toSorted())
      known++
    }
    await sql`delete from appointments where id = ${id}`.execute(db)
  }
  expect(known).toBeGreaterThan(2)
})

test('a hold that is deleted changes the waits of its barbershop at once', async () => {
  const [shopId = ''] = ids
  const barbers = await db.selectFrom('barbers').where('barbershop_id', '=', shopId).select('id').execute()
  const id = await insertHold(barbers.map((barber) => barber.id))
  await listing.catchUp()
  const changed: (readonly string[] | undefined)[] = []
  listing.slotChanges.onChange((some) => changed.push(some))
  await sql`delete from appointments where id = ${id}`.execute(db)
  await listing.catchUp()
  expect(changed.flat()).toContain(shopId)
})
