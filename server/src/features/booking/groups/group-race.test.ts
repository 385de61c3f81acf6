import { appointmentsApi } from '@na-regua/contract/appointments'
import { groupsApi } from '@na-regua/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)

beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

/** Two families who want the same three barbers in other orders, and one who wants the last barber alone. */
it(`a family is booked as a whole or not at all, against another family and a single customer, ${ROUNDS} rounds on two processes`, async () => {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
  const [father, mother, single] = (await createCustomers(harness.db, 3)) as [
    SceneCustomer,
    SceneCustomer,
    SceneCustomer,
  ]
  const serviceId = shop.services[0]?.id as string
  const barberIds = shop.barbers.map(({ id }) => id)
  const before = await harness.countDeadlocks()
  const wins = { family: 0, single: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const startTime = new Date(Date.parse('2026-03-12T12:00:00Z') + round * 86_400_000).toISOString()
    const bookFamily = ({ token }: SceneCustomer, order: string[], process: number) =>
      second.call(process, groupsApi.book, {
        token,
        params: { id: shop.id },
        body: {
          members: order.map((barberId, index) => ({
            barberId,
            serviceIds: [serviceId],
            startTime,
            guestName: `Pessoa ${index}`,
          })),
        },
      })
    const bookSingle = (process: number) =>
      second.call(process, appointmentsApi.create, {
        token: single.token,
        body: { barberId: barberIds[2], serviceId, startTime },
      })
    // Each side comes first in half of the rounds, and in some it is done before the other begins.
    const isSingleFirst = round % 2 === 0
    const ofSingle = isSingleFirst ? [bookSingle(round)] : []
    if (round % 10 === 0) await Promise.all(ofSingle)
    const families = [bookFamily(father, barberIds, round + 1), bookFamily(mother, barberIds.toReversed(), round)]
    if (round % 10 === 1) await Promise.all(families)
    if (!isSingleFirst) ofSingle.push(bookSingle(round + 1))
    const responses = await Promise.all([...ofSingle, ...families])
    const outcomes = responses.map(({ status, code }) => (status === 201 ? 'booked' : `${status} ${code}`))
    expect(outcomes.filter((outcome) => outcome !== 'booked' && outcome !== '409 SLOT_TAKEN')).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from appointments where customer_id <> ${single.id}`.execute(harness.db)
    const booked = rows[0]?.count
    expect([0, 3]).toContain(booked)
    wins[booked === 3 ? 'family' : 'single']++
    expect(await harness.countOverlaps()).toBe(0)
    await harness.clear()
  }
  console.info(
    `groups: the family was booked in ${wins.family}, the single customer in ${wins.single} of ${ROUNDS} rounds`,
  )
  expect(wins.family).toBeGreaterThan(0)
  expect(wins.single).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
