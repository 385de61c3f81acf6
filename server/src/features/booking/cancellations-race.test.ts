import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { privacyApi } from '@na-regua/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40
const BARBERS = 4

const harness = await createRaceHarness()
const apps = await openSecondApp(harness)
type Customers = readonly SceneCustomer[]
let [holders, rivals, others, leaving]: [Customers, Customers, Customers, Customers] = [[], [], [], []]

beforeAll(async () => {
  holders = await createCustomers(harness.db, BARBERS)
  rivals = await createCustomers(harness.db, 2 * BARBERS)
  others = await createCustomers(harness.db, BARBERS)
  leaving = await createCustomers(harness.db, ROUNDS * BARBERS)
  await apps.warmUp()
})
afterAll(async () => {
  await apps.close()
  await harness.close()
})

const slotOf = (round: number, minutes: number) =>
  new Date(Date.parse('2026-03-12T12:00:00Z') + (round % 20) * 86_400_000 + minutes * 60_000).toISOString()

/** What the race has left that must not exist. */
async function countWrong(cancelled: readonly string[], leavers: Customers) {
  const { rows } = await sql<{ uncancelled: number; ofLeavers: number }>`
    select count(*) filter (where id = any(${cancelled}::uuid[]) and status <> 'CANCELLED') as uncancelled,
           count(*) filter (where customer_id = any(${leavers.map(({ id }) => id)}::uuid[])
                              and status in ('SCHEDULED', 'CONFIRMED')) as "ofLeavers"
      from appointments`.execute(harness.db)
  return { ...rows[0], overlaps: await harness.countOverlaps() }
}

const none = { uncancelled: 0, ofLeavers: 0, overlaps: 0 }

test(`bookings of one moment among cancellations and a closed account, ${ROUNDS} rounds on two processes`, async () => {
  const shop = await createBookableBarbershop(harness.db, { barberCount: BARBERS })
  const before = await harness.countDeadlocks()
  const book = (number: number, { token }: SceneCustomer, barber: number, startTime: string) => {
    const body = { barberId: shop.barbers[barber % BARBERS]?.id, serviceId: shop.services[0]?.id, startTime }
    return apps.send(number, appointmentsApi.create, { token, body })
  }
  let won = 0
  let lost = 0
  let bookedBefore = 0
  for (let round = 0; round < ROUNDS; round++) {
    const taken = slotOf(round, 0)
    const free = slotOf(round, 60)
    const held = await Promise.all(holders.map((customer, index) => book(index, customer, index, taken)))
    expect(held.map(({ status }) => status)).toEqual(holders.map(() => 201))
    const ids = held.map(({ body }) => body.id as string)
    const leavers = leaving.slice(round * BARBERS, (round + 1) * BARBERS)
    // An account is closed soon after a login.
    const freshTokens = await Promise.all(leavers.map(({ id }) => createSessionToken(harness, id)))
    const change = () => [
      ...holders.map(({ token }, index) =>
        apps.call(index, appointmentsApi.cancel, { token, params: { id: ids[index] as string }, body: {} }),
      ),
      ...freshTokens.map((token, index) => apps.call(index, privacyApi.requestDeletion, { token, body: {} })),
    ]
    const startBookings = () => [
      ...rivals.map((customer, index) => book(Math.floor(index / BARBERS), customer, index, taken)),
      ...others.map((customer, index) => book(index, customer, index, free)),
      ...leavers.map((customer, index) => book(index, customer, index, slotOf(round, 120))),
    ]
    // By construction each side is the first one in some rounds.
    const early = round % 8 === 0 ? startBookings() : []
    await Promise.all(early)
    const changing = change()
    if (round % 8 === 1) await Promise.all(changing)
    await wait(round % 12)
    const bookings = early.length > 0 ? early : startBookings()
    const changes = await Promise.all(changing)
    expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 200))
    const outcomes = await Promise.all(bookings)
    const ofRivals = outcomes.slice(0, rivals.length).map(({ status, body }) => `${status} ${body.code ?? ''}`)
    expect(ofRivals.filter((outcome) => !['201 ', '409 SLOT_TAKEN'].includes(outcome))).toEqual([])
    const ofOthers = outcomes.slice(rivals.length, -leavers.length)
    expect(ofOthers.map(({ status }) => status)).toEqual(others.map(() => 201))
    won += ofRivals.filter((outcome) => outcome === '201 ').length
    lost += ofRivals.filter((outcome) => outcome !== '201 ').length
    bookedBefore += outcomes.slice(-leavers.length).filter(({ status }) => status === 201).length
    expect(await countWrong(ids, leavers)).toEqual(none)
    await harness.clear()
  }
  expect(won).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  expect(bookedBefore).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
