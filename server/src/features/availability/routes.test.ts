import { availabilityApi } from '@na-regua/contract/availability'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomers, createShop, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, type Harness } from '../../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness({ now: '2026-03-11T15:00:00Z' })
})
afterAll(() => harness.close())

type Shop = Awaited<ReturnType<typeof createShop>>
const chairOf = (shop: Shop, index = 0) => shop.barbers[index] as Shop['barbers'][0]
const serviceOf = (shop: Shop, index = 0) => shop.services[index] as Shop['services'][0]

async function appoint(shop: Shop, chair: Shop['barbers'][0], startsAt: string, more: { held?: string } = {}) {
  const [person] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
  const starts_at = new Date(startsAt)
  await harness.db
    .insertInto('appointments')
    .values({
      barbershop_id: shop.id,
      barber_id: chair.id,
      barber_user_id: chair.userId,
      customer_id: person.id,
      service_id: serviceOf(shop).id,
      service_name: 'Corte',
      duration_min: 30,
      price_cents: 5000,
      starts_at,
      ends_at: new Date(starts_at.getTime() + 1_800_000),
      status: more.held ? 'HELD' : 'CONFIRMED',
      held_until: more.held ?? null,
    })
    .execute()
}

const get = (id: string, query: object = {}) =>
  harness.call(availabilityApi.get, { params: { id }, query: { ...query } })
const freeTimes = (query: object) => harness.call(availabilityApi.freeTimes, { query: { ...query } })

describe('GET /barbers/:id/availability', () => {
  it('answers today in the shop’s zone with the shortest service when nothing else is asked', async () => {
    const shop = await createShop(harness.db, { timeZone: 'America/Rio_Branco', durations: [60, 30] })
    const { status, body } = await get(chairOf(shop).id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ date: '2026-03-11', timeZone: 'America/Rio_Branco' })
    expect([body.slots[0], body.slots.at(-1)]).toEqual(['10:00', '17:30'])
    expect(body).not.toHaveProperty('days')
  })
  it('is still today at 21:00 in São Paulo on the last day of a month', async () => {
    const shop = await createShop(harness.db, { hours: [540, 1410] })
    harness.clock.set('2026-04-01T00:00:00Z')
    const { body } = await get(chairOf(shop).id)
    expect([body.date, body.slots[0]]).toEqual(['2026-03-31', '21:00'])
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('looks two weeks ahead in one request and tells closed days from full ones', async () => {
    const shop = await createShop(harness.db, { hours: [540, 570] })
    await harness.db
      .deleteFrom('working_hours')
      .where('barbershop_id', '=', shop.id)
      .where('day_of_week', '=', 0)
      .execute()
    await appoint(shop, chairOf(shop), '2026-03-13T12:00:00Z')
    const { body } = await get(chairOf(shop).id, { date: '2026-03-12', serviceId: serviceOf(shop).id, days: 14 })
    expect(body.days).toHaveLength(14)
    expect(body.days.slice(0, 4)).toEqual([
      { date: '2026-03-12', slots: ['09:00'], isClosed: false },
      { date: '2026-03-13', slots: [], isClosed: false },
      { date: '2026-03-14', slots: ['09:00'], isClosed: false },
      { date: '2026-03-15', slots: [], isClosed: true },
    ])
    expect(body.slots).toEqual(['09:00'])
  })
  it('counts a hold until it expires', async () => {
    const shop = await createShop(harness.db, { hours: [540, 570] })
    await appoint(shop, chairOf(shop), '2026-03-12T12:00:00Z', { held: '2026-03-11T15:05:00Z' })
    const asked = { date: '2026-03-12' }
    expect((await get(chairOf(shop).id, asked)).body.slots).toEqual([])
    harness.clock.set('2026-03-11T15:05:00Z')
    expect((await get(chairOf(shop).id, asked)).body.slots).toEqual(['09:00'])
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('knows no removed barber, no inactive shop, no foreign or inactive service', async () => {
    const [shop, other, gone, off] = (await Promise.all([1, 2, 3, 4].map(() => createShop(harness.db)))) as [
      Shop,
      Shop,
      Shop,
      Shop,
    ]
    await harness.db.updateTable('barbers').set({ removed_at: new Date() }).where('id', '=', chairOf(gone).id).execute()
    await harness.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', off.id).execute()
    expect((await get(chairOf(gone).id)).body.code).toBe('BARBER_NOT_FOUND')
    expect((await get(chairOf(off).id)).body.code).toBe('BARBER_NOT_FOUND')
    expect((await get(chairOf(shop).id, { serviceId: serviceOf(other).id })).body.code).toBe('SERVICE_NOT_FOUND')
    await harness.db.updateTable('services').set({ is_active: false }).where('barbershop_id', '=', shop.id).execute()
    expect((await get(chairOf(shop).id, { serviceId: serviceOf(shop).id })).body.code).toBe('SERVICE_NOT_FOUND')
  })
  it.each([
    [{ date: '2026-02-30' }],
    [{ date: 'hoje' }],
    [{ days: 32 }],
    [{ days: 0 }],
    [{ serviceId: '1' }],
    [{ zone: 'UTC' }],
  ])('refuses %j', async (query) => {
    const shop = await createShop(harness.db)
    expect((await get(chairOf(shop).id, query)).status).toBe(400)
  })
})

describe('GET /barbershops/free-times', () => {
  it('joins the free time of all chairs on the shop’s own today', async () => {
    const [shop, closed] = (await Promise.all([createShop(harness.db, { chairs: 2 }), createShop(harness.db)])) as [
      Shop,
      Shop,
    ]
    await harness.db.deleteFrom('working_hours').where('barbershop_id', '=', closed.id).execute()
    await appoint(shop, chairOf(shop, 0), '2026-03-11T18:00:00Z')
    await appoint(shop, chairOf(shop, 1), '2026-03-11T18:00:00Z')
    const { status, body } = await freeTimes({ ids: `${shop.id},${closed.id}` })
    expect(status).toBe(200)
    const byId = new Map(body.freeTimes.map((entry: { id: string }) => [entry.id, entry]))
    expect(byId.get(shop.id)).toEqual({
      id: shop.id,
      timeZone: 'America/Sao_Paulo',
      opens: 540,
      closes: 1080,
      free: [
        [720, 900],
        [930, 1080],
      ],
      nextFreeAt: '2026-03-11T15:00:00.000Z',
    })
    expect(byId.get(closed.id)).toMatchObject({ opens: null, closes: null, free: [], nextFreeAt: null })
  })
  it('tells a night that still runs as the day on which it began', async () => {
    const shop = await createShop(harness.db, { hours: [1080, 1560] })
    harness.clock.set('2026-03-12T04:00:00Z')
    const { body } = await freeTimes({ ids: shop.id })
    expect(body.freeTimes[0]).toMatchObject({
      opens: 1080,
      closes: 1560,
      free: [[1500, 1560]],
      nextFreeAt: '2026-03-12T04:00:00.000Z',
    })
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('answers a shop without a chair, skips unknown ids, refuses what is no list of ids', async () => {
    const shop = await createShop(harness.db, { chairs: 0 })
    const { body } = await freeTimes({ ids: `${shop.id},${crypto.randomUUID()}` })
    expect(body.freeTimes).toMatchObject([{ id: shop.id, opens: 540, closes: 1080, free: [] }])
    expect((await freeTimes({ ids: "1' or 1=1" })).status).toBe(400)
    expect((await freeTimes({ ids: Array.from({ length: 51 }, () => crypto.randomUUID()).join() })).status).toBe(400)
  })
})
