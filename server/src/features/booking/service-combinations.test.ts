import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const day = '2026-03-12'
const at = (time: string) => new Date(`${day}T${time}:00-03:00`).toISOString()
const createCustomer = async () => (await createCustomers(world.db, 1))[0] as SceneCustomer
type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>
const barberOf = (shop: Shop) => shop.barbers[0]?.id as string
const idsOf = (shop: Shop) => shop.services.map(({ id }) => id)

/** Services of 30, 20 and 15 minutes, R$ 50 each, the second with a buffer of 10 minutes. */
const createShop = () => createBookableBarbershop(world.db, { durations: [30, 20, 15], buffers: [0, 10, 0] })

async function book(shop: Shop, time: string, serviceIds: string[], more: object = {}, customer?: SceneCustomer) {
  const body = { barberId: barberOf(shop), serviceId: serviceIds[0], serviceIds, startTime: at(time), ...more }
  return world.call(appointmentsApi.create, { token: (customer ?? (await createCustomer())).token, body })
}

async function listSlots(shop: Shop, serviceIds: string[]): Promise<string[]> {
  const query = { date: day, serviceIds: serviceIds.join() }
  const { body } = await world.call(availabilityApi.get, { params: { id: barberOf(shop) }, query })
  return body.slots
}

async function combine(shop: Shop, serviceIds: string[], priceCents: number | null) {
  await world.db
    .insertInto('service_combinations')
    .values({ barbershop_id: shop.id, service_ids: serviceIds.toSorted(), duration_min: 40, price_cents: priceCents })
    .execute()
}

describe('several services in one appointment', () => {
  it('take the sum of their durations and prices, and are listed one by one', async () => {
    const shop = await createShop()
    const [cut, beard, brows] = idsOf(shop) as [string, string, string]
    const customer = await createCustomer()
    const { status, body } = await book(shop, '09:00', [beard, cut, brows], { endTime: at('10:05') }, customer)
    expect(status).toBe(201)
    const expected = {
      durationMin: 65,
      priceCents: 15_000,
      endTime: at('10:05'),
      service: { id: beard, name: 'Corte 20 + Corte 30 + Corte 15' },
      services: [
        { id: beard, name: 'Corte 20', durationMin: 20, priceCents: 5000 },
        { id: cut, name: 'Corte 30', durationMin: 30, priceCents: 5000 },
        { id: brows, name: 'Corte 15', durationMin: 15, priceCents: 5000 },
      ],
    }
    expect(body.appointment).toMatchObject(expected)
    const { body: read } = await world.call(appointmentsApi.get, { params: { id: body.id }, token: customer.token })
    expect(read.appointment).toEqual(body.appointment)
  })
  it('a single service is a list, too', async () => {
    const shop = await createShop()
    const [cut] = idsOf(shop) as [string]
    const { body } = await book(shop, '09:00', [cut])
    expect(body.appointment.services).toEqual([{ id: cut, name: 'Corte 30', durationMin: 30, priceCents: 5000 }])
  })
  it('use the price and duration of a combination, in any order', async () => {
    const shop = await createShop()
    const [cut, beard, brows] = idsOf(shop) as [string, string, string]
    await combine(shop, [cut, beard], 8000)
    expect((await listSlots(shop, [beard, cut])).at(-1)).toBe('17:15')
    expect((await book(shop, '09:00', [beard, cut])).body.appointment).toMatchObject({
      durationMin: 40,
      priceCents: 8000,
    })
    expect((await book(shop, '11:00', [beard, brows, cut])).body.appointment).toMatchObject({
      durationMin: 55,
      priceCents: 13_000,
    })
    const { body } = await world.call(barbershopsApi.get, { params: { id: shop.id } })
    expect(body.barbershop).toMatchObject({
      combinations: [{ serviceIds: [cut, beard].toSorted(), durationMin: 40, priceCents: 8000 }],
      minimumNoticeMin: 0,
      cancelNoticeMin: 120,
      bookingWindowDays: 60,
    })
  })
  it('cost their sum if the combination has no price', async () => {
    const shop = await createShop()
    const [cut, beard] = idsOf(shop) as [string, string]
    await combine(shop, [cut, beard], null)
    const { body } = await book(shop, '09:00', [cut, beard])
    expect(body.appointment).toMatchObject({ durationMin: 40, priceCents: 10_000 })
  })
  it('a repeated request returns the same appointment; the same key with other services is a conflict', async () => {
    const shop = await createShop()
    const [cut, beard] = idsOf(shop) as [string, string]
    const { token } = await createCustomer()
    const request = (serviceIds: string[]) =>
      world.call(appointmentsApi.create, {
        token,
        headers: { 'idempotency-key': 'two-services' },
        body: { barberId: barberOf(shop), serviceId: serviceIds[0], serviceIds, startTime: at('09:00') },
      })
    const first = await request([cut, beard])
    const again = await request([cut, beard])
    const other = await request([cut])
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
  })
  it.each([true, false])('other services at the same start are a conflict, with another key: %s', async (hasKey) => {
    const shop = await createShop()
    const elsewhere = await createShop()
    const [cut, beard] = idsOf(shop) as [string, string]
    const { token } = await createCustomer()
    const request = async (serviceIds: string[], from = shop) => {
      const barberId = barberOf(from)
      const { status, body } = await world.call(appointmentsApi.create, {
        token,
        headers: hasKey ? { 'idempotency-key': crypto.randomUUID() } : {},
        body: { barberId, serviceId: serviceIds[0], serviceIds, startTime: at('09:00') },
      })
      return `${status} ${body.code ?? body.id}`
    }
    const booked = await request([cut])
    expect(await request([cut])).toBe(booked.replace('201', '200'))
    for (const other of [[beard], [cut, beard], [beard, cut]]) expect(await request(other)).toBe('409 CUSTOMER_BUSY')
    expect(await request([idsOf(elsewhere)[0] as string], elsewhere)).toBe('409 CUSTOMER_BUSY')
    expect(await listSlots(elsewhere, [idsOf(elsewhere)[0] as string])).toContain('09:00')
  })
  it('are rejected if the list is invalid or not offered, and nothing is booked', async () => {
    const shop = await createShop()
    const other = await createShop()
    const [cut, beard, brows] = idsOf(shop) as [string, string, string]
    const unknown = Array.from({ length: 5 }, () => crypto.randomUUID())
    const rejectionOf = async (serviceIds: string[], more: object = {}) => {
      const { status, body } = await book(shop, '09:00', serviceIds, more)
      return `${status} ${body.code}`
    }
    expect(await rejectionOf([cut, cut])).toBe('400 INVALID_INPUT')
    expect(await rejectionOf([cut, cut.toUpperCase()])).toBe('400 INVALID_INPUT')
    expect(await rejectionOf([cut, ...unknown])).toBe('400 INVALID_INPUT')
    expect(await rejectionOf([], { serviceId: cut })).toBe('400 INVALID_INPUT')
    expect(await rejectionOf([cut, beard], { serviceId: beard })).toBe('400 INVALID_INPUT')
    expect(await rejectionOf([cut, idsOf(other)[0] as string])).toBe('404 SERVICE_NOT_FOUND')
    expect(await rejectionOf([cut, beard], { endTime: at('09:30') })).toBe('422 END_TIME_MISMATCH')
    await world.db.updateTable('services').set({ is_active: false }).where('id', '=', brows).execute()
    expect(await rejectionOf([cut, brows])).toBe('404 SERVICE_NOT_FOUND')
    expect(await listSlots(shop, [cut])).toContain('09:00')
  })
})

describe('the buffer after an appointment', () => {
  it('blocks the time before the next appointment and after this one, and nothing else', async () => {
    const shop = await createShop()
    const [cut, beard] = idsOf(shop) as [string, string]
    await book(shop, '10:00', [beard])
    const free = await listSlots(shop, [cut])
    expect(free.filter((time) => time >= '09:15' && time <= '10:45')).toEqual(['09:15', '09:30', '10:30', '10:45'])
    const withBuffer = await listSlots(shop, [beard])
    expect(withBuffer.filter((time) => time >= '09:15' && time <= '10:45')).toEqual([
      '09:15',
      '09:30',
      '10:30',
      '10:45',
    ])
    expect((await book(shop, '09:45', [cut])).body.code).toBe('SLOT_TAKEN')
    expect((await book(shop, '10:15', [cut])).body.code).toBe('SLOT_TAKEN')
    expect((await book(shop, '09:30', [cut])).status).toBe(201)
    expect((await book(shop, '10:30', [cut])).status).toBe(201)
    expect(withBuffer.at(-1)).toBe('17:30')
  })
  it('does not block the customer, who may have an appointment with another barber', async () => {
    const shop = await createShop()
    const other = await createShop()
    const beard = idsOf(shop)[1] as string
    const cut = idsOf(other)[0] as string
    const customer = await createCustomer()
    expect((await book(shop, '09:45', [beard], {}, customer)).body.appointment.endTime).toBe(at('10:05'))
    await world.db.updateTable('barbershops').set({ grid_minutes: 5 }).where('id', '=', other.id).execute()
    expect((await book(other, '10:05', [cut], {}, customer)).status).toBe(201)
  })
  it('is copied to the appointment and counts once, at its end: the longest of its services', async () => {
    const shop = await createShop()
    const [cut, beard] = idsOf(shop) as [string, string]
    const { body } = await book(shop, '09:00', [beard, cut])
    await world.db.updateTable('services').set({ buffer_min: 120 }).where('barbershop_id', '=', shop.id).execute()
    const row = await world.db
      .selectFrom('appointments')
      .select(['buffer_min', 'busy_until'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ buffer_min: 10, busy_until: new Date(at('10:00')) })
  })
})

describe('availability for rescheduling an appointment', () => {
  it('counts its own time as free and keeps the agreed duration', async () => {
    const shop = await createShop()
    const [cut] = idsOf(shop) as [string]
    const customer = await createCustomer()
    const { body } = await book(shop, '10:00', [cut], {}, customer)
    await world.db.updateTable('services').set({ duration_min: 120 }).where('id', '=', cut).execute()
    const list = async (reschedule: string) =>
      world.call(availabilityApi.get, {
        params: { id: barberOf(shop) },
        query: { date: day, reschedule },
        token: customer.token,
      })
    const { slots: free } = (await list(body.id)).body
    expect([free.includes('09:45'), free.includes('10:00'), free.at(-1)]).toEqual([true, true, '17:30'])
    expect((await list(crypto.randomUUID())).body.code).toBe('APPOINTMENT_NOT_FOUND')
    await world.db.updateTable('appointments').set({ status: 'CANCELLED' }).where('id', '=', body.id).execute()
    expect((await list(body.id)).status).toBe(404)
  })
})
