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
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 3)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

const startsAt = '2026-03-11T16:30:00.000Z'

it(`three customers book any barber while a slot is withdrawn, ${ROUNDS} rounds on two processes: the shown price or none`, async () => {
  const scene = await createLastMinuteScene(harness, { barberCount: 3 })
  const barberIds = scene.shop.barbers.map(({ id }) => id)
  const before = await harness.countDeadlocks()
  const seen = { booked: 0, ended: 0, byOther: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    // In every other round a second barber has a slot of the same price, and the third one never has any.
    const available = barberIds.slice(0, 1 + (round % 2))
    const slots: { id: string; barber: { id: string } }[] = []
    for (const barberId of available)
      slots.push(...(await scene.make(startsAt, '2026-03-11T17:00:00.000Z', { barberId })).body.slots)
    const withdrawn = slots[0] as (typeof slots)[0]
    const bookings = customers.map(({ token }, index) =>
      second.send(round + index, appointmentsApi.create, {
        token,
        body: {
          barberId: 'any',
          barbershopId: scene.shop.id,
          serviceId: scene.service.id,
          startTime: startsAt,
          priceCents: 4000,
          lastMinuteId: withdrawn.id,
        },
      }),
    )
    const withdrawal = second.send(round, lastMinuteApi.withdraw, {
      token: scene.owner.token,
      params: { id: withdrawn.id },
    })
    const [ended, ...outcomes] = await Promise.all([withdrawal, ...bookings])
    const won = outcomes.filter(({ status }) => status === 201)
    const lost = outcomes.filter(({ status }) => status !== 201)
    const isWithdrawn = ended.status === 200
    expect(won).toHaveLength(slots.length - Number(isWithdrawn))
    // The third barber stays free, so that each loser gets the list price.
    expect(lost.map(({ body }) => [body.code, body.priceCents])).toEqual(lost.map(() => ['LAST_MINUTE_ENDED', 5000]))
    const { rows } = await sql`
      select price_cents, last_minute_slots.barber_id = appointments.barber_id as "isOfSlot", last_minute_slots.status
        from appointments left join last_minute_slots on appointment_id = appointments.id`.execute(harness.db)
    expect(rows).toEqual(won.map(() => ({ price_cents: 4000, isOfSlot: true, status: 'BOOKED' })))
    seen.booked += won.length
    if (isWithdrawn) seen.ended++
    if (isWithdrawn && won.length > 0) seen.byOther++
    await harness.clear()
  }
  console.info(
    `any barber: ${seen.booked} booked, ${seen.ended} withdrawn first, ${seen.byOther} then with another slot`,
  )
  expect(seen.booked).toBeGreaterThan(ROUNDS / 3)
  expect(seen.ended).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
