import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, describe, expect, it } from 'vitest'
import { createCustomers, createShop, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const day = '2026-03-12'
const at = (time: string) => new Date(`${day}T${time}:00-03:00`).toISOString()
const customer = async () => (await createCustomers(world.db, 1))[0] as SceneCustomer
type Shop = Awaited<ReturnType<typeof createShop>>
const barberOf = (shop: Shop) => shop.barbers[0]?.id as string
const idsOf = (shop: Shop) => shop.services.map(({ id }) => id)

/** Services of 30, 20 and 15 minutes, R$ 50 each, the second with 10 minutes of cleaning. */
const createMenu = () => createShop(world.db, { durations: [30, 20, 15], buffers: [0, 10, 0] })

async function book(shop: Shop, time: string, serviceIds: string[], more: object = {}, person?: SceneCustomer) {
  const body = { barberId: barberOf(shop), serviceId: serviceIds[0], serviceIds, startTime: at(time), ...more }
  return world.call(appointmentsApi.create, { token: (person ?? (await customer())).token, body })
}

async function slots(shop: Shop, serviceIds: string[]): Promise<string[]> {
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

describe('several services in one visit', () => {
  it('take their sum, under the names of all, and are told one by one', async () => {
    const shop = await createMenu()
    const [cut, beard, brows] = idsOf(shop) as [string, string, string]
    const person = await customer()
    const { status, body } = await book(shop, '09:00', [beard, cut, brows], { endTime: at('10:05') }, person)
    expect(status).toBe(201)
    const told = {
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
    expect(body.appointment).toMatchObject(told)
    const { body: read } = await world.call(appointmentsApi.get, { params: { id: body.id }, token: person.token })
    expect(read.appointment).toMatchObject(told)
  })
  it('one service is told as a list, too', async () => {
    const shop = await createMenu()
    const [cut] = idsOf(shop) as [string]
    const { body } = await book(shop, '09:00', [cut])
    expect(body.appointment.services).toEqual([{ id: cut, name: 'Corte 30', durationMin: 30, priceCents: 5000 }])
  })
  it('cost what the shop asks for some of them together, in whatever order', async () => {
    const shop = await createMenu()
    const [cut, beard, brows] = idsOf(shop) as [string, string, string]
    await combine(shop, [cut, beard], 8000)
    expect((await slots(shop, [beard, cut])).at(-1)).toBe('17:15')
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
  it('cost their sum where the combination names no price', async () => {
    const shop = await createMenu()
    const [cut, beard] = idsOf(shop) as [string, string]
    await combine(shop, [cut, beard], null)
    const { body } = await book(shop, '09:00', [cut, beard])
    expect(body.appointment).toMatchObject({ durationMin: 40, priceCents: 10_000 })
  })
  it('asked for again are the same appointment; with the same key and other services they are not', async () => {
    const shop = await createMenu()
    const [cut, beard] = idsOf(shop) as [string, string]
    const { token } = await customer()
    const ask = (serviceIds: string[]) =>
      world.call(appointmentsApi.create, {
        token,
        headers: { 'idempotency-key': 'a-visit-of-two' },
        body: { barberId: barberOf(shop), serviceId: serviceIds[0], serviceIds, startTime: at('09:00') },
      })
    const [first, again, other] = [await ask([cut, beard]), await ask([cut, beard]), await ask([cut])]
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
  })
  it('are refused when they do not fit together, and nothing is booked', async () => {
    const [shop, other] = [await createMenu(), await createMenu()]
    const [cut, beard, brows] = idsOf(shop) as [string, string, string]
    const unknown = Array.from({ length: 5 }, () => crypto.randomUUID())
    const refusal = async (serviceIds: string[], more: object = {}) => {
      const { status, body } = await book(shop, '09:00', serviceIds, more)
      return `${status} ${body.code}`
    }
    expect(await refusal([cut, cut])).toBe('400 INVALID_INPUT')
    expect(await refusal([cut, cut.toUpperCase()])).toBe('400 INVALID_INPUT')
    expect(await refusal([cut, ...unknown])).toBe('400 INVALID_INPUT')
    expect(await refusal([], { serviceId: cut })).toBe('400 INVALID_INPUT')
    expect(await refusal([cut, beard], { serviceId: beard })).toBe('400 INVALID_INPUT')
    expect(await refusal([cut, idsOf(other)[0] as string])).toBe('404 SERVICE_NOT_FOUND')
    expect(await refusal([cut, beard], { endTime: at('09:30') })).toBe('422 END_TIME_MISMATCH')
    await world.db.updateTable('services').set({ is_active: false }).where('id', '=', brows).execute()
    expect(await refusal([cut, brows])).toBe('404 SERVICE_NOT_FOUND')
    expect(await slots(shop, [cut])).toContain('09:00')
  })
})

describe('the minutes until a chair is ready again', () => {
  it('keep neighbours away on both sides, and only there', async () => {
    const shop = await createMenu()
    const [cut, beard] = idsOf(shop) as [string, string]
    await book(shop, '10:00', [beard])
    const free = await slots(shop, [cut])
    expect(free.filter((time) => time >= '09:15' && time <= '10:45')).toEqual(['09:15', '09:30', '10:30', '10:45'])
    const wet = await slots(shop, [beard])
    expect(wet.filter((time) => time >= '09:15' && time <= '10:45')).toEqual(['09:15', '09:30', '10:30', '10:45'])
    expect((await book(shop, '09:45', [cut])).body.code).toBe('SLOT_TAKEN')
    expect((await book(shop, '10:15', [cut])).body.code).toBe('SLOT_TAKEN')
    expect((await book(shop, '09:30', [cut])).status).toBe(201)
    expect((await book(shop, '10:30', [cut])).status).toBe(201)
    expect(wet.at(-1)).toBe('17:30')
  })
  it('do not keep the customer, who may go on to another chair', async () => {
    const [shop, other] = [await createMenu(), await createMenu()]
    const [beard, cut] = [idsOf(shop)[1] as string, idsOf(other)[0] as string]
    const person = await customer()
    expect((await book(shop, '09:45', [beard], {}, person)).body.appointment.endTime).toBe(at('10:05'))
    await world.db.updateTable('barbershops').set({ grid_minutes: 5 }).where('id', '=', other.id).execute()
    expect((await book(other, '10:05', [cut], {}, person)).status).toBe(201)
  })
  it('are copied, and count once at the end of a visit: those of the service that leaves the most', async () => {
    const shop = await createMenu()
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

describe('availability for an appointment that moves', () => {
  it('counts its own time as free and keeps the length that was agreed', async () => {
    const shop = await createMenu()
    const [cut] = idsOf(shop) as [string]
    const { body } = await book(shop, '10:00', [cut])
    await world.db.updateTable('services').set({ duration_min: 120 }).where('id', '=', cut).execute()
    const ask = async (reschedule: string) =>
      world.call(availabilityApi.get, { params: { id: barberOf(shop) }, query: { date: day, reschedule } })
    const { slots: free } = (await ask(body.id)).body
    expect([free.includes('09:45'), free.includes('10:00'), free.at(-1)]).toEqual([true, true, '17:30'])
    expect((await ask(crypto.randomUUID())).body.code).toBe('APPOINTMENT_NOT_FOUND')
    await world.db.updateTable('appointments').set({ status: 'CANCELLED' }).where('id', '=', body.id).execute()
    expect((await ask(body.id)).status).toBe(404)
  })
})
