import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi, type NextTime } from '@na-regua/contract/availability'
import { type BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { refreshBarbershops } from '../barbershops/queries.ts'

const world = await createHarness()
afterAll(() => world.close())

const day = '2026-03-12'
const at = (time: string) => new Date(`${day}T${time}:00-03:00`).toISOString()
const createCustomer = async () => (await createCustomers(world.db, 1))[0] as SceneCustomer

type Terms = { is_provided?: boolean; duration_min?: number; price_cents?: number }

/**
 * Cut of 30 and beard of 20 minutes, R$ 50 each. Ana takes 60 minutes and R$ 80 for a cut, and provides no beard; Beto is as the list.
 */
async function createScene() {
  const shop = await createBookableBarbershop(world.db, { barberCount: 2, durations: [30, 20] })
  const [cut, beard] = shop.services.map(({ id }) => id) as [string, string]
  const [ana, beto] = shop.barbers.map(({ id }) => id) as [string, string]
  const staffIds = shop.staff.map(({ id }) => id)
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staffIds).execute()
  const setTerms = async (barberId: string, serviceId: string, terms: Terms) => {
    const row = { barber_id: barberId, service_id: serviceId, barbershop_id: shop.id, ...terms }
    const conflict = world.db.insertInto('barber_services').values(row)
    await conflict.onConflict((one) => one.columns(['barber_id', 'service_id']).doUpdateSet(terms)).execute()
    const version = world.db.updateTable('barbershops').set(({ eb }) => ({ version: eb('version', '+', 1) }))
    await version.where('id', '=', shop.id).execute()
    await refreshBarbershops(world.db, [shop.id])
  }
  await setTerms(ana, cut, { duration_min: 60, price_cents: 8000 })
  await setTerms(ana, beard, { is_provided: false })
  return { shop, cut, beard, ana, beto, setTerms }
}

type Scene = Awaited<ReturnType<typeof createScene>>

async function book({ shop }: Scene, barberId: string, time: string, serviceIds: string[], more: object = {}) {
  const { token } = await createCustomer()
  const body = { barberId, barbershopId: shop.id, serviceId: serviceIds[0], serviceIds, startTime: at(time), ...more }
  const response = await world.call(appointmentsApi.create, { token, body })
  return { ...response, token }
}

async function listSlots(barberId: string, serviceId: string) {
  const query = { date: day, serviceId }
  return world.call(availabilityApi.get, { params: { id: barberId }, query })
}

async function listSlotsOfAny({ shop }: Scene, serviceIds: string[]) {
  const query = { date: day, serviceIds: serviceIds.join(), days: 1 }
  return world.call(availabilityApi.getForBarbershop, { params: { id: shop.id }, query })
}

describe('a barber with a price, a duration and services of their own', () => {
  it('has slots for that duration, and none for a service that they do not provide', async () => {
    const { ana, beto, cut, beard } = await createScene()
    expect((await listSlots(ana, cut)).body.slots.at(-1)).toBe('17:00')
    expect((await listSlots(beto, cut)).body.slots.at(-1)).toBe('17:30')
    const missing = await listSlots(ana, beard)
    expect([missing.status, missing.body.code]).toEqual([404, 'SERVICE_NOT_FOUND'])
    expect((await listSlots(beto, beard)).body.slots.at(-1)).toBe('17:30')
  })

  it('is booked with them by the customer, by phone and as a walk-in', async () => {
    const scene = await createScene()
    const { shop, ana, beto, cut, beard } = scene
    const own = { durationMin: 60, priceCents: 8000, endTime: at('10:00') }
    const booked = await book(scene, ana, '09:00', [cut], { endTime: at('10:00'), priceCents: 8000 })
    expect([booked.status, booked.body.appointment]).toMatchObject([201, own])
    expect(booked.body.appointment.services).toMatchObject([{ durationMin: 60, priceCents: 8000 }])
    expect((await book(scene, beto, '09:00', [cut])).body.appointment).toMatchObject({ priceCents: 5000 })
    const refused = await book(scene, ana, '11:00', [beard])
    expect([refused.status, refused.body.code]).toEqual([404, 'SERVICE_NOT_FOUND'])
    expect(refused.body.message).toBe('Este barbeiro não faz este serviço. Escolha outro barbeiro ou outro serviço.')

    const token = shop.staff[0]?.token as string
    const newCustomer = { name: 'João Lima', phone: '62999990000' }
    const byPhone = await world.call(staffBookingsApi.book, {
      token,
      params: { id: shop.id },
      body: { barberId: ana, serviceIds: [cut], startTime: at('12:00'), newCustomer, priceCents: 8000 },
    })
    expect(byPhone.body.appointment).toMatchObject({ durationMin: 60, priceCents: 8000 })
    const walkIn = (serviceId: string) =>
      world.call(appointmentsApi.walkIn, { token, body: { barberId: ana, serviceId } })
    expect((await walkIn(cut)).body.appointment).toMatchObject({ durationMin: 60, priceCents: 8000 })
    expect((await walkIn(beard)).body.code).toBe('SERVICE_NOT_FOUND')
  })

  it('is booked for the price that was shown, or not at all', async () => {
    const scene = await createScene()
    const { ana, cut, setTerms } = scene
    await setTerms(ana, cut, { price_cents: 9000 })
    const dearer = await book(scene, ana, '09:00', [cut], { priceCents: 8000 })
    expect([dearer.status, dearer.body.code, dearer.body.priceCents]).toEqual([422, 'PRICE_CHANGED', 9000])
    await setTerms(ana, cut, { duration_min: 45 })
    const longer = await book(scene, ana, '09:00', [cut], { priceCents: 9000, endTime: at('10:00') })
    expect([longer.status, longer.body.code]).toEqual([422, 'END_TIME_MISMATCH'])
    const now = await book(scene, ana, '09:00', [cut], { priceCents: 9000, endTime: at('09:45') })
    expect([now.status, now.body.appointment.priceCents]).toEqual([201, 9000])
  })

  it('takes the sum of their own values for several services, and agreed values when the appointment moves', async () => {
    const scene = await createScene()
    const { ana, cut, beard, setTerms } = scene
    await setTerms(ana, beard, { is_provided: true, price_cents: 2500 })
    const booked = await book(scene, ana, '09:00', [cut, beard])
    expect(booked.body.appointment).toMatchObject({ durationMin: 80, priceCents: 10_500 })
    await setTerms(ana, cut, { duration_min: 15, price_cents: 1000 })
    const moved = await world.call(appointmentsApi.reschedule, {
      token: booked.token,
      params: { id: booked.body.id },
      body: { newStartTime: at('14:00') },
    })
    expect(moved.body.appointment).toMatchObject({ durationMin: 80, priceCents: 10_500, endTime: at('15:20') })
  })
})

describe('any barber', () => {
  it('has the slots of each who provides the services, with the price and duration of the cheapest', async () => {
    const scene = await createScene()
    const { beto, cut, beard } = scene
    await book(scene, beto, '09:00', [cut])
    const [{ slots, quotes }] = (await listSlotsOfAny(scene, [cut])).body.days
    expect([slots[0], slots.at(-1)]).toEqual(['09:00', '17:30'])
    expect([quotes['09:00'], quotes['09:30']]).toEqual([
      { priceCents: 8000, durationMin: 60 },
      { priceCents: 5000, durationMin: 30 },
    ])
    const [ofBoth] = (await listSlotsOfAny(scene, [cut, beard])).body.days
    expect([ofBoth.firstBarberId, ofBoth.quotes]).toEqual([beto, undefined])
  })

  it('is one with the price that was shown', async () => {
    const scene = await createScene()
    const { ana, beto, cut, beard, setTerms } = scene
    const quote = { priceCents: 5000, endTime: at('09:30') }
    expect((await book(scene, 'any', '09:00', [cut], quote)).body.appointment.barber.id).toBe(beto)
    const taken = await book(scene, 'any', '09:00', [cut], quote)
    expect([taken.status, taken.body.code]).toEqual([409, 'SLOT_TAKEN'])
    const other = await book(scene, 'any', '09:00', [cut], { priceCents: 8000, endTime: at('10:00') })
    expect(other.body.appointment).toMatchObject({ barber: { id: ana }, priceCents: 8000 })
    expect((await book(scene, 'any', '11:00', [cut, beard])).body.appointment.barber.id).toBe(beto)
    await setTerms(beto, beard, { is_provided: false })
    const missing = await book(scene, 'any', '12:00', [cut, beard])
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'Nenhum barbeiro faz tudo isso. Escolha outro serviço.',
    ])
  })

  it('has alternatives with the duration of each barber after a slot was taken', async () => {
    const scene = await createScene()
    const { ana, beto, cut } = scene
    await book(scene, beto, '17:15', [cut])
    const { body } = await book(scene, beto, '17:15', [cut])
    const sameTime = body.alternatives.filter(({ barberId }: { barberId: string }) => barberId === ana)
    expect([body.code, sameTime]).toEqual(['SLOT_TAKEN', []])
  })
})

describe('lists and cards', () => {
  const findCard = async ({ shop }: Scene, query: object = {}) => {
    const position = { latitude: -23.55, longitude: -46.63 }
    const { body } = await world.call(barbershopsApi.nearby, { query: { ...position, ...query, perPage: 50 } })
    return body.barbershops.find(({ id }: BarbershopCard) => id === shop.id)
  }

  it('have the lowest price among the barbers who provide a service, also after one has left', async () => {
    const scene = await createScene()
    const { ana, beto, cut, beard, setTerms } = scene
    // Responses are stored until a change has been notified.
    const expectLowest = (price: number) =>
      vi.waitFor(async () => expect((await findCard(scene)).price_from).toBe(price), { timeout: 60_000, interval: 20 })
    await expectLowest(5000)
    await setTerms(beto, beard, { price_cents: 3000 })
    await setTerms(ana, cut, { price_cents: 2000 })
    await expectLowest(2000)
    const setRemoved = (removed_at: Date | null) =>
      world.db.updateTable('barbers').set({ removed_at }).where('id', '=', ana).execute()
    await setRemoved(new Date())
    await expectLowest(3000)
    await setRemoved(null)
    await expectLowest(2000)
  })

  it('are filtered by the price and the time of the barber who provides the service', async () => {
    const scene = await createScene()
    const { shop, ana, beto, cut, setTerms } = scene
    const filter = { service: 'corte 30', priceMin: 7000 }
    expect(await findCard(scene, filter)).toBeDefined()
    expect(await findCard(scene, { ...filter, priceMin: 8001 })).toBeUndefined()
    const late = { freeOn: day, freeFrom: '17:10', ...filter }
    expect(await findCard(scene, late)).toBeUndefined()
    expect(await findCard(scene, { ...late, freeFrom: '17:00' })).toBeDefined()
    const read = async (query: object) => {
      const { body } = await world.call(availabilityApi.slotsToday, { query: { ids: shop.id, ...query } })
      return body.freeTimes[0].nextTimes.map(
        ({ barberId, priceCents }: NextTime) => `${barberId === ana ? 'Ana' : 'Beto'} ${priceCents}`,
      )
    }
    expect(new Set(await read(filter))).toEqual(new Set(['Ana 8000']))
    await setTerms(ana, cut, { is_provided: false })
    await vi.waitFor(async () => expect(await findCard(scene, filter)).toBeUndefined(), {
      timeout: 60_000,
      interval: 20,
    })
    expect(new Set(await read({}))).toEqual(new Set(['Beto 5000']))
    await setTerms(beto, cut, { is_provided: false })
    // No barber provides the first service any more: a booking starts with the next one that is provided.
    const { body } = await world.call(availabilityApi.slotsToday, { query: { ids: shop.id } })
    expect(body.freeTimes[0].preselection).toEqual({ barberId: beto, serviceId: scene.beard })
  })

  it('and the revenue of the dashboard counts what was charged', async () => {
    const { shop, ana, cut } = await createScene()
    const token = shop.staff[0]?.token as string
    const { body } = await world.call(appointmentsApi.walkIn, { token, body: { barberId: ana, serviceId: cut } })
    await world.call(appointmentsApi.complete, { token, params: { id: body.appointment.id } })
    const owner = world.db.selectFrom('barbershops').select('owner_id').where('id', '=', shop.id)
    const { owner_id } = await owner.executeTakeFirstOrThrow()
    await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner_id).execute()
    const dashboard = await world.call(dashboardApi.get, { token: await createSessionToken(world, owner_id) })
    expect(dashboard.body.revenueCents).toBe(8000)
  })
})
