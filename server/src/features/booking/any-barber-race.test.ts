import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { countClients, createRaceHarness } from '../../../test/race-harness.ts'

const CLIENTS = countClients({ test: 24, proof: 64 })
/** For three barbers. */
const SLOTS = 45
const ROUNDS = 40

let harness: Awaited<ReturnType<typeof createRaceHarness>>
let shop: Awaited<ReturnType<typeof createBookableBarbershop>>
let customers: SceneCustomer[]

beforeAll(async () => {
  harness = await createRaceHarness()
  shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
  customers = await createCustomers(harness.db, Math.max(CLIENTS, SLOTS))
})
beforeEach(() => harness.clear())
afterAll(() => harness.close())

const slotOf = (day: number, minutes = 0) =>
  new Date(Date.parse('2026-03-12T12:00:00Z') + day * 86_400_000 + minutes * 60_000).toISOString()
const anyBarber = () => ({ barberId: 'any', barbershopId: shop.id, serviceId: shop.services[0]?.id })

it(`${CLIENTS} clients book any of three barbers, ${ROUNDS} rounds: three succeed, without a deadlock`, async () => {
  const before = await harness.countDeadlocks()
  for (let round = 0; round < ROUNDS; round++) {
    const outcomes = await Promise.all(
      customers.slice(0, CLIENTS).map((customer, index) => {
        // Some request one barber, some hold: a client that tries several barbers must not deadlock with one that tries one.
        const barberId = index % 4 === 3 ? shop.barbers[index % 3]?.id : 'any'
        const path = index % 5 ? '/appointments' : '/appointments/hold'
        return harness.send('POST', path, customer, { ...anyBarber(), barberId, startTime: slotOf(round) })
      }),
    )
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(3)
    const losers = outcomes.filter(({ status }) => status !== 201)
    expect(new Set(losers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 SLOT_TAKEN']))
    expect(await harness.countOverlaps()).toBe(0)
    await harness.clear()
  }
  expect(await harness.countDeadlocks()).toBe(before)
}, 240_000)

it('as many customers as slots: all succeed, evenly distributed over the barbers', async () => {
  const outcomes = await Promise.all(
    customers.slice(0, SLOTS).map((customer, index) =>
      harness.send('POST', '/appointments', customer, {
        ...anyBarber(),
        startTime: slotOf(0, Math.floor(index / 3) * 30),
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status !== 201)).toEqual([])
  const { rows } = await sql<{ count: number }>`select count(*) from appointments group by barber_id`.execute(
    harness.db,
  )
  expect(rows.map(({ count }) => count)).toEqual([15, 15, 15])
})
