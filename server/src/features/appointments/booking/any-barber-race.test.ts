import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createArena } from '../../../../test/arena.ts'
import { createCustomers, createShop, type SceneCustomer } from '../../../../test/booking-scene.ts'

const CLIENTS = 64
const ROUNDS = 40

let arena: Awaited<ReturnType<typeof createArena>>
let shop: Awaited<ReturnType<typeof createShop>>
let people: SceneCustomer[]

beforeAll(async () => {
  arena = await createArena()
  shop = await createShop(arena.db, { chairs: 3 })
  people = await createCustomers(arena.db, CLIENTS)
})
beforeEach(() => arena.clear())
afterAll(() => arena.close())

const slotOf = (day: number, minutes = 0) =>
  new Date(Date.parse('2026-03-12T12:00:00Z') + day * 86_400_000 + minutes * 60_000).toISOString()
const wish = () => ({ barberId: 'any', barbershopId: shop.id, serviceId: shop.services[0]?.id })

it(`${CLIENTS} clients want any of three chairs, ${ROUNDS} rounds: three winners each, nobody deadlocks`, async () => {
  const before = await arena.countDeadlocks()
  for (let round = 0; round < ROUNDS; round++) {
    const outcomes = await Promise.all(
      people.map((person, index) => {
        // Some ask for one chair, some hold: whoever takes several locks must not wait crosswise for who takes one.
        const barberId = index % 4 === 3 ? shop.barbers[index % 3]?.id : 'any'
        const path = index % 5 ? '/appointments' : '/appointments/hold'
        return arena.send('POST', path, person, { ...wish(), barberId, startTime: slotOf(round) })
      }),
    )
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(3)
    const losers = outcomes.filter(({ status }) => status !== 201)
    expect(new Set(losers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 SLOT_TAKEN']))
    expect(await arena.countOverlaps()).toBe(0)
    await arena.clear()
  }
  expect(await arena.countDeadlocks()).toBe(before)
}, 240_000)

it('as many as there are places are shared out evenly, and nobody is turned away', async () => {
  const outcomes = await Promise.all(
    people
      .slice(0, 45)
      .map((person, index) =>
        arena.send('POST', '/appointments', person, { ...wish(), startTime: slotOf(0, Math.floor(index / 3) * 30) }),
      ),
  )
  expect(outcomes.filter(({ status }) => status !== 201)).toEqual([])
  const { rows } = await sql<{ count: number }>`select count(*) from appointments group by barber_id`.execute(arena.db)
  expect(rows.map(({ count }) => count)).toEqual([15, 15, 15])
}, 60_000)
