import { appointmentsApi } from '@na-regua/contract/appointments'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { waitlistSettingsApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { clearWaitlist, createWaitlistScene } from '../../../../test/waitlist-scene.ts'
import { recordEvent } from '../../../lib/events.ts'
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

/** The barber confirms the appointment and ends it at that instant. */
async function finish(
  { barberUser: { token } }: Scene,
  id: string,
  action: 'complete' | 'noShow' | 'cancel',
  at: string,
) {
  const params = { id }
  await world.call(appointmentsApi.confirm, { token, params })
  world.clock.set(at)
  expect((await world.call(appointmentsApi[action], { token, params, body: {} })).status).toBe(200)
}

async function saveOpeningHours({ ownerId, shop }: Scene, closeTimes: readonly string[]) {
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', ownerId).execute()
  await createSubscription(world, ownerId)
  const token = await createSessionToken(world, ownerId)
  for (const closeTime of closeTimes) {
    const operatingHours = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
      dayOfWeek,
      openTime: '09:00',
      closeTime,
      isClosed: false,
    }))
    const request = { token, params: { id: shop.id }, body: { operatingHours } }
    expect((await world.call(ownBarbershopsApi.setOperatingHours, request)).status).toBe(200)
  }
}

function removeTimeOff({ barber, barberUser: { token } }: Scene, timeOffId: string) {
  return world.call(staffApi.removeTimeOff, { token, params: { id: barber.id, timeOffId } })
}

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
      async (scene) => finish(scene, await scene.book('2026-03-11T15:30:00.000Z'), 'noShow', '2026-03-11T15:35:00Z'),
      undefined,
    ],
    [
      'time-off',
      async (scene) => {
        await removeTimeOff(scene, (await timeOff(scene)).id)
      },
      FOUR,
    ],
    ['hours', (scene) => saveOpeningHours(scene, ['19:00']), '2026-03-11T15:30:00.000Z'],
    [
      'hours',
      async ({ barber, barberUser: { token } }) => {
        const body = { version: 1, hours: null, breaks: [] }
        await world.call(staffApi.saveSchedule, { token, params: { id: barber.id }, body })
      },
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
    ['complete', 'finished-early'],
    ['noShow', 'no-show'],
  ] as const)('what is left of a long appointment after %s', async (action, cause) => {
    const { scene, customer } = await createWithRequest({ durations: [30, 120] })
    const long = scene.shop.services[1] as { id: string }
    const id = await scene.book('2026-03-11T15:30:00.000Z', scene.booker, { serviceId: long.id })
    await finish(scene, id, action, '2026-03-11T15:40:00Z')
    expect(await scene.freedTimes()).toEqual([{ cause, status: 'OPEN' }])
    await scene.match()
    expect(await scene.offersOf(customer)).toMatchObject([{ startTime: '2026-03-11T16:15:00.000Z' }])
  })

  test('with an end on time nothing is freed, nor by a walk-in', async () => {
    const { scene } = await createWithRequest()
    const id = await scene.book(FIVE)
    await sql`update appointments set is_walk_in = true where id = ${id}`.execute(world.db)
    await finish(scene, await scene.book(FOUR), 'complete', '2026-03-11T19:25:00Z')
    await finish(scene, id, 'cancel', '2026-03-11T19:26:00Z')
    expect(await scene.freedTimes()).toEqual([])
  })

  test('where no customer waits it is counted and not matched; time off and hours are not even counted', async () => {
    const scene = await createWaitlistScene(world)
    await createWithRequest()
    await scene.cancel(await scene.book(FOUR))
    await removeTimeOff(scene, (await timeOff(scene)).id)
    await saveOpeningHours(scene, ['19:00'])
    expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'DONE' }])
    expect(await countEvents()).toBe(0)
  })

  test('hours that are saved twice are one time, matched again', async () => {
    const { scene } = await createWithRequest()
    await saveOpeningHours(scene, ['19:00', '20:00'])
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
  await removeTimeOff(scene, (await timeOff(scene)).id)
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
  ['-2 hours', -120, []],
  ['2 hours', 120, [{ cause: 'cancelled', status: 'OPEN' }]],
])('what is deleted is free if it is still ahead: in %s', async (_, leadMin, expected) => {
  const { scene } = await createWithRequest()
  const at = world.clock.now()
  const startsAt = new Date(at.getTime() + leadMin * 60_000)
  const endsAt = new Date(startsAt.getTime() + 30 * 60_000)
  const appointments = [{ barberId: scene.barber.id, startsAt, endsAt, bufferMin: 0, isWalkIn: false }]
  await recordEvent(world.db, { name: 'appointments.deleted', appointments, at })
  expect(await scene.freedTimes()).toEqual(expected)
})
