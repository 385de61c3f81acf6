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

it(`a family is cancelled as a whole or not at all, while the barber rejects one of them, ${ROUNDS} rounds on two processes`, async () => {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
  const [mother] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
  const before = await harness.countDeadlocks()
  const wins = { mother: 0, barber: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const startTime = new Date(Date.parse('2026-03-12T12:00:00Z') + round * 86_400_000).toISOString()
    const members = shop.barbers.map(({ id }, index) => ({
      barberId: id,
      serviceIds: [shop.services[0]?.id as string],
      startTime,
      guestName: `Pessoa ${index}`,
    }))
    await second.call(round, groupsApi.book, {
      token: mother.token,
      params: { id: shop.id },
      body: { members },
    })
    const { rows: booked } = await sql<{ id: string; groupId: string; barberId: string }>`
      select id, group_id as "groupId", barber_id as "barberId" from appointments`.execute(harness.db)
    const ids = booked.map(({ id }) => id)
    const cancel = (appointmentIds: string[], process: number) =>
      second.call(process, groupsApi.cancel, {
        token: mother.token,
        params: { id: booked[0]?.groupId as string },
        body: { appointmentIds },
      })
    const reject = () =>
      second.call(round + 1, appointmentsApi.cancel, {
        token: shop.staff[1]?.token as string,
        params: { id: booked.find(({ barberId }) => barberId === shop.barbers[1]?.id)?.id as string },
        body: {},
      })
    // Each side is done before the other begins in some rounds.
    const ofBarber = round % 2 === 0 ? [reject()] : []
    if (round % 10 === 0) await Promise.all(ofBarber)
    const ofMother = [cancel(ids, round), cancel(ids.toReversed(), round + 1)]
    if (round % 10 === 1) await Promise.all(ofMother)
    if (round % 2 === 1) ofBarber.push(reject())
    const [one, other] = await Promise.all(ofMother)
    await Promise.all(ofBarber)
    expect(one?.status).toBe(other?.status)
    const { rows } = await sql<{ by: string | null; count: number }>`
      select cancelled_by as by, count(*)::int as count from appointments group by 1 order by 1`.execute(harness.db)
    const isOfMother = one?.status === 200
    if (isOfMother) expect(rows).toEqual([{ by: 'customer', count: 3 }])
    else
      expect(rows).toEqual([
        { by: 'barber', count: 1 },
        { by: null, count: 2 },
      ])
    wins[isOfMother ? 'mother' : 'barber']++
    await harness.clear()
  }
  expect(wins.mother).toBeGreaterThan(0)
  expect(wins.barber).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
