import { availabilityApi, type NextTime } from '@na-regua/contract/availability'
import { staffApi } from '@na-regua/contract/staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, type Harness } from '../../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness({ now: '2026-03-11T15:00:00Z' })
})
afterAll(() => harness.close())

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>
const barberOf = (shop: Shop, index = 0) => shop.barbers[index] as Shop['barbers'][0]
const serviceOf = (shop: Shop, index = 0) => shop.services[index] as Shop['services'][0]

async function insertAppointment(
  shop: Shop,
  barber: Shop['barbers'][0],
  startsAt: string,
  more: { held?: string } = {},
) {
  const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
  const starts_at = new Date(startsAt)
  await harness.db
    .insertInto('appointments')
    .values({
      barbershop_id: shop.id,
      barber_id: barber.id,
      barber_user_id: barber.userId,
      customer_id: customer.id,
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
const getSlotsToday = (query: object) => harness.call(availabilityApi.slotsToday, { query: { ...query } })

describe('GET /barbers/:id/availability', () => {
  it('defaults to today in the barbershop’s time zone and to the shortest service [3.13, 7.17]', async () => {
    const shop = await createBookableBarbershop(harness.db, { timeZone: 'America/Rio_Branco', durations: [60, 30] })
    const { status, body } = await get(barberOf(shop).id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ date: '2026-03-11', timeZone: 'America/Rio_Branco' })
    expect([body.slots[0], body.slots.at(-1)]).toEqual(['10:00', '17:30'])
    expect(body).not.toHaveProperty('days')
  })
  it('today is the local date: at 21:00 in São Paulo on the last day of a month, UTC is a day ahead', async () => {
    const shop = await createBookableBarbershop(harness.db, { hours: [540, 1410] })
    harness.clock.set('2026-04-01T00:00:00Z')
    const { body } = await get(barberOf(shop).id)
    expect([body.date, body.slots[0]]).toEqual(['2026-03-31', '21:00'])
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('returns two weeks in one request and distinguishes closed days from fully booked ones [4.12]', async () => {
    const shop = await createBookableBarbershop(harness.db, { hours: [540, 570] })
    await harness.db
      .deleteFrom('working_hours')
      .where('barbershop_id', '=', shop.id)
      .where('day_of_week', '=', 0)
      .execute()
    await insertAppointment(shop, barberOf(shop), '2026-03-13T12:00:00Z')
    const { body } = await get(barberOf(shop).id, { date: '2026-03-12', serviceId: serviceOf(shop).id, days: 14 })
    expect(body.days).toHaveLength(14)
    expect(body.days.slice(0, 4)).toEqual([
      { date: '2026-03-12', slots: ['09:00'], isClosed: false },
      { date: '2026-03-13', slots: [], isClosed: false },
      { date: '2026-03-14', slots: ['09:00'], isClosed: false },
      { date: '2026-03-15', slots: [], isClosed: true },
    ])
    expect(body.slots).toEqual(['09:00'])
  })
  it('a hold blocks its slot until it expires', async () => {
    const shop = await createBookableBarbershop(harness.db, { hours: [540, 570] })
    await insertAppointment(shop, barberOf(shop), '2026-03-12T12:00:00Z', { held: '2026-03-11T15:05:00Z' })
    const query = { date: '2026-03-12' }
    expect((await get(barberOf(shop).id, query)).body.slots).toEqual([])
    harness.clock.set('2026-03-11T15:05:00Z')
    expect((await get(barberOf(shop).id, query)).body.slots).toEqual(['09:00'])
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('does not find a removed barber, an inactive barbershop, an inactive service or one of another barbershop', async () => {
    const [shop, other, removed, inactive] = (await Promise.all(
      [1, 2, 3, 4].map(() => createBookableBarbershop(harness.db)),
    )) as [Shop, Shop, Shop, Shop]
    await harness.db
      .updateTable('barbers')
      .set({ removed_at: new Date() })
      .where('id', '=', barberOf(removed).id)
      .execute()
    await harness.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', inactive.id).execute()
    expect((await get(barberOf(removed).id)).body.code).toBe('BARBER_NOT_FOUND')
    expect((await get(barberOf(inactive).id)).body.code).toBe('BARBER_NOT_FOUND')
    expect((await get(barberOf(shop).id, { serviceId: serviceOf(other).id })).body.code).toBe('SERVICE_NOT_FOUND')
    await harness.db.updateTable('services').set({ is_active: false }).where('barbershop_id', '=', shop.id).execute()
    expect((await get(barberOf(shop).id, { serviceId: serviceOf(shop).id })).body.code).toBe('SERVICE_NOT_FOUND')
  })
  it.each([
    [{ date: '2026-02-30' }],
    [{ date: 'hoje' }],
    [{ days: 32 }],
    [{ days: 0 }],
    [{ serviceId: '1' }],
    [{ zone: 'UTC' }],
  ])('rejects %j', async (query) => {
    const shop = await createBookableBarbershop(harness.db)
    expect((await get(barberOf(shop).id, query)).status).toBe(400)
  })
})

/** A time of UTC. */
const toSaoPaulo = (time: string) => `${Number(time.slice(0, 2)) - 3}${time.slice(2)}`

describe('GET /barbershops/free-times', () => {
  it('another name of a barber is noted, so that no process shows the old one for long', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const readChange = () =>
      harness.db
        .selectFrom('barbershop_changes')
        .select('changed_by')
        .where('barbershop_id', '=', shop.id)
        .executeTakeFirst()
    const update = (values: { name: string } | { phone: string }) =>
      harness.db.updateTable('users').set(values).where('id', '=', barberOf(shop).userId).execute()
    const before = await readChange()
    await update({ phone: '62999990000' })
    expect(await readChange()).toEqual(before)
    await update({ name: 'Rafael Moreira' })
    expect(await readChange()).not.toEqual(before)
    const { body } = await getSlotsToday({ ids: shop.id })
    expect(body.freeTimes[0].nextTimes[0].barberName).toBe('Rafael Moreira')
  })
  it('names the next times of a service, on a day and from a time on', async () => {
    const shop = await createBookableBarbershop(harness.db, { durations: [30, 45] })
    const read = async (query: Record<string, string>) => {
      const [{ nextTimes, preselection }] = (await getSlotsToday({ ids: shop.id, ...query })).body.freeTimes
      expect(nextTimes.every((next: NextTime) => next.serviceId === preselection.serviceId)).toBe(true)
      return nextTimes.map((next: NextTime) => `${next.serviceName} ${next.date} ${next.time}`)
    }
    const ofTomorrow = (service: string, times: string[]) => times.map((time) => `${service} 2026-03-12 ${time}`)
    const tomorrow = { freeOn: '2026-03-12', freeFrom: '16:40' }
    expect(await read(tomorrow)).toEqual(ofTomorrow('Corte 30', ['16:45', '17:00', '17:15', '17:30']))
    expect(await read({ ...tomorrow, service: 'corte 45' })).toEqual(
      ofTomorrow('Corte 45', ['16:45', '17:00', '17:15']),
    )
    expect(await read({ ...tomorrow, freeUntil: '17:00' })).toEqual(ofTomorrow('Corte 30', ['16:45']))
    expect(await read({ service: 'barba' })).toEqual([])
    expect((await getSlotsToday({ ids: shop.id, freeFrom: '10:00', freeUntil: '09:00' })).status).toBe(400)
  })

  it('has the ranges of the day that a list is filtered by, of today without one', async () => {
    const shop = await createBookableBarbershop(harness.db)
    await insertAppointment(shop, shop.barbers[0] as Shop['barbers'][0], '2026-03-12T13:00:00Z')
    const read = async (query: Record<string, string>) => {
      const { date, opens, free } = (await getSlotsToday({ ids: shop.id, ...query })).body.freeTimes[0]
      return { date, opens, free }
    }
    const ofTomorrow = {
      date: '2026-03-12',
      opens: 540,
      free: [
        [540, 600],
        [630, 1080],
      ],
    }
    expect(await read({ freeOn: '2026-03-12', freeFrom: '16:40' })).toEqual(ofTomorrow)
    expect(await read({ date: '2026-03-12' })).toEqual(ofTomorrow)
    const ofToday = { date: '2026-03-11', opens: 540, free: [[720, 1080]] }
    expect(await read({ freeFrom: '16:40' })).toEqual(ofToday)
    expect(await read({})).toEqual(ofToday)
  })

  it('of several services with the words it names one of the price, and one that fits between the times', async () => {
    const shop = await createBookableBarbershop(harness.db, { durations: [60, 30, 15] })
    const setPrice = (index: number, price_cents: number) =>
      harness.db.updateTable('services').set({ price_cents }).where('id', '=', serviceOf(shop, index).id).execute()
    for (const [index, price] of [9000, 5000, 3000].entries()) await setPrice(index, price)
    const read = async (query: object) => {
      const { body } = await getSlotsToday({ ids: shop.id, service: 'corte', ...query })
      const [{ nextTimes, preselection }] = body.freeTimes
      expect(nextTimes.every((next: NextTime) => next.serviceId === preselection.serviceId)).toBe(true)
      return nextTimes.map((next: NextTime) => `${next.serviceName} ${next.time}`)
    }
    expect((await read({}))[0]).toBe('Corte 60 12:00')
    expect((await read({ priceMax: 6000 }))[0]).toBe('Corte 30 12:00')
    expect((await read({ priceMin: 2000, priceMax: 4000 }))[0]).toBe('Corte 15 12:00')
    expect(await read({ priceMin: 9001 })).toEqual([])
    const late = { freeOn: '2026-03-12', freeFrom: '17:15' }
    expect(await read(late)).toEqual(['Corte 30 17:15', 'Corte 30 17:30'])
    expect(await read({ ...late, priceMax: 4000 })).toEqual(['Corte 15 17:15', 'Corte 15 17:30', 'Corte 15 17:45'])
    expect((await read({ ...late, freeFrom: '16:00' }))[0]).toBe('Corte 60 16:00')
    expect(await read({ ...late, priceMin: 8000 })).toEqual([])
  })

  it('names who has each of the next slots for the first service, and the barbers are listed in that order', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 3, durations: [30, 15] })
    const [first, second, third] = shop.barbers as [Shop['barbers'][0], Shop['barbers'][0], Shop['barbers'][0]]
    await insertAppointment(shop, first, '2026-03-11T15:00:00Z')
    await insertAppointment(shop, second, '2026-03-11T15:15:00Z', { held: '2026-03-11T15:05:00Z' })
    await harness.db
      .insertInto('time_off')
      .values({ barber_id: third.id, starts_at: new Date('2026-03-11T03:00:00Z'), ends_at: new Date('2027-03-11') })
      .execute()
    const read = async () => {
      const { body } = await getSlotsToday({ ids: shop.id })
      const { barbers } = (await harness.call(staffApi.list, { params: { id: shop.id } })).body
      const [{ nextTimes, preselection }] = body.freeTimes
      expect(preselection).toEqual({ barberId: nextTimes[0].barberId, serviceId: serviceOf(shop).id })
      expect(barbers[0].nextTime).toEqual(nextTimes[0])
      return {
        times: nextTimes.map(({ time, barberId }: NextTime) => `${time} ${barberId === first.id ? 1 : 2}`),
        order: barbers.map(({ id }: { id: string }) => shop.barbers.findIndex((barber) => barber.id === id) + 1),
        last: barbers[2].nextTime,
      }
    }
    expect(await read()).toEqual({ times: ['12:30 1', '12:45 1', '13:00 1', '13:15 1'], order: [1, 2, 3], last: null })
    harness.clock.set('2026-03-11T15:05:00Z')
    expect(await read()).toMatchObject({ times: ['12:15 2', '12:30 2', '12:45 2', '13:00 2'], order: [2, 1, 3] })
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('merges the free ranges of all barbers on the barbershop’s own today', async () => {
    const [shop, closed] = (await Promise.all([
      createBookableBarbershop(harness.db, { barberCount: 2 }),
      createBookableBarbershop(harness.db),
    ])) as [Shop, Shop]
    await harness.db.deleteFrom('working_hours').where('barbershop_id', '=', closed.id).execute()
    await insertAppointment(shop, barberOf(shop, 0), '2026-03-11T18:00:00Z')
    await insertAppointment(shop, barberOf(shop, 1), '2026-03-11T18:00:00Z')
    const { status, body } = await getSlotsToday({ ids: `${shop.id},${closed.id}` })
    expect(status).toBe(200)
    const byId = new Map(body.freeTimes.map((entry: { id: string }) => [entry.id, entry]))
    const service = { serviceId: serviceOf(shop).id, serviceName: 'Corte 30', priceCents: 5000 }
    const next = (time: string, index: number) => ({
      startTime: `2026-03-11T${time}:00.000Z`,
      date: '2026-03-11',
      time: toSaoPaulo(time),
      barberId: barberOf(shop, index).id,
      barberName: `Cliente ${index + 1}`,
      ...service,
    })
    expect(byId.get(shop.id)).toEqual({
      id: shop.id,
      timeZone: 'America/Sao_Paulo',
      date: '2026-03-11',
      opens: 540,
      closes: 1080,
      free: [
        [720, 900],
        [930, 1080],
      ],
      nextFreeAt: '2026-03-11T15:00:00.000Z',
      nextSlots: ['15:00', '15:15', '15:30', '15:45'].map((time) => `2026-03-11T${time}:00.000Z`),
      nextTimes: ['15:00', '15:15', '15:30', '15:45'].map((time) => next(time, 0)),
      preselection: { barberId: barberOf(shop).id, serviceId: service.serviceId },
      isOver: false,
      nextOpensAt: null,
    })
    const never = { opens: null, closes: null, free: [], nextFreeAt: null, isOver: true, nextOpensAt: null }
    expect(byId.get(closed.id)).toMatchObject(never)
  })
  it('shows when a closed barbershop opens next: today, on another weekday, or after special dates', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const openOn = async (...days: number[]) => {
      await harness.db
        .deleteFrom('working_hours')
        .where('barbershop_id', '=', shop.id)
        .where('day_of_week', 'not in', days)
        .execute()
    }
    const readAt = async (instant: string, query: object = {}) => {
      harness.clock.set(instant)
      const { isOver, nextOpensAt, opens } = (await getSlotsToday({ ids: shop.id, ...query })).body.freeTimes[0]
      return [opens !== null, isOver, nextOpensAt]
    }
    // A Wednesday at 03:00, at the opening and the closing minute.
    expect(await readAt('2026-03-11T06:00:00Z')).toEqual([true, false, '2026-03-11T12:00:00.000Z'])
    expect(await readAt('2026-03-11T12:00:00Z')).toEqual([true, false, null])
    expect(await readAt('2026-03-11T21:00:00Z')).toEqual([true, true, '2026-03-12T12:00:00.000Z'])
    await openOn(2)
    expect(await readAt('2026-03-11T15:00:00Z')).toEqual([false, true, '2026-03-17T12:00:00.000Z'])
    expect(await readAt('2026-03-11T15:00:00Z', { date: '2026-03-17' })).toEqual([
      true,
      false,
      '2026-03-17T12:00:00.000Z',
    ])
    const holiday = { barbershop_id: shop.id, opens_minute: null, closes_minute: null, reason: 'Reforma' }
    await harness.db
      .insertInto('special_dates')
      .values({ ...holiday, date: '2026-03-17' })
      .execute()
    expect(await readAt('2026-03-11T15:00:00Z')).toEqual([false, true, '2026-03-24T12:00:00.000Z'])
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('an opening that runs past midnight belongs to the day on which it began', async () => {
    const shop = await createBookableBarbershop(harness.db, { hours: [1080, 1560] })
    harness.clock.set('2026-03-12T04:00:00Z')
    const { body } = await getSlotsToday({ ids: shop.id })
    expect(body.freeTimes[0]).toMatchObject({
      opens: 1080,
      closes: 1560,
      free: [[1500, 1560]],
      nextFreeAt: '2026-03-12T04:00:00.000Z',
    })
    harness.clock.set('2026-03-11T15:00:00Z')
  })
  it('includes a barbershop without barbers, skips unknown ids, rejects malformed and too long lists of ids', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 0 })
    const { body } = await getSlotsToday({ ids: `${shop.id},${crypto.randomUUID()}` })
    expect(body.freeTimes).toMatchObject([{ id: shop.id, opens: 540, closes: 1080, free: [] }])
    expect((await getSlotsToday({ ids: "1' or 1=1" })).status).toBe(400)
    expect((await getSlotsToday({ ids: Array.from({ length: 51 }, () => crypto.randomUUID()).join() })).status).toBe(
      400,
    )
  })
})
