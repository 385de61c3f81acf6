import { appointmentsApi } from '@na-regua/contract/appointments'
import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { paymentsApi } from '@na-regua/contract/payments'
import { privacyApi } from '@na-regua/contract/privacy'
import { staffApi } from '@na-regua/contract/staff'
import { afterAll, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer, setWalkInShare } from '../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../test/factories.ts'
import { createHarness, type TestResponse } from '../../../test/harness.ts'
import { pauseAtLock } from '../../../test/pause-at-lock.ts'
import { createStatusScene } from '../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

/** Thursday 09:00 in São Paulo. */
const NINE = '2026-03-12T12:00:00.000Z'
const TEN = '2026-03-12T13:00:00.000Z'

/** A barbershop of an owner with the largest plan. */
async function createScene() {
  const scene = await createStatusScene(world)
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.owner.id).execute()
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', scene.membership.userId).execute()
  await createSubscription(world, scene.owner.id)
  // Logged in just now: some changes require that.
  const ownerToken = await createSessionToken(world, scene.owner.id)
  const barberToken = await createSessionToken(world, scene.barber.id)
  return { ...scene, owner: { ...scene.owner, token: ownerToken }, barber: { ...scene.barber, token: barberToken } }
}

type Scene = Awaited<ReturnType<typeof createScene>>
type Change = (scene: Scene) => Promise<TestResponse>

const editShop = (
  { shop, owner }: Scene,
  route: Parameters<typeof world.call>[0],
  body: object,
): Promise<TestResponse> => world.call(route, { token: owner.token, params: { id: shop.id }, body })

const mondayOnly = { dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false }
const everyDay = Array.from({ length: 7 }, (_, dayOfWeek) => ({ ...mondayOnly, dayOfWeek }))

const saveSchedule = ({ owner, membership }: Scene, body: object) =>
  world.call(staffApi.saveSchedule, {
    token: owner.token,
    params: { id: membership.id },
    body: { version: 1, hours: null, breaks: [], ...body },
  })

/** Changes after which the barber cannot be booked at nine. */
const changes: Record<string, Change> = {
  'time off': ({ owner, membership }) =>
    world.call(staffApi.addTimeOff, {
      token: owner.token,
      params: { id: membership.id },
      body: { startDate: '2026-03-12', endDate: '2026-03-12' },
    }),
  'other hours of the barber': (scene) => saveSchedule(scene, { hours: [{ dayOfWeek: 1, start: 540, end: 1080 }] }),
  'a break': (scene) => saveSchedule(scene, { breaks: [{ dayOfWeek: 4, start: 540, end: 660 }] }),
  'other opening hours': (scene) =>
    editShop(scene, ownBarbershopsApi.setOperatingHours, { operatingHours: [mondayOnly] }),
  'a special date': (scene) =>
    editShop(scene, ownBarbershopsApi.setOperatingHours, {
      operatingHours: everyDay,
      specialDates: [{ date: '2026-03-12', openTime: null, closeTime: null, isClosed: true, reason: null }],
    }),
  'a share of the day for walk-ins': async ({ shop }) => {
    // Nine o'clock is in a block of a day that begins at eight.
    await world.db
      .updateTable('working_hours')
      .set({ opens_minute: 480 })
      .where('barbershop_id', '=', shop.id)
      .execute()
    await setWalkInShare(world.db, shop.id, 50)
    return { status: 200, body: {}, headers: {} }
  },
  'a longer notice': (scene) => editShop(scene, ownBarbershopsApi.updateBarbershop, { minimumNoticeMin: 10_080 }),
  deactivation: (scene) => editShop(scene, ownBarbershopsApi.deactivate, {}),
  'the end of the plan': async ({ owner }) => {
    // The free plan keeps one barbershop, the oldest.
    const older = await createStatusScene(world)
    const change = { owner_id: owner.id, created_at: new Date('2020-01-01') }
    await world.db.updateTable('barbershops').set(change).where('id', '=', older.shop.id).execute()
    return world.call(paymentsApi.cancelSubscription, { token: owner.token, body: {} })
  },
  'removal of the barber': ({ owner, membership }) =>
    world.call(membersApi.remove, {
      token: owner.token,
      params: { id: membership.id },
      query: { cancelAppointments: true },
    }),
}

/** Changes of what is offered: an appointment that exists keeps its terms. */
const serviceChanges: Record<string, Change> = {
  'removal of the service': (scene) =>
    editShop(scene, ownBarbershopsApi.setServices, {
      services: [{ name: 'Outro', durationMin: 30, priceCents: 5000 }],
    }),
  'a pause of the service': (scene) =>
    editShop(scene, ownBarbershopsApi.setServices, { services: [servicePatch(scene, { isActive: false })] }),
}

const servicePatch = ({ service }: Scene, change: object) => ({
  id: service.id,
  name: 'Corte',
  durationMin: 30,
  priceCents: 5000,
  ...change,
})

/** Runs the request until it waits for the lock of this user, then the change, then the rest of the request. */
async function changeDuring(
  lock: Parameters<typeof pauseAtLock>[1],
  request: () => Promise<TestResponse>,
  change: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const paused = await pauseAtLock(world, lock)
  const responding = request()
  await paused.untilWaiting()
  const changed = await change()
  await paused.release()
  expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300)
  return responding
}

const lockOf = ({ id }: { id: string }) => ({ userId: id, kind: 'customer' }) as const
const refusals = [404, 409, 422]

async function countOpen(shopId: string): Promise<number> {
  const rows = await world.db
    .selectFrom('appointments')
    .select('id')
    .where('barbershop_id', '=', shopId)
    .where('status', 'in', ['HELD', 'SCHEDULED', 'CONFIRMED'])
    .where('starts_at', '=', new Date(NINE))
    .execute()
  return rows.length
}

const book = ({ membership, service, customer }: Scene, route: 'create' | 'hold' = 'create') =>
  world.call(appointmentsApi[route], {
    token: customer.token,
    body: { barberId: membership.id, serviceId: service.id, startTime: NINE },
  })

describe('a booking that was decided before', () => {
  test.each(Object.entries({ ...changes, ...serviceChanges }))('%s is refused', async (_, change) => {
    const scene = await createScene()
    const { status } = await changeDuring(
      lockOf(scene.customer),
      () => book(scene),
      () => change(scene),
    )
    expect(refusals).toContain(status)
    expect(await countOpen(scene.shop.id)).toBe(0)
  })

  test('a new price is booked at the new price', async () => {
    const scene = await createScene()
    const { status, body } = await changeDuring(
      lockOf(scene.customer),
      () => book(scene),
      () => editShop(scene, ownBarbershopsApi.setServices, { services: [servicePatch(scene, { priceCents: 9000 })] }),
    )
    expect([status, body.appointment.priceCents]).toEqual([201, 9000])
  })

  test('the account of the barber was closed is refused', async () => {
    const scene = await createScene()
    const { status } = await changeDuring(
      lockOf(scene.customer),
      () => book(scene),
      () => world.call(privacyApi.requestDeletion, { token: scene.barber.token, body: {} }),
    )
    expect(refusals).toContain(status)
    expect(await countOpen(scene.shop.id)).toBe(0)
  })

  test('a change that does not concern it is written', async () => {
    const scene = await createScene()
    const done = await scene.put({ status: 'CONFIRMED', minutes: -60, customer: scene.stranger })
    const { status } = await changeDuring(
      lockOf(scene.customer),
      () => book(scene),
      async () => {
        const bio = { params: { id: scene.membership.id }, token: scene.owner.token, body: { bio: 'Corte à navalha' } }
        expect((await world.call(membersApi.setBio, bio)).status).toBe(200)
        return world.call(appointmentsApi.complete, { params: { id: done }, token: scene.barber.token })
      },
    )
    expect(status).toBe(201)
  })
})

test.each(Object.entries({ ...changes, ...serviceChanges }))(
  'a hold decided before %s is refused',
  async (_, change) => {
    const scene = await createScene()
    const { status } = await changeDuring(
      lockOf(scene.customer),
      () => book(scene, 'hold'),
      () => change(scene),
    )
    expect(refusals).toContain(status)
    expect(await countOpen(scene.shop.id)).toBe(0)
  },
)

describe('rescheduling that was decided before', () => {
  const { 'removal of the barber': _, ...keeping } = changes

  test.each(Object.entries(keeping))('%s is refused', async (_name, change) => {
    const scene = await createScene()
    // On a day that no change concerns.
    const id = await scene.put({ status: 'CONFIRMED', minutes: 5 * 1440 })
    const { customer, shop } = scene
    const reschedule = () =>
      world.call(appointmentsApi.reschedule, { token: customer.token, params: { id }, body: { newStartTime: NINE } })
    const { status } = await changeDuring(lockOf(customer), reschedule, () => change(scene))
    expect(refusals).toContain(status)
    expect(await countOpen(shop.id)).toBe(0)
  })

  test('another service list keeps the terms of the appointment', async () => {
    const scene = await createScene()
    const id = await scene.put({ status: 'CONFIRMED', minutes: 5 * 1440 })
    const request = { token: scene.customer.token, params: { id }, body: { newStartTime: TEN } }
    const { status } = await changeDuring(
      lockOf(scene.customer),
      () => world.call(appointmentsApi.reschedule, request),
      () => (serviceChanges['removal of the service'] as Change)(scene),
    )
    expect(status).toBe(200)
  })
})

describe('a walk-in that was decided before', () => {
  const walkIn = ({ barber, membership, service }: Scene) =>
    world.call(appointmentsApi.walkIn, {
      token: barber.token,
      body: { barberId: membership.id, serviceId: service.id, startTime: NINE },
    })
  const lockOfBarber = ({ membership }: Scene) => ({ userId: membership.userId, kind: 'barber' }) as const

  test.each([
    ['deactivation', changes.deactivation as Change],
    ...Object.entries(serviceChanges),
    [
      'removal of the barber',
      async ({ membership }: Scene) => {
        // The endpoint would wait for the lock that holds the walk-in back.
        const removal = world.db.updateTable('barbers').set({ removed_at: new Date() })
        await removal.where('id', '=', membership.id).execute()
        return { status: 200, body: {}, headers: {} }
      },
    ],
  ] as [string, Change][])('%s is refused', async (_, change) => {
    const scene = await createScene()
    const { status } = await changeDuring(
      lockOfBarber(scene),
      () => walkIn(scene),
      () => change(scene),
    )
    expect(refusals).toContain(status)
    expect(await countOpen(scene.shop.id)).toBe(0)
  })

  test.each(['time off', 'a share of the day for walk-ins'])('%s is written: it binds customers', async (name) => {
    const scene = await createScene()
    const change = () => (changes[name] as Change)(scene)
    expect((await changeDuring(lockOfBarber(scene), () => walkIn(scene), change)).status).toBe(201)
  })
})

test('several bookings of one customer during changes of the schedule keep the limits', async () => {
  const scene = await createScene()
  const [customer] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  const bookings = Array.from({ length: 6 }, (_, index) =>
    world.call(appointmentsApi.create, {
      token: customer.token,
      body: {
        barberId: scene.membership.id,
        serviceId: scene.service.id,
        startTime: new Date(Date.parse(NINE) + index * 3_600_000).toISOString(),
      },
    }),
  )
  const breaks = saveSchedule(scene, { breaks: [{ dayOfWeek: 1, start: 540, end: 660 }] })
  const outcomes = (await Promise.all(bookings)).map(({ status }) => status)
  expect((await breaks).status).toBe(200)
  expect(outcomes.filter((status) => status === 201)).toHaveLength(3)
  expect(outcomes.filter((status) => status !== 201 && status !== 422)).toEqual([])
})
