import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { clearWaitlist, createWaitlistScene } from '../../../../test/waitlist-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => clearWaitlist(world))

/** 16:00 and 17:00 in São Paulo. */
const FOUR = '2026-03-11T19:00:00.000Z'
const FIVE = '2026-03-11T20:00:00.000Z'
const area = { name: 'Centro', latitude: -23.55, longitude: -46.64, radiusInKm: 5, service: 'corte' }

type Scene = Awaited<ReturnType<typeof createWaitlistScene>>

async function createWithCustomer(options?: Parameters<typeof createWaitlistScene>[1]) {
  const scene = await createWaitlistScene(world, options)
  const [customer] = (await scene.customers(1)) as [SceneCustomer]
  return { scene, customer }
}

const startsOf = async (scene: Scene, customer: SceneCustomer) =>
  (await scene.offersOf(customer)).map(({ startTime }) => startTime)

/** Lets the open offer pass. The customer may have the next one then. */
async function letPass(scene: Scene, customer: SceneCustomer) {
  const [offer] = await scene.offersOf(customer)
  await scene.decline(String(offer?.token))
  world.clock.advance({ minutes: 31 })
}

describe('a time that the customer let pass', () => {
  test('is not offered again when it is booked and cancelled again, another one of the barber is', async () => {
    const { scene, customer } = await createWithCustomer()
    await scene.request(customer)
    await scene.free(FOUR)
    expect(await startsOf(scene, customer)).toEqual([FOUR])
    await letPass(scene, customer)
    await scene.free(FOUR)
    expect(await startsOf(scene, customer)).toEqual([])
    await scene.free(FIVE)
    expect(await startsOf(scene, customer)).toEqual([FIVE])
  })

  test('nor as a part of hours that were saved', async () => {
    const { scene, customer } = await createWithCustomer()
    await scene.request(customer, { wanted: [{ ...scene.today, fromMin: 960, untilMin: 990 }] })
    await scene.free(FOUR)
    await letPass(scene, customer)
    await sql`update working_hours set closes_minute = 1140 where barbershop_id = ${scene.shop.id}`.execute(world.db)
    await scene.match()
    expect(await scene.holds()).toEqual([])
  })
})

test('who waits for an area has one offer a day of each barbershop', async () => {
  const { scene, customer } = await createWithCustomer()
  const nearby = await createWaitlistScene(world)
  await scene.request(customer, { targets: undefined, area })
  await scene.free(FOUR)
  expect(await startsOf(scene, customer)).toEqual([FOUR])
  await letPass(scene, customer)
  await scene.free(FIVE)
  expect(await startsOf(scene, customer)).toEqual([])
  await nearby.free(FIVE)
  expect(await startsOf(scene, customer)).toEqual([FIVE])
})

/** Customers who have waited for an hour longer, with a copy of the newest request. */
async function addEarlier(scene: Scene, count: number, maxPriceCents: number) {
  const ids = (await scene.customers(count)).map(({ id }) => id)
  await sql`
    with copies as (
      insert into waitlist_requests (user_id, status, time_zone, spans, wanted, max_price_cents, area_name, latitude, longitude, radius_km,
                                    service_words, service_patterns, created_at, updated_at)
      select person, status, time_zone, spans, wanted, ${maxPriceCents}, area_name, latitude, longitude, radius_km, service_words,
             service_patterns, created_at - interval '1 hour', updated_at
        from (select * from waitlist_requests order by created_at desc limit 1) as newest cross join unnest(${ids}::uuid[]) as person
      returning waitlist_requests.id, wanted, latitude)
    insert into waitlist_targets (request_id, position, barbershop_id, service_ids, wanted, is_active)
    select id, 0, ${scene.shop.id}::uuid, ${scene.shop.services.map((service) => service.id)}::uuid[], wanted, true
      from copies where latitude is null`.execute(world.db)
}

describe('many who have waited longer do not hide a customer', () => {
  test('when they pay less than the barber takes', async () => {
    const { scene, customer } = await createWithCustomer()
    await scene.request(customer, { targets: undefined, area })
    await addEarlier(scene, 2300, 4999)
    await scene.free(FOUR)
    expect(await startsOf(scene, customer)).toEqual([FOUR])
  })

  test('when they pay less than several services cost together', async () => {
    const { scene, customer } = await createWithCustomer({ durations: [30, 45] })
    await scene.request(customer)
    await addEarlier(scene, 250, 9999)
    await scene.free(FOUR)
    expect(await startsOf(scene, customer)).toEqual([FOUR])
  })
})

test('for an area, a service that the barber does not offer is passed over for one that they do', async () => {
  const { scene, customer } = await createWithCustomer({ durations: [30, 45] })
  const [first, second] = scene.shop.services.map(({ id }) => ({ id })) as [{ id: string }, { id: string }]
  await scene.request(customer, { targets: undefined, area })
  await world.db
    .insertInto('barber_services')
    .values({ barber_id: scene.barber.id, service_id: first.id, barbershop_id: scene.shop.id, is_provided: false })
    .execute()
  await scene.cancel(await scene.book(FOUR, scene.booker, { serviceId: second.id }))
  await scene.match()
  expect(await scene.offersOf(customer)).toMatchObject([{ startTime: FOUR, serviceName: 'Corte 45' }])
})

test('two no-shows there end the offers of a barbershop, unless it confirms bookings after them, too', async () => {
  const { scene, customer } = await createWithCustomer()
  await scene.request(customer)
  for (const time of ['2026-03-09T15:00:00Z', '2026-03-10T15:00:00Z']) {
    world.clock.set(new Date(Date.parse(time) - 86_400_000).toISOString())
    const id = await scene.book(new Date(time).toISOString(), customer)
    await sql`update appointments set status = 'NO_SHOW' where id = ${id}`.execute(world.db)
  }
  world.clock.set(noonInSaoPaulo)
  await scene.free(FOUR)
  expect(await startsOf(scene, customer)).toEqual([])
  await sql`update barbershops set auto_confirms_after_no_shows = true where id = ${scene.shop.id}`.execute(world.db)
  await scene.free(FIVE)
  expect(await startsOf(scene, customer)).toEqual([FIVE])
})

test.each([
  [['in-app', 'email'], 1],
  [['in-app', 'email', 'push'], 0],
] as const)('who wants none of it by %s has %s offers', async (channels, count) => {
  const { scene, customer } = await createWithCustomer()
  await scene.request(customer)
  const preference = { user_id: customer.id, topic: 'waitlist', is_on: false }
  const preferences = channels.map((channel) => ({ ...preference, channel }))
  await world.db.insertInto('notification_preferences').values(preferences).execute()
  await scene.free(FOUR)
  expect(await scene.offersOf(customer)).toHaveLength(count)
})
