import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { countClients, createRaceHarness, percentile } from '../../../test/race-harness.ts'

const CLIENTS = countClients({ test: 24, proof: 200 })
/** Each of them sends two requests at once. */
const MOVING = countClients({ test: 24, proof: 64 })
const ROUNDS = 40

let harness: Awaited<ReturnType<typeof createRaceHarness>>
let customers: SceneCustomer[]

beforeAll(async () => {
  harness = await createRaceHarness()
  customers = await createCustomers(harness.db, CLIENTS)
  await Promise.all(customers.map((customer) => post('/appointments', customer, {})))
})
afterAll(() => harness.close())

const post = (path: string, customer: SceneCustomer, body: object) => harness.send('POST', path, customer, body)

/** A slot for each round, over the days of the booking window. */
function slotOf(round: number, offsetMinutes = 0): string {
  return new Date(Date.parse('2026-03-12T12:00:00Z') + round * 86_400_000 + offsetMinutes * 60_000).toISOString()
}

describe(`${CLIENTS} clients compete for one slot, ${ROUNDS} rounds`, () => {
  it('booking or holding: one succeeds, every other gets alternatives, without a deadlock', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 2 })
    const choice = { barberId: shop.barbers[0]?.id, serviceId: shop.services[0]?.id }
    const before = await harness.countDeadlocks()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const body = { ...choice, startTime: slotOf(round) }
      const outcomes = await Promise.all(
        customers.map((customer, index) => post(index % 2 ? '/appointments/hold' : '/appointments', customer, body)),
      )
      times.push(...outcomes.map(({ milliseconds }) => milliseconds))
      expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1)
      const losers = outcomes.filter(({ status }) => status !== 201)
      expect(new Set(losers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 SLOT_TAKEN']))
      expect(losers.every(({ alternatives }) => (alternatives?.length ?? 0) > 0)).toBe(true)
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
    console.info(`R1: one slot, p99 ${Math.round(percentile(times, 0.99))} ms`)
  }, 240_000)

  it('overlapping slots and holds that move between two barbers: no overlap, no deadlock', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 2, durations: [30] })
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await Promise.all(
        customers.slice(0, MOVING).flatMap((customer, index) => {
          const bodyFor = (barber: number, minutes: number) => ({
            barberId: shop.barbers[barber]?.id,
            serviceId: shop.services[0]?.id,
            startTime: slotOf(round, minutes),
          })
          const path = index % 4 ? '/appointments/hold' : '/appointments'
          return [
            post('/appointments/hold', customer, bodyFor(index % 2, (index % 3) * 15)),
            post(path, customer, bodyFor((index + 1) % 2, (index % 4) * 15)),
          ]
        }),
      )
      expect(outcomes.filter(({ status }) => ![201, 200, 409].includes(status))).toEqual([])
      expect(await harness.countOverlaps()).toBe(0)
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
  }, 240_000)
})
