import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi, type NextTime } from '@na-regua/contract/availability'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../test/booking-scene.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'

const world = await createHarness()
const { db } = world
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

/** Noon is 15:00 in UTC. */
const at = (time: string) => `2026-03-11T${time}:00.000Z`

/** The second barber has a last-minute slot, the first one is whom any barber is otherwise. */
async function createScene(options: Parameters<typeof createLastMinuteScene>[1] = {}) {
  const scene = await createLastMinuteScene(world, { barberCount: 2, ...options })
  const [first, second] = scene.shop.barbers.map(({ id }) => id) as [string, string]
  const [slot] = (await scene.make(at('16:00'), at('18:00'), { barberId: second })).body.slots
  const any = { barberId: 'any', barbershopId: scene.shop.id }
  const listQuotes = async (serviceIds = [scene.service.id]) => {
    const query = { date: '2026-03-11', serviceIds: serviceIds.join(), days: 1 }
    const { body } = await world.call(availabilityApi.getForBarbershop, { params: { id: scene.shop.id }, query })
    return body.days[0].quotes
  }
  const bookAny = async (time: string, body: object = {}, token?: string) =>
    scene.book(token ?? (await createCaller(world)).token, at(time), { ...any, lastMinuteId: slot.id, ...body })
  return { ...scene, first, second, slot, any, listQuotes, bookAny }
}

test('the times in the slot of one barber show its price, and the price without it', async () => {
  const { slot, listQuotes, bookAny, second } = await createScene()
  const quotes = await listQuotes()
  const quote = { priceCents: 4000, durationMin: 30, lastMinuteId: slot.id, fullPriceCents: 5000 }
  expect(quotes['13:00']).toEqual(quote)
  expect(Object.keys(quotes).every((time) => time >= '13:00' && time < '15:00')).toBe(true)
  const booked = await bookAny('16:30')
  expect(booked).toMatchObject({ status: 201, body: { appointment: { priceCents: 4000, barber: { id: second } } } })
  const { rows } = await sql`select status, appointment_id from last_minute_slots where id = ${slot.id}`.execute(db)
  expect(rows).toEqual([{ status: 'BOOKED', appointment_id: booked.body.id }])
  expect(await listQuotes()).toBeUndefined()
})

test('a slot in which something is booked or held shows no price', async () => {
  const { book, second, listQuotes } = await createScene()
  await book((await createCaller(world)).token, at('17:30'), { barberId: second, priceCents: 5000 })
  expect(await listQuotes()).toBeUndefined()
})

test('a service that only the other barber has time for shows the list price', async () => {
  const { shop, book, listQuotes, second } = await createScene({ durations: [30, 90] })
  await book((await createCaller(world)).token, at('18:30'), { barberId: second, priceCents: 5000 })
  const quotes = await listQuotes([shop.services[1]?.id as string])
  expect(quotes['14:00']).toMatchObject({ priceCents: 4000, durationMin: 90 })
  expect(quotes['14:15']).toBeUndefined()
})

test('where another barber costs less than the slot, that barber is shown and booked', async () => {
  const { shop, service, first, second, listQuotes, bookAny } = await createScene()
  await sql`insert into barber_services (barber_id, barbershop_id, service_id, price_cents)
    select ${first}, ${shop.id}, ${service.id}, 3000`.execute(db)
  expect((await listQuotes())['13:30']).toEqual({ priceCents: 3000, durationMin: 30 })
  const listed = await bookAny('16:30', { lastMinuteId: undefined, priceCents: 3000 })
  expect(listed.body.appointment.barber.id).toBe(first)
  // The price of the slot is not what the first barber costs.
  expect((await bookAny('16:30')).body.appointment.barber.id).toBe(second)
})

test('the price decides before the number of appointments, of the same price the fewest appointments do', async () => {
  const { make, book, first, second, bookAny, listQuotes } = await createScene()
  const { token } = await createCaller(world)
  for (const time of ['19:00', '20:00'])
    expect((await book(token, at(time), { barberId: second, priceCents: 5000 })).status).toBe(201)
  const [other] = (await make(at('16:00'), at('17:00'), { barberId: first })).body.slots
  expect((await listQuotes())['13:30'].lastMinuteId).toBe(other.id)
  expect((await bookAny('16:30')).body.appointment).toMatchObject({ priceCents: 4000, barber: { id: first } })
  expect((await bookAny('16:30')).body.appointment).toMatchObject({ priceCents: 4000, barber: { id: second } })
})

test('a slot that has ended gives another one of the same price, or the list price to agree to', async () => {
  const { make, withdraw, slot, first, bookAny, listQuotes } = await createScene()
  await make(at('16:00'), at('17:00'), { barberId: first })
  await withdraw(slot.id)
  expect((await bookAny('16:30')).body.appointment).toMatchObject({ priceCents: 4000, barber: { id: first } })
  const refused = await bookAny('16:30')
  expect(refused).toMatchObject({ status: 422, body: { code: 'LAST_MINUTE_ENDED', priceCents: 5000 } })
  expect(await listQuotes()).toBeUndefined()
  expect((await bookAny('16:30', { lastMinuteId: undefined, priceCents: 5000 })).body.appointment.priceCents).toBe(5000)
})

test('without the price that was shown, it is that of the named slot', async () => {
  const { make, slot, first, second, bookAny } = await createScene()
  await make(at('16:00'), at('17:00'), { barberId: first, percent: 10 })
  const booked = await bookAny('16:30', { priceCents: undefined })
  expect(booked.body.appointment).toMatchObject({ priceCents: 4000, barber: { id: second } })
  expect((await bookAny('16:30', { priceCents: undefined, lastMinuteId: slot.id })).body.code).toBe('LAST_MINUTE_ENDED')
})

test('a start that no barber has any more gets other starts', async () => {
  const { book, first, bookAny } = await createScene()
  await book((await createCaller(world)).token, at('16:30'), { barberId: first, priceCents: 5000 })
  await bookAny('16:30')
  const lost = await bookAny('16:30')
  expect(lost).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
  expect(lost.body.alternatives.length).toBeGreaterThan(0)
})

test('a hold is with the barber of the slot, and refused once it has ended', async () => {
  const { any, service, slot, second, shop, bookAny } = await createScene()
  const hold = async ({ token }: Pick<SceneCustomer, 'token'>) =>
    world.call(appointmentsApi.hold, {
      token,
      body: { ...any, serviceId: service.id, startTime: at('16:30'), priceCents: 4000, lastMinuteId: slot.id },
    })
  const customer = await createCaller(world)
  expect((await hold(customer)).status).toBe(201)
  const { rows } = await sql`select barber_id from appointments where barbershop_id = ${shop.id}`.execute(db)
  expect(rows).toEqual([{ barber_id: second }])
  const late = await hold(await createCaller(world))
  expect(late).toMatchObject({ status: 422, body: { code: 'LAST_MINUTE_ENDED', priceCents: 5000 } })
  expect((await bookAny('16:30', {}, customer.token)).body.appointment).toMatchObject({
    priceCents: 4000,
    barber: { id: second },
  })
})

test('the next times of a card have both prices while the slot is open', async () => {
  const { shop, slot, withdraw } = await createScene()
  world.clock.set(at('15:50'))
  const listPrices = async () => {
    const { body } = await world.call(availabilityApi.slotsToday, { query: { ids: shop.id } })
    return body.freeTimes[0].nextTimes.map(({ time, discount }: NextTime): [string, unknown] => [time, discount])
  }
  const both = { priceCents: 4000, listPriceCents: 5000 }
  await expect.poll(listPrices).toEqual(['13:00', '13:15', '13:30', '13:45'].map((time) => [time, both]))
  expect((await withdraw(slot.id)).status).toBe(200)
  await expect.poll(listPrices).toEqual(['13:00', '13:15', '13:30', '13:45'].map((time) => [time, undefined]))
})
