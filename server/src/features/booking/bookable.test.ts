import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createBookableBarbershop,
  createCustomers,
  type SceneCustomer,
  setWalkInShare,
} from '../../../test/booking-scene.ts'
import { createHarness, type Harness } from '../../../test/harness.ts'

let harness: Harness
let shop: Awaited<ReturnType<typeof createBookableBarbershop>>
let customer: SceneCustomer
let otherCustomer: SceneCustomer

beforeAll(async () => {
  harness = await createHarness()
  shop = await createBookableBarbershop(harness.db, { hours: [1080, 1620], timeZone: 'America/Manaus' })
  ;[customer, otherCustomer] = (await createCustomers(harness.db, 2)) as [SceneCustomer, SceneCustomer]
})
afterAll(() => harness.close())

const date = '2026-03-13'
const minuteOfDay = fc.integer({ min: 0, max: 1439 })
const length = fc.integer({ min: 5, max: 150 })
const instantAt = (minute: number) => new Date(Date.parse(`${date}T04:00:00Z`) + minute * 60_000)
const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type Booked = { minute: number; buffer: number }
type Day = {
  timeOff: [number, number][]
  booked: Booked[]
  breaks: [number, number][]
  grid: number
  now: number
  buffer: number
  share: number
}

/** Replaces the day's data. */
async function arrange({ timeOff, booked, breaks, grid, now, buffer, share }: Day) {
  const barber = shop.barbers[0] as { id: string; userId: string }
  const service = shop.services[0] as { id: string }
  harness.clock.set(instantAt(now))
  // One round trip, because many days are arranged.
  await sql
    .raw(`delete from appointments; delete from time_off; delete from breaks;
      update barbershops set grid_minutes = ${grid}; update services set buffer_min = ${buffer}`)
    .execute(harness.db)
  await setWalkInShare(harness.db, shop.id, share)
  const timeOffRows = timeOff.map(([start, minutes]) => ({
    barber_id: barber.id,
    starts_at: instantAt(start),
    ends_at: instantAt(start + minutes),
  }))
  const breakRows = breaks.map(([start, minutes]) => ({
    barber_id: barber.id,
    day_of_week: 5,
    starts_minute: start,
    ends_minute: start + minutes,
  }))
  const appointmentRows = booked.map(({ minute, buffer: buffer_min }) => ({
    barbershop_id: shop.id,
    barber_id: barber.id,
    barber_user_id: barber.userId,
    customer_id: otherCustomer.id,
    service_id: service.id,
    service_name: 'Corte',
    duration_min: 30,
    buffer_min,
    price_cents: 5000,
    starts_at: instantAt(minute),
    ends_at: instantAt(minute + 30),
    status: 'SCHEDULED',
  }))
  if (timeOffRows.length > 0) await harness.db.insertInto('time_off').values(timeOffRows).execute()
  // Of overlapping rows the first one is kept.
  if (breakRows.length > 0) {
    await harness.db
      .insertInto('breaks')
      .values(breakRows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (appointmentRows.length > 0) {
    await harness.db
      .insertInto('appointments')
      .values(appointmentRows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const minutesAfter = fc.constantFrom(0, 0, 5, 20, 120)
const day = fc.record({
  timeOff: fc.array(fc.tuple(minuteOfDay, length), { maxLength: 2 }),
  booked: fc.array(fc.record({ minute: minuteOfDay, buffer: minutesAfter }), { maxLength: 6 }),
  breaks: fc.array(fc.tuple(minuteOfDay, length), { maxLength: 2 }),
  grid: fc.constantFrom(10, 15, 30),
  now: fc.integer({ min: -600, max: 1439 }),
  buffer: minutesAfter,
  share: fc.constantFrom(0, 0, 7, 25, 50),
})

it('a listed slot can be booked over HTTP, any other time cannot', async () => {
  const ids = { barberId: shop.barbers[0]?.id as string, serviceId: shop.services[0]?.id as string }
  await fc.assert(
    fc.asyncProperty(
      day,
      fc.array(
        minuteOfDay.map((minute) => minute - (minute % 5)),
        { minLength: 6, maxLength: 6 },
      ),
      async (arranged, tries) => {
        await arrange(arranged)
        const { body } = await harness.call(availabilityApi.get, {
          params: { id: ids.barberId },
          query: { date, serviceId: ids.serviceId },
        })
        const listed: string[] = body.slots
        const picks = [...new Set(tries.map(clockText)), ...listed.filter((_, index) => index % 7 === 0)]
        for (const time of picks) {
          const [hour, minute] = time.split(':').map(Number) as [number, number]
          const startTime = instantAt(hour * 60 + minute).toISOString()
          const response = await harness.call(appointmentsApi.create, {
            token: customer.token,
            body: { ...ids, startTime },
          })
          expect(response.status === 201, `${time} ${response.body.code}`).toBe(listed.includes(time))
          if (response.status === 201)
            await sql`delete from appointments where id = ${response.body.appointment.id}`.execute(harness.db)
        }
      },
    ),
    { numRuns: 60 },
  )
})
