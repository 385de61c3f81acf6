import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
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
const statusOf = async (id: string) =>
  (await sql<{ status: string }>`select status from last_minute_slots where id = ${id}`.execute(db)).rows[0]?.status

describe('one tap of staff', () => {
  test('on a gap offers its starts, with the fixed and the list price', async () => {
    const scene = await createLastMinuteScene(world)
    const { status, body } = await scene.make(at('16:10'), at('18:00'))
    expect(status).toBe(201)
    expect(body.slots).toMatchObject([
      {
        startsAt: at('16:15'),
        endsAt: at('18:00'),
        percent: 20,
        barber: { id: scene.barber.id },
        prices: [{ serviceId: scene.service.id, name: 'Corte 30', priceCents: 4000, listPriceCents: 5000 }],
      },
    ])
    expect(await scene.list()).toEqual(body.slots)
  })

  test('on a time that is taken, over or offered already is refused', async () => {
    const scene = await createLastMinuteScene(world)
    await scene.book((await createCaller(world)).token, at('16:00'), { priceCents: 5000 })
    expect(await scene.make(at('16:00'), at('16:30'))).toMatchObject({
      status: 422,
      body: { code: 'SLOT_UNAVAILABLE' },
    })
    expect((await scene.make(at('12:00'), at('14:00'))).body.code).toBe('SLOT_UNAVAILABLE')
    expect((await scene.make(at('17:00'), at('18:00'))).status).toBe(201)
    expect((await scene.make(at('17:30'), at('18:30'))).body.message).toBe('Este horário já é relâmpago.')
  })

  test('is for those who run the agenda and for the barber of the time', async () => {
    const scene = await createLastMinuteScene(world, { barberCount: 2 })
    const [own, colleague] = scene.shop.staff as [SceneCustomer, SceneCustomer]
    const outsider = await createCaller(world)
    expect((await scene.make(at('16:00'), at('17:00'), { token: own.token })).status).toBe(201)
    expect((await scene.make(at('17:00'), at('18:00'), { token: colleague.token })).body.code).toBe('BARBER_NOT_FOUND')
    expect((await scene.make(at('17:00'), at('18:00'), { token: outsider.token })).status).toBe(403)
    const [slot] = await scene.list()
    expect((await scene.withdraw(slot.id, colleague.token)).body.code).toBe('NOT_FOUND')
    expect((await scene.withdraw(slot.id, own.token)).body).toEqual({ withdrawn: true })
    expect(await scene.list()).toEqual([])
    expect((await scene.withdraw(slot.id)).body.code).toBe('LAST_MINUTE_ENDED')
  })
})

describe('a booking', () => {
  test('with the slot costs what was shown and ends the slot', async () => {
    const scene = await createLastMinuteScene(world)
    const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
    const customer = await createCaller(world)
    const booked = await scene.book(customer.token, at('16:30'), { lastMinuteId: slot.id })
    expect(booked).toMatchObject({
      status: 201,
      body: { appointment: { priceCents: 4000, services: [{ priceCents: 4000 }] } },
    })
    expect(await statusOf(slot.id)).toBe('BOOKED')
    expect(await scene.list()).toEqual([])
    const late = await scene.book((await createCaller(world)).token, at('17:00'), { lastMinuteId: slot.id })
    expect(late).toMatchObject({ status: 422, body: { code: 'LAST_MINUTE_ENDED', priceCents: 5000 } })
  })

  test('of several services costs their fixed prices together', async () => {
    const scene = await createLastMinuteScene(world, { durations: [30, 15] })
    const [slot] = (await scene.make(at('16:00'), at('18:00'), { percent: 10 })).body.slots
    const serviceIds = scene.shop.services.map(({ id }) => id)
    const body = { lastMinuteId: slot.id, serviceIds, priceCents: 9000 }
    const booked = await scene.book((await createCaller(world)).token, at('16:30'), body)
    expect(booked.body.appointment).toMatchObject({
      priceCents: 9000,
      services: [{ priceCents: 4500 }, { priceCents: 4500 }],
    })
    const { rows } =
      await sql`select price_cents from appointment_services where appointment_id = ${booked.body.id}`.execute(db)
    expect(rows).toEqual([{ price_cents: 4500 }, { price_cents: 4500 }])
  })

  test.each([
    ['of another price', { priceCents: 3500 }],
    ['of another start', {}, '18:00'],
  ])('%s is told the list price', async (_, body, start = '16:30') => {
    const scene = await createLastMinuteScene(world)
    const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
    const refused = await scene.book((await createCaller(world)).token, at(start), { lastMinuteId: slot.id, ...body })
    expect(refused).toMatchObject({ status: 422, body: { code: 'LAST_MINUTE_ENDED', priceCents: 5000 } })
    expect(await statusOf(slot.id)).toBe('OPEN')
  })

  test('never costs more than the list, also where that has fallen since', async () => {
    const scene = await createLastMinuteScene(world)
    const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
    await sql`update services set price_cents = 3000 where id = ${scene.service.id}`.execute(db)
    expect(await scene.list()).toEqual([])
    const customer = await createCaller(world)
    const refused = await scene.book(customer.token, at('16:30'), { lastMinuteId: slot.id })
    expect(refused.body).toMatchObject({ code: 'LAST_MINUTE_ENDED', priceCents: 3000 })
    const booked = await scene.book(customer.token, at('16:30'), { lastMinuteId: slot.id, priceCents: 3000 })
    expect(booked.body.appointment.priceCents).toBe(3000)
  })

  test('keeps the shown price where the list price has risen since', async () => {
    const scene = await createLastMinuteScene(world)
    const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
    await sql`update services set price_cents = 9000 where id = ${scene.service.id}`.execute(db)
    const booked = await scene.book((await createCaller(world)).token, at('16:30'), { lastMinuteId: slot.id })
    expect(booked.body.appointment.priceCents).toBe(4000)
  })

  test('of a start that another customer has gets other starts', async () => {
    const scene = await createLastMinuteScene(world)
    const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
    await scene.book((await createCaller(world)).token, at('16:30'), { lastMinuteId: slot.id })
    const lost = await scene.book((await createCaller(world)).token, at('16:30'), { lastMinuteId: slot.id })
    expect(lost).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
    expect(lost.body.alternatives.length).toBeGreaterThan(0)
  })
})

describe('the rule', () => {
  test('offers the free hours of its window, ends what is taken or over, and repeats nothing', async () => {
    const scene = await createLastMinuteScene(world)
    expect((await scene.saveRule({})).body.rule).toMatchObject({ isOn: true, percent: 20, version: 2 })
    await scene.book((await createCaller(world)).token, at('15:30'), { priceCents: 5000 })
    await scene.runRules()
    await scene.runRules()
    const spans = async () =>
      (await scene.list()).map((slot: { startsAt: string; endsAt: string }) => [slot.startsAt, slot.endsAt])
    expect(await spans()).toEqual([
      [at('15:00'), at('15:15')],
      [at('16:00'), at('17:00')],
    ])
    await scene.book((await createCaller(world)).token, at('16:30'), { priceCents: 5000 })
    expect(await spans()).toEqual([[at('15:00'), at('15:15')]])
    world.clock.advance({ minutes: 60 })
    expect(await scene.endTaken()).toBeGreaterThanOrEqual(2)
    await scene.runRules()
    expect((await spans())[0]).toEqual([at('16:00'), at('16:15')])
  })

  test('that changes withdraws what it offered and no customer booked; what staff offered stays', async () => {
    const scene = await createLastMinuteScene(world)
    await scene.saveRule({})
    await scene.runRules()
    const [byStaff] = (await scene.make(at('18:00'), at('19:00'))).body.slots
    expect((await scene.saveRule({ percent: 30, version: 1 })).body.code).toBe('EDIT_CONFLICT')
    expect((await scene.saveRule({ percent: 30, version: 2 })).status).toBe(200)
    expect((await scene.list()).map(({ id }: { id: string }) => id)).toEqual([byStaff.id])
    await scene.runRules()
    expect((await scene.list()).map(({ percent }: { percent: number }) => percent)).toEqual([30, 30, 20])
    expect((await scene.saveRule({ isOn: false, version: 3 })).status).toBe(200)
    await scene.runRules()
    expect(await scene.list()).toHaveLength(1)
  })

  test('is for owners and managers', async () => {
    const scene = await createLastMinuteScene(world)
    const [barber] = scene.shop.staff as [SceneCustomer]
    expect((await scene.saveRule({}, barber.token)).status).toBe(403)
    const params = { id: scene.shop.id }
    const other = await createLastMinuteScene(world)
    expect((await world.call(lastMinuteApi.rule, { token: other.owner.token, params })).status).toBe(404)
    expect((await world.call(lastMinuteApi.rule, { token: scene.owner.token, params })).body.rule.isOn).toBe(false)
  })
})

test('lists and the search show barbershops with a slot near a point only', async () => {
  const scene = await createLastMinuteScene(world)
  await scene.make(at('16:00'), at('18:00'))
  const here = { latitude: -23.55, longitude: -46.63 }
  const nearby = await world.call(lastMinuteApi.nearby, { query: { ...here, radiusInKm: 2, limit: 20 } })
  const own = nearby.body.slots.find(({ barbershopId }: { barbershopId: string }) => barbershopId === scene.shop.id)
  expect(own).toMatchObject({ barbershop: { name: 'Navalha de Ouro', neighborhood: 'Centro' }, distanceKm: 0 })
  const found = async () => {
    const { body } = await world.call(barbershopsApi.nearby, { query: { ...here, lastMinute: true, perPage: 50 } })
    return body.barbershops.some(({ id }: { id: string }) => id === scene.shop.id)
  }
  expect(await found()).toBe(true)
  const far = await world.call(lastMinuteApi.nearby, { query: { ...here, latitude: -22, radiusInKm: 2 } })
  expect(far.body.slots).toEqual([])
  await scene.withdraw((await scene.list())[0].id)
  // A response is shared for a second.
  world.clock.advance({ minutes: 1 })
  expect(await found()).toBe(false)
  const { body } = await world.call(availabilityApi.get, {
    params: { id: scene.barber.id },
    query: { date: '2026-03-11', serviceId: scene.service.id },
  })
  expect(body.slots).toContain('14:00')
})
