import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSubscription } from '../../../test/factories.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40
const BARBERS = 4

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 2 * BARBERS)
  await second.warmUp()
})
beforeEach(() => harness.clear())
afterAll(async () => {
  await second.close()
  await harness.close()
})

/** A barbershop with several barbers and the session of its owner, who has the largest plan. */
async function createScene() {
  const shop = await createBookableBarbershop(harness.db, { barberCount: BARBERS })
  const [owner] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
  await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
  await harness.db.updateTable('barbershops').set({ owner_id: owner.id }).where('id', '=', shop.id).execute()
  await createSubscription(harness, owner.id)
  return { shop, token: owner.token }
}

type Shop = Awaited<ReturnType<typeof createScene>>['shop']

/** The day of a round, a week apart, so that weekly hours concern every one of them. */
const dayOf = (round: number) =>
  new Date(Date.parse('2026-03-12') + (round % 50) * 86_400_000).toISOString().slice(0, 10)
const nineOn = (date: string) => `${date}T12:00:00.000Z`

/** A request for each barber, a hold for every `holds`-th of them. A hold is no appointment yet: a change may be accepted beside it. */
const bookingsOf = (shop: Shop, date: string, holds = BARBERS + 1) =>
  shop.barbers.map(({ id: barberId }, index) =>
    second.call(index, (index + 1) % holds ? appointmentsApi.create : appointmentsApi.hold, {
      token: (customers[index] as SceneCustomer).token,
      body: { barberId, serviceId: shop.services[0]?.id, startTime: nineOn(date) },
    }),
  )

const isFailure = ({ status }: { status: number }) => status >= 500

describe(`a change of the schedule among bookings, ${ROUNDS} rounds on two processes`, () => {
  it('time off and a booking in it are never both accepted', async () => {
    const { shop, token } = await createScene()
    const before = await harness.countDeadlocks()
    let wrong = 0
    let booked = 0
    let off = 0
    for (let round = 0; round < ROUNDS; round++) {
      const date = dayOf(round)
      const startChanges = () =>
        shop.barbers.map(({ id }, index) =>
          second.call(index + 1, staffApi.addTimeOff, {
            token,
            params: { id },
            body: { startDate: date, endDate: date },
          }),
        )
      // By construction each side is the first one in some rounds.
      const early = round % 8 === 0 ? startChanges() : []
      await Promise.all(early)
      const bookings = bookingsOf(shop, date)
      if (round % 8 === 1) await Promise.all(bookings)
      const changes = early.length > 0 ? early : startChanges()
      const bookingOutcomes = await Promise.all(bookings)
      const changeOutcomes = await Promise.all(changes)
      expect([...bookingOutcomes, ...changeOutcomes].filter(isFailure)).toEqual([])
      const isBooked = bookingOutcomes.map(({ status }) => status === 201)
      const isOff = changeOutcomes.map(({ status }) => status === 201)
      booked += isBooked.filter(Boolean).length
      off += isOff.filter(Boolean).length
      wrong += isBooked.filter((one, index) => one && isOff[index]).length
      await harness.clear()
    }
    console.info(`time off: ${wrong} wrong of ${ROUNDS * BARBERS}, ${booked} booked, ${off} off`)
    expect(wrong).toBe(0)
    // Both sides must win sometimes, or this is no race.
    expect(Math.min(booked, off)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('a special date and a booking on it are never both accepted', async () => {
    const { shop, token } = await createScene()
    const before = await harness.countDeadlocks()
    let wrong = 0
    let booked = 0
    let closed = 0
    const everyDay = Array.from({ length: 7 }, (_, dayOfWeek) => ({
      dayOfWeek,
      openTime: '09:00',
      closeTime: '18:00',
      isClosed: false,
    }))
    // Of the change before the bookings. It follows the outcomes: each side wins about every second round, on any machine.
    let headStartMs = 0
    for (let round = 0; round < ROUNDS; round++) {
      const date = dayOf(round)
      const special = { date, openTime: null, closeTime: null, isClosed: true, reason: null }
      const start = async (delayMs: number) => {
        await wait(Math.max(0, delayMs))
        return second.call(1, ownBarbershopsApi.setOperatingHours, {
          token,
          params: { id: shop.id },
          body: { operatingHours: everyDay, specialDates: [special] },
        })
      }
      const change = start(-headStartMs)
      await wait(Math.max(0, headStartMs))
      const bookings = bookingsOf(shop, date)
      const outcomes = await Promise.all(bookings)
      const { status } = await change
      headStartMs += status === 200 ? -2 : 2
      expect([...outcomes, { status }].filter(isFailure)).toEqual([])
      const count = outcomes.filter((outcome) => outcome.status === 201).length
      booked += count
      closed += status === 200 ? 1 : 0
      wrong += status === 200 ? count : 0
      await harness.clear()
    }
    console.info(`special date: ${wrong} wrong of ${ROUNDS * BARBERS}, ${booked} booked, ${closed} closed`)
    expect(wrong).toBe(0)
    expect(Math.min(booked, closed)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('deactivating with cancellation leaves no open appointment, and no booking comes after it', async () => {
    const { shop, token } = await createScene()
    const before = await harness.countDeadlocks()
    let wrong = 0
    let booked = 0
    for (let round = 0; round < ROUNDS; round++) {
      const bookings = bookingsOf(shop, dayOf(round), 2)
      // By construction the bookings are first in some rounds.
      if (round % 8 === 0) await Promise.all(bookings)
      const params = { id: shop.id }
      const change = second.call(1, ownBarbershopsApi.deactivate, { token, params, query: { booked: 'cancel' } })
      const outcomes = await Promise.all(bookings)
      const { status } = await change
      expect(status).toBe(200)
      expect(outcomes.filter(isFailure)).toEqual([])
      booked += outcomes.filter((outcome) => outcome.status === 201).length
      const { rows } = await sql`select from appointments where status in ('HELD', 'SCHEDULED', 'CONFIRMED')`.execute(
        harness.db,
      )
      wrong += rows.length
      await harness.clear()
      await harness.db.updateTable('barbershops').set({ is_active: true }).where('id', '=', shop.id).execute()
    }
    console.info(`deactivation: ${wrong} wrong of ${ROUNDS * BARBERS}, ${booked} booked`)
    expect(wrong).toBe(0)
    expect(booked).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
