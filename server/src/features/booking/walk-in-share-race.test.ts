import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createBookableBarbershop,
  createCustomers,
  type SceneCustomer,
  setWalkInShare,
} from '../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40
const BARBERS = 4

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, BARBERS)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

/** With a share of 30 %, in the barbershop's zone and in UTC. */
const RESERVED = '12:15'
const RESERVED_INSTANT = 'T15:15:00.000Z'

it(`a share for walk-ins and a booking in it, ${ROUNDS} rounds on two processes: what is booked after it is not reserved`, async () => {
  const shop = await createBookableBarbershop(harness.db, { barberCount: BARBERS })
  const before = await harness.countDeadlocks()
  let booked = 0
  let refused = 0
  let late = 0
  // Of the change before the bookings. It follows the outcomes: each side wins about every second round, on any machine.
  let headStartMs = 0
  for (let round = 0; round < ROUNDS; round++) {
    const date = new Date(Date.parse('2026-03-12') + (round % 50) * 86_400_000).toISOString().slice(0, 10)
    let isSaved = false
    const save = async (delayMs: number) => {
      await wait(Math.max(0, delayMs))
      await setWalkInShare(harness.db, shop.id, 30)
      isSaved = true
    }
    const change = save(-headStartMs)
    await wait(Math.max(0, headStartMs))
    const bookings = shop.barbers.map(async ({ id: barberId }, index) => {
      const wasSaved = isSaved
      const { status, body } = await second.send(index, appointmentsApi.create, {
        token: (customers[index] as SceneCustomer).token,
        body: { barberId, serviceId: shop.services[0]?.id, startTime: date + RESERVED_INSTANT },
      })
      expect([201, 409, 422], body.code).toContain(status)
      return { status, wasSaved }
    })
    const outcomes = await Promise.all(bookings)
    await change
    const count = outcomes.filter(({ status }) => status === 201).length
    booked += count
    refused += outcomes.length - count
    late += outcomes.filter(({ status, wasSaved }) => status === 201 && wasSaved).length
    headStartMs += count < BARBERS / 2 ? -2 : 2
    // Both processes, whichever has the services of the barber in memory, agree at once.
    for (const [index, { id }] of shop.barbers.entries()) {
      const { token } = customers[index] as SceneCustomer
      const query = { date, serviceId: shop.services[0]?.id as string }
      const { body } = await second.send(index, availabilityApi.get, { token, params: { id }, query })
      expect(body.slots).not.toContain(RESERVED)
      expect(body.slots).toContain('09:00')
    }
    await harness.clear()
    await setWalkInShare(harness.db, shop.id, 0)
  }
  console.info(`share for walk-ins: ${late} booked after it, ${booked} booked, ${refused} refused`)
  expect(late).toBe(0)
  expect(Math.min(booked, refused)).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
