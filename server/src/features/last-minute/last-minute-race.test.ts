import { appointmentsApi } from '@na-regua/contract/appointments'
import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 48

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: [SceneCustomer, SceneCustomer]

beforeAll(async () => {
  customers = (await createCustomers(harness.db, 2)) as typeof customers
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

it(`two customers, the withdrawal and a new percentage, ${ROUNDS} rounds on two processes: one winner, never another price`, async () => {
  const scene = await createLastMinuteScene(harness)
  const { shop, owner, barber, service } = scene
  const params = { id: shop.id }
  const before = await harness.countDeadlocks()
  const seen = { won: 0, withdrawn: 0 }
  let version = 1
  for (let round = 0; round < ROUNDS; round++) {
    const percent = round % 2 ? 20 : 30
    expect((await scene.saveRule({ percent, version: version++ })).status).toBe(200)
    await scene.runRules()
    const [slot] = await scene.list()
    const priceCents = slot.prices[0].priceCents
    expect(priceCents).toBe(percent === 20 ? 4000 : 3500)
    const change = { isOn: true, percent: 50, hoursBefore: 2, weekdays: [0, 1, 2, 3, 4, 5, 6], version }
    const bookings = customers.map(({ token }, index) =>
      second.send(index, appointmentsApi.create, {
        token,
        body: {
          barberId: barber.id,
          serviceId: service.id,
          startTime: slot.startsAt,
          priceCents,
          lastMinuteId: slot.id,
        },
      }),
    )
    const owners =
      round % 3 === 0
        ? [second.send(round, lastMinuteApi.withdraw, { token: owner.token, params: { id: slot.id } })]
        : round % 3 === 1
          ? [second.send(round, lastMinuteApi.saveRule, { token: owner.token, params, body: change })]
          : []
    const [outcomes, [ended]] = await Promise.all([Promise.all(bookings), Promise.all(owners)])
    if (round % 3 === 1) version++
    const won = outcomes.filter(({ status }) => status === 201)
    for (const { status, body } of outcomes) {
      expect([201, 409, 422], JSON.stringify(body)).toContain(status)
      if (status === 422) expect(body).toMatchObject({ code: 'LAST_MINUTE_ENDED', priceCents: 5000 })
    }
    expect(won.length).toBeLessThanOrEqual(1)
    const { rows: booked } = await sql<{ price: number }>`
      select price_cents as price from appointments where barbershop_id = ${shop.id}`.execute(harness.db)
    expect(booked).toEqual(won.map(() => ({ price: priceCents })))
    const { rows: ends } = await sql<{ status: string; isLinked: boolean }>`
      select status, appointment_id is not null as "isLinked" from last_minute_slots where id = ${slot.id}`.execute(
      harness.db,
    )
    expect(ends).toEqual([won.length ? { status: 'BOOKED', isLinked: true } : { status: 'WITHDRAWN', isLinked: false }])
    if (round % 3 === 0) expect(ended?.status).toBe(won.length ? 422 : 200)
    if (round % 3 === 2) expect(won).toHaveLength(1)
    if (won.length) seen.won++
    else seen.withdrawn++
    await harness.clear()
  }
  console.info(`last-minute slots: ${seen.won} booked, ${seen.withdrawn} withdrawn before`)
  expect(seen.won).toBeGreaterThan(ROUNDS / 3)
  expect(await harness.countDeadlocks()).toBe(before)
})
