import { favoritesApi } from '@na-regua/contract/favorites'
import { waitlistSettingsApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { clearWaitlist, createWaitlistScene } from '../../../../test/waitlist-scene.ts'
import { sweepWaitlist } from '../requests/sweep-waitlist.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => clearWaitlist(world))

/** 16:00 and 17:00 in São Paulo. */
const FOUR = '2026-03-11T19:00:00.000Z'
const FIVE = '2026-03-11T20:00:00.000Z'
const SAO_PAULO = { name: 'Centro', latitude: -23.55, longitude: -46.64, radiusInKm: 5, service: 'corte' }

type Scene = Awaited<ReturnType<typeof createWaitlistScene>>

/** Which of the customers has an offer. */
async function winnerOf(scene: Scene, customers: readonly SceneCustomer[]) {
  const offers = await Promise.all(customers.map((customer) => scene.offersOf(customer)))
  return offers.flatMap((list, index) => list.map(({ startTime, reason }) => ({ index, startTime, fit: reason.fit })))
}

async function addFavorite(scene: Scene, { token }: SceneCustomer) {
  await world.call(favoritesApi.toggle, { token, body: { barbershopId: scene.shop.id, isFavorite: true } })
}

describe('who gets the offer', () => {
  test('the barber that was named comes before the barbershop, and it before the area, however long they wait', async () => {
    const scene = await createWaitlistScene(world)
    const customers = await scene.customers(3)
    const [area, barbershop, barber] = customers as [SceneCustomer, SceneCustomer, SceneCustomer]
    await scene.request(area, { targets: undefined, area: SAO_PAULO })
    await scene.request(barbershop)
    await scene.request(barber, { targets: [scene.target({ barberId: scene.barber.id })] })
    await scene.free(FOUR)
    expect(await winnerOf(scene, customers)).toEqual([{ index: 2, startTime: FOUR, fit: 'barber' }])
    await scene.decline(String((await scene.offersOf(barber))[0]?.token))
    await scene.match()
    expect(await winnerOf(scene, customers)).toEqual([{ index: 1, startTime: FOUR, fit: 'barbershop' }])
    await scene.decline(String((await scene.offersOf(barbershop))[0]?.token))
    await scene.match()
    expect(await winnerOf(scene, customers)).toEqual([{ index: 0, startTime: FOUR, fit: 'area' }])
  })

  test('of equal fit, a favorite comes first, then who has waited longest', async () => {
    const scene = await createWaitlistScene(world)
    const customers = await scene.customers(3)
    for (const customer of customers) {
      await scene.request(customer)
      world.clock.advance({ minutes: 1 })
    }
    await addFavorite(scene, customers[2] as SceneCustomer)
    await scene.free(FOUR)
    expect(await winnerOf(scene, customers)).toMatchObject([{ index: 2 }])
    await scene.decline(String((await scene.offersOf(customers[2] as SceneCustomer))[0]?.token))
    await scene.match()
    expect(await winnerOf(scene, customers)).toMatchObject([{ index: 0 }])
  })

  test('two times that open at once go to two customers', async () => {
    const scene = await createWaitlistScene(world)
    const customers = await scene.customers(2)
    for (const customer of customers) await scene.request(customer)
    const ids = [await scene.book(FOUR), await scene.book(FIVE)]
    for (const id of ids) await scene.cancel(id)
    await scene.match()
    const winners = await winnerOf(scene, customers)
    expect(winners.map(({ index }) => index).toSorted()).toEqual([0, 1])
    expect(winners.map(({ startTime }) => startTime).toSorted()).toEqual([FOUR, FIVE])
  })

  type Case = [name: string, (scene: Scene, customer: SceneCustomer) => Promise<unknown>]
  test.each<Case>([
    [
      'wants other hours',
      (scene, customer) => scene.request(customer, { wanted: [{ ...scene.today, untilMin: 960 }] }),
    ],
    [
      'wants another day',
      (scene, customer) => scene.request(customer, { wanted: [{ ...scene.today, date: '2026-03-12' }] }),
    ],
    ['pays less', (scene, customer) => scene.request(customer, { maxPriceCents: 4999 })],
    [
      'is elsewhere',
      (scene, customer) => scene.request(customer, { targets: undefined, area: { ...SAO_PAULO, latitude: -23.65 } }),
    ],
    [
      'is in a corner of the box around the circle',
      (scene, customer) =>
        scene.request(customer, { targets: undefined, area: { ...SAO_PAULO, latitude: -23.585, longitude: -46.665 } }),
    ],
    [
      'wants another service',
      (scene, customer) => scene.request(customer, { targets: undefined, area: { ...SAO_PAULO, service: 'barba' } }),
    ],
    [
      'is busy then',
      async (scene, customer) => {
        await scene.request(customer)
        await (await createWaitlistScene(world)).book('2026-03-11T19:15:00.000Z', customer)
      },
    ],
    [
      'is blocked by the barbershop',
      async (scene, customer) => {
        await scene.request(customer)
        await sql`insert into customer_profiles (barbershop_id, user_id, blocked_at, created_at)
          values (${scene.shop.id}, ${customer.id}, now(), now())`.execute(world.db)
      },
    ],
    ['is the barber', (scene) => scene.request(scene.barberUser)],
    [
      'wants neither notifications nor emails nor pushes of it',
      async (scene, customer) => {
        await scene.request(customer)
        for (const channel of ['in-app', 'email', 'push'])
          await world.db
            .insertInto('notification_preferences')
            .values({ user_id: customer.id, topic: 'waitlist', channel, is_on: false })
            .execute()
      },
    ],
  ])('not a customer who %s', async (_, prepare) => {
    const scene = await createWaitlistScene(world)
    const [customer] = (await scene.customers(1)) as [SceneCustomer]
    await prepare(scene, customer)
    await scene.free(FOUR)
    expect(await scene.holds()).toEqual([])
  })

  test('who is one kilometre from the circle’s edge inside gets it', async () => {
    const scene = await createWaitlistScene(world)
    const [customer] = (await scene.customers(1)) as [SceneCustomer]
    // The barbershop is 4.4 km from there.
    await scene.request(customer, {
      targets: undefined,
      area: { ...SAO_PAULO, latitude: -23.59, longitude: -46.63, service: 'Córte 30' },
    })
    await scene.free(FOUR)
    expect(await winnerOf(scene, [customer])).toEqual([{ index: 0, startTime: FOUR, fit: 'area' }])
  })
})

describe('limits of a person', () => {
  test('one open offer, one in half an hour, three a day', async () => {
    const scene = await createWaitlistScene(world)
    const [customer] = (await scene.customers(1)) as [SceneCustomer]
    await scene.request(customer)
    const starts = ['17:30', '18:00', '18:30', '19:00', '19:30', '20:00', '20:30'].map(
      (time) => `2026-03-11T${time}:00.000Z`,
    )
    const offered: string[] = []
    for (const start of starts) {
      const [other] = (await scene.customers(1)) as [SceneCustomer]
      await scene.cancel(await scene.book(start, other), other)
      await scene.match()
      const [offer] = await scene.offersOf(customer)
      offered.push(offer ? offer.startTime.slice(11, 16) : '')
      world.clock.advance({ minutes: 16 })
      await scene.match()
    }
    // Every second one is within half an hour of the one before; after three the day is over.
    expect(offered).toEqual(['17:30', '', '18:30', '', '19:30', '', ''])
    world.clock.set('2026-03-12T15:00:00.000Z')
    const [request] = await scene.requestsOf(customer)
    expect(request?.offerCount).toBe(3)
  })
})

describe('hours and lead', () => {
  test.each([
    ['2026-03-11T15:30:00.000Z', undefined],
    ['2026-03-11T15:45:00.000Z', 3],
    ['2026-03-11T16:15:00.000Z', 5],
    ['2026-03-11T18:15:00.000Z', 10],
    ['2026-03-12T15:00:00.000Z', 15],
  ])('a second past noon, a time at %s is offered for %s minutes', async (start, minutes) => {
    const scene = await createWaitlistScene(world)
    const [customer] = (await scene.customers(1)) as [SceneCustomer]
    const fromMin = (Date.parse(start) / 60_000 - 180) % 1440
    await scene.request(customer, { wanted: [{ date: start.slice(0, 10), fromMin, untilMin: fromMin + 1 }] })
    const id = await scene.book(start)
    world.clock.set('2026-03-11T15:00:00.000Z')
    await scene.cancel(id, scene.barberUser)
    world.clock.set('2026-03-11T15:00:01.000Z')
    await scene.match()
    const [offer] = await scene.offersOf(customer)
    expect(offer?.startTime).toBe(minutes && start)
    expect(offer && (Date.parse(offer.expiresAt) - Date.parse(offer.offeredAt)) / 60_000).toBe(minutes)
  })

  test.each(['America/Sao_Paulo', 'America/Manaus'])(
    'at night in %s nothing is offered before 8, unless it begins soon',
    async (timeZone) => {
      const scene = await createWaitlistScene(world, { timeZone, hours: [0, 1440] })
      const [customer] = (await scene.customers(1)) as [SceneCustomer]
      const zone = timeZone === 'America/Manaus' ? '-04:00' : '-03:00'
      const at = (text: string) => new Date(`${text}${zone}`).toISOString()
      await scene.request(customer, { wanted: [{ date: '2026-03-12', fromMin: 0, untilMin: 1440 }] })
      world.clock.set(at('2026-03-11T23:00:00'))
      await scene.free(at('2026-03-12T10:00:00'))
      expect(await scene.offersOf(customer)).toEqual([])
      expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'OPEN' }])
      world.clock.set(at('2026-03-12T07:59:00'))
      await scene.match()
      expect(await scene.offersOf(customer)).toEqual([])
      world.clock.set(at('2026-03-12T08:00:00'))
      await scene.match()
      expect(await scene.offersOf(customer)).toMatchObject([{ startTime: at('2026-03-12T10:00:00') }])
      await scene.decline(String((await scene.offersOf(customer))[0]?.token))
      const [other] = (await scene.customers(1)) as [SceneCustomer]
      world.clock.set(at('2026-03-11T23:00:00'))
      await scene.request(other, { wanted: [{ date: '2026-03-12', fromMin: 0, untilMin: 240 }] })
      await scene.free(at('2026-03-12T01:30:00'))
      expect(await scene.offersOf(other)).toMatchObject([{ startTime: at('2026-03-12T01:30:00') }])
    },
  )

  test('before nine in the evening in São Paulo a time of the next day is offered', async () => {
    const scene = await createWaitlistScene(world)
    const [customer] = (await scene.customers(1)) as [SceneCustomer]
    world.clock.set('2026-03-12T00:00:00.000Z')
    await scene.request(customer, { wanted: [{ ...scene.today, date: '2026-03-12' }] })
    await scene.free('2026-03-12T13:00:00.000Z')
    expect(await scene.offersOf(customer)).toMatchObject([
      { startTime: '2026-03-12T13:00:00.000Z', expiresAt: '2026-03-12T00:15:00.000Z' },
    ])
  })
})

describe('the owner', () => {
  test('switches it off, and sees what became of the times', async () => {
    const scene = await createWaitlistScene(world)
    const customers = await scene.customers(2)
    for (const customer of customers) await scene.request(customer)
    await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.ownerId).execute()
    await createSubscription(world, scene.ownerId)
    const token = await createSessionToken(world, scene.ownerId)
    const params = { id: scene.shop.id }
    await scene.free(FOUR)
    const taken = (await Promise.all(customers.map(scene.offersOf))).flat()
    await scene.accept(String(taken[0]?.token))
    const set = await world.call(waitlistSettingsApi.set, { token, params, body: { isOn: false, version: 1 } })
    expect(set.body.setting).toEqual({ isOn: false, version: 2 })
    await scene.free(FIVE)
    expect(await scene.holds()).toEqual([])
    const conflict = await world.call(waitlistSettingsApi.set, { token, params, body: { isOn: true, version: 1 } })
    expect(conflict.body.code).toBe('EDIT_CONFLICT')
    const { body } = await world.call(waitlistSettingsApi.statistics, { token, params, query: {} })
    const counts = { freed: 2, offered: 1, refilled: 1, minutesRecovered: 30, centsRecovered: 5000 }
    expect(body.statistics).toEqual({ ...counts, offers: 1, byCause: [{ cause: 'cancelled', ...counts }] })
    const [stranger] = await createCustomers(world.db, 1)
    const foreign = await world.call(waitlistSettingsApi.statistics, { token: stranger?.token, params, query: {} })
    expect(foreign.status).toBe(403)
  })
})

test('a request ends with its last wanted time, and is deleted a month later', async () => {
  const scene = await createWaitlistScene(world)
  const [customer] = (await scene.customers(1)) as [SceneCustomer]
  await scene.request(customer)
  world.clock.set('2026-03-11T20:59:00.000Z')
  await sweepWaitlist(world)
  expect(await scene.requestsOf(customer)).toMatchObject([{ status: 'ACTIVE' }])
  world.clock.set('2026-03-11T21:00:00.000Z')
  await sweepWaitlist(world)
  expect(await scene.requestsOf(customer)).toMatchObject([{ status: 'EXPIRED', version: 2 }])
  world.clock.set('2026-04-10T21:01:00.000Z')
  await sweepWaitlist(world)
  expect((await sql`select 1 from waitlist_requests`.execute(world.db)).rows).toEqual([])
})
