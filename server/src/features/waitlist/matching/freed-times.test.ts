import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffApi } from '@na-regua/contract/staff'
import { waitlistSettingsApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { clearWaitlist, createWaitlistScene } from '../../../../test/waitlist-scene.ts'
import { URGENT_PRIORITY } from '../../../lib/jobs.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => clearWaitlist(world))

/** 16:00 and 17:00 in São Paulo. */
const FOUR = '2026-03-11T19:00:00.000Z'
const FIVE = '2026-03-11T20:00:00.000Z'

type Scene = Awaited<ReturnType<typeof createWaitlistScene>>

async function createWithRequest(options?: Parameters<typeof createWaitlistScene>[1]) {
  const scene = await createWaitlistScene(world, options)
  const [customer] = (await scene.customers(1)) as [SceneCustomer]
  await scene.request(customer)
  return { scene, customer }
}

/** The stored events that start the matching. */
async function countEvents() {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pending_events
    cross join json_array_elements(jobs) job where job->>'name' = 'offer-freed-time'`.execute(world.db)
  return rows[0]?.count
}

const finish = (id: string, status: string, at: string) =>
  sql`update appointments set status = ${status}, updated_at = ${at}, version = version + 1 where id = ${id}`.execute(
    world.db,
  )

const timeOff = ({ barber }: Scene) =>
  world.db
    .insertInto('time_off')
    .values({ barber_id: barber.id, starts_at: new Date(FOUR), ends_at: new Date('2026-03-11T21:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('a time is noted with the change that frees it', () => {
  type Case = [cause: string, (scene: Scene) => Promise<unknown>, start: string | undefined]
  test.each<Case>([
    ['cancelled', async (scene) => scene.cancel(await scene.book(FOUR)), FOUR],
    [
      'rescheduled',
      async (scene) => {
        const id = await scene.book(FOUR)
        const move = { token: scene.booker.token, params: { id }, body: { newStartTime: FIVE } }
        await world.call(appointmentsApi.reschedule, move)
      },
      FOUR,
    ],
    [
      'no-show',
      async (scene) => finish(await scene.book('2026-03-11T15:30:00.000Z'), 'NO_SHOW', '2026-03-11T15:35:00Z'),
      undefined,
    ],
    [
      'time-off',
      async (scene) => {
        const { id: timeOffId } = await timeOff(scene)
        const params = { id: scene.barber.id, timeOffId }
        await world.call(staffApi.removeTimeOff, { token: scene.barberUser.token, params })
      },
      FOUR,
    ],
    [
      'time-off',
      async (scene) => {
        const { id } = await timeOff(scene)
        await world.db
          .updateTable('time_off')
          .set({ starts_at: new Date(FIVE) })
          .where('id', '=', id)
          .execute()
      },
      FOUR,
    ],
    [
      'hours',
      async (scene) =>
        world.db
          .updateTable('working_hours')
          .set({ closes_minute: 1140 })
          .where('barbershop_id', '=', scene.shop.id)
          .execute(),
      '2026-03-11T15:30:00.000Z',
    ],
  ])('%s', async (cause, free, start) => {
    const { scene, customer } = await createWithRequest()
    await free(scene)
    const noted = await scene.freedTimes()
    if (cause === 'no-show') return expect(noted).toEqual([])
    expect(noted).toEqual([{ cause, status: 'OPEN' }])
    expect(await countEvents()).toBe(1)
    await scene.match()
    expect((await scene.offersOf(customer)).map(({ startTime }) => startTime)).toEqual(start ? [start] : [])
  })

  test.each([
    ['COMPLETED', 'finished-early'],
    ['NO_SHOW', 'no-show'],
  ])('what is left of a long appointment that is %s', async (status, cause) => {
    const { scene, customer } = await createWithRequest({ durations: [30, 120] })
    const long = scene.shop.services[1] as { id: string }
    const id = await scene.book('2026-03-11T15:30:00.000Z', scene.booker, { serviceId: long.id })
    await finish(id, status, '2026-03-11T15:40:00Z')
    expect(await scene.freedTimes()).toEqual([{ cause, status: 'OPEN' }])
    world.clock.set('2026-03-11T15:40:00.000Z')
    await scene.match()
    expect(await scene.offersOf(customer)).toMatchObject([{ startTime: '2026-03-11T16:15:00.000Z' }])
  })

  test('with an end on time nothing is freed, nor by a walk-in', async () => {
    const { scene } = await createWithRequest()
    await finish(await scene.book(FOUR), 'COMPLETED', '2026-03-11T19:25:00Z')
    const id = await scene.book(FIVE)
    await sql`update appointments set is_walk_in = true where id = ${id}`.execute(world.db)
    await finish(id, 'CANCELLED', '2026-03-11T16:00:00Z')
    expect(await scene.freedTimes()).toEqual([])
  })

  test('where no customer waits it is counted and not matched; time off and hours are not even counted', async () => {
    const scene = await createWaitlistScene(world)
    await createWithRequest()
    await scene.cancel(await scene.book(FOUR))
    await timeOff(scene)
    await sql`delete from time_off where barber_id = ${scene.barber.id}`.execute(world.db)
    await sql`update working_hours set closes_minute = 1140 where barbershop_id = ${scene.shop.id}`.execute(world.db)
    expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'DONE' }])
    expect(await countEvents()).toBe(0)
  })

  test('hours that are saved twice are one time, matched again', async () => {
    const { scene } = await createWithRequest()
    for (const minute of [1140, 1200])
      await sql`update working_hours set closes_minute = ${minute} where barbershop_id = ${scene.shop.id}`.execute(
        world.db,
      )
    expect(await scene.freedTimes()).toEqual([{ cause: 'hours', status: 'OPEN' }])
    expect(await countEvents()).toBe(2)
  })

  test('the relay enqueues the job ahead of the emails', async () => {
    const { scene } = await createWithRequest()
    await scene.cancel(await scene.book(FOUR))
    await relayAllEvents(world.db)
    const { rows } = await sql`select task_identifier as name, priority from graphile_worker.jobs
      where key like 'offer-freed-time:%'`.execute(world.db)
    expect(rows).toEqual([{ name: 'offer-freed-time', priority: URGENT_PRIORITY }])
  })
})

test('several services are offered together, at the price of the barber', async () => {
  const scene = await createWaitlistScene(world, { durations: [30, 45] })
  const serviceIds = scene.shop.services.map(({ id }) => id)
  const [customer] = (await scene.customers(1)) as [SceneCustomer]
  await scene.request(customer, { targets: [scene.target({ serviceIds })], maxPriceCents: 10_000 })
  const id = await scene.book(FOUR, scene.booker, { serviceIds, serviceId: serviceIds[0] })
  await scene.cancel(id)
  await scene.match()
  const [offer] = await scene.offersOf(customer)
  expect(offer).toMatchObject({ startTime: FOUR, endTime: '2026-03-11T20:15:00.000Z', priceCents: 10_000 })
  await scene.accept(String(offer?.token))
  const { rows } = await sql<{
    serviceId: string
  }>`select appointment_services.service_id as "serviceId" from appointment_services
    join appointments on appointments.id = appointment_id where status = 'CONFIRMED' and customer_id = ${customer.id} order by position`.execute(
    world.db,
  )
  expect(rows.map(({ serviceId }) => serviceId)).toEqual(serviceIds)
})

test('a long time is offered to several customers at once, each part to one', async () => {
  const { scene, customer } = await createWithRequest()
  const others = await scene.customers(2)
  for (const other of others) await scene.request(other)
  await timeOff(scene)
  await sql`delete from time_off where barber_id = ${scene.barber.id}`.execute(world.db)
  await scene.match()
  const offers = await Promise.all([customer, ...others].map(scene.offersOf))
  expect(offers.map((list) => list.length)).toEqual([1, 1, 1])
  const starts = offers.flat().map(({ startTime }) => startTime.slice(11, 16))
  expect(starts.toSorted()).toEqual(['19:00', '19:30', '20:00'])
})

test('an offer ends when the barbershop closes, and its time with it', async () => {
  const { scene, customer } = await createWithRequest()
  await scene.free(FOUR)
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.ownerId).execute()
  await createSubscription(world, scene.ownerId)
  const token = await createSessionToken(world, scene.ownerId)
  const params = { id: scene.shop.id }
  expect((await world.call(waitlistSettingsApi.get, { token, params })).body.setting).toEqual({
    isOn: true,
    version: 1,
  })
  await sql`update barbershops set is_active = false where id = ${scene.shop.id}`.execute(world.db)
  const [offer] = await scene.offersOf(customer)
  expect((await scene.accept(String(offer?.token))).body.code).toBe('OFFER_ENDED')
  await scene.match()
  expect(await scene.holds()).toEqual([])
  expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'DONE' }])
})

test.each([
  ['-2 hours', []],
  ['2 hours', [{ cause: 'cancelled', status: 'OPEN' }]],
])('what is deleted is free if it is still ahead: in %s', async (lead, expected) => {
  const { scene } = await createWithRequest()
  const id = await scene.book(FOUR)
  await sql`update appointments set starts_at = now() + ${lead}::interval, ends_at = now() + ${lead}::interval + interval '30 minutes'
     where id = ${id}`.execute(world.db)
  await sql`delete from freed_times`.execute(world.db)
  await sql`delete from appointments where id = ${id}`.execute(world.db)
  expect(await scene.freedTimes()).toEqual(expected)
})

// Both keep rows locked until the commit: in another order two transactions would wait for each other.
test('the change of the barbershop is noted before the times that it frees', async () => {
  const { rows } = await sql<{ name: string; noted: string }>`
    select freed.tgname as name, noted.tgname as noted from pg_trigger freed join pg_trigger noted on noted.tgrelid = freed.tgrelid
      join pg_proc of_freed on of_freed.oid = freed.tgfoid join pg_proc of_noted on of_noted.oid = noted.tgfoid
     where of_freed.proname in ('note_hours_of_barbershops', 'note_hours_of_barbers') and noted.tgname like '%noted%'`.execute(
    world.db,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ name, noted }) => name < noted)).toEqual([])
})
