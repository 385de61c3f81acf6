import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { countClients, createRaceHarness, percentile, type RaceOutcome } from '../../../../test/race-harness.ts'

const CLIENTS = countClients({ test: 24, proof: 64 })
const SWAPS = countClients({ test: 12, proof: 32 })
const DECISIONS = countClients({ test: 4, proof: 8 })
const USERS = countClients({ test: 64, proof: 200 })
const ROUNDS = 40

let arena: Awaited<ReturnType<typeof createRaceHarness>>
let users: SceneCustomer[]
beforeAll(async () => {
  arena = await createRaceHarness()
  users = await createCustomers(arena.db, USERS)
  await Promise.all(users.map((user) => arena.send('POST', '/appointments', user, {})))
})
afterAll(() => arena.close())

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>

/** A day of the booking window, in minutes since 09:00 in São Paulo. */
function slotOf(round: number, minutes = 0): string {
  return new Date(Date.parse('2026-03-13T12:00:00Z') + round * 86_400_000 + minutes * 60_000).toISOString()
}

type ExistingAppointment = { customer: SceneCustomer; barber?: number; startTime: string; status?: string }

/** Inserts the appointments that exist before the race, in the given order. */
async function put(shop: Shop, existing: ExistingAppointment[]): Promise<string[]> {
  const rows = existing.map(({ customer, barber = 0, startTime, status = 'SCHEDULED' }) => ({
    id: crypto.randomUUID(),
    barbershop_id: shop.id,
    barber_id: shop.barbers[barber]?.id as string,
    barber_user_id: shop.barbers[barber]?.userId as string,
    customer_id: customer.id,
    service_id: shop.services[0]?.id as string,
    service_name: 'Corte',
    duration_min: 30,
    price_cents: 5000,
    starts_at: new Date(startTime),
    ends_at: new Date(Date.parse(startTime) + 30 * 60_000),
    status,
  }))
  await arena.db.insertInto('appointments').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Holds for every race: no overlaps, and only the expected errors. */
async function checkOutcomes(outcomes: RaceOutcome[]) {
  const unexpected = outcomes.filter(
    ({ status, code }) => ![200, 201].includes(status) && !expectedErrors.includes(`${status} ${code}`),
  )
  expect(unexpected).toEqual([])
  expect(await arena.countOverlaps()).toBe(0)
}
const expectedErrors = ['409 SLOT_TAKEN', '409 STATE_CHANGED', '409 CUSTOMER_BUSY']

const change = (user: SceneCustomer, id: string, action: string, body: object = {}) =>
  arena.send('PATCH', `/appointments/${id}/${action}`, user, body)

describe(`${ROUNDS} rounds, warm connections`, () => {
  it('concurrent confirmations and cancellations by all who may: one final status', async () => {
    const shop = await createBookableBarbershop(arena.db)
    const barber = shop.staff[0] as SceneCustomer
    const before = await arena.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const customers = users.slice(0, DECISIONS)
      const ids = await put(
        shop,
        customers.map((customer, index) => ({ customer, startTime: slotOf(round, index * 30) })),
      )
      const outcomes = await Promise.all(
        ids.flatMap((id, index) => [
          ...Array.from({ length: 4 }, () => change(barber, id, 'confirm')),
          ...Array.from({ length: 2 }, () => change(customers[index] as SceneCustomer, id, 'cancel')),
          change(barber, id, 'cancel'),
        ]),
      )
      await checkOutcomes(outcomes)
      // Of each version: the barber reads of another event than the customer, who gets a receipt.
      const { rows } = await sql<{ status: string; isNotified: boolean }>`
        select status, version - 1 = (select count(distinct split_part(dedupe_key, ':', 4)) from notifications
                                       where dedupe_key like 'appointment:' || appointments.id || ':%') as "isNotified"
          from appointments`.execute(arena.db)
      // A cancellation may follow a confirmation, so a cancellation always wins.
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
      expect(rows.every(({ isNotified }) => isNotified)).toBe(true)
      await arena.clear()
    }
    expect(await arena.countDeadlocks()).toBe(before)
  }, 240_000)

  it(`${CLIENTS} reschedule into one slot: one succeeds, the others stay unchanged and get alternatives`, async () => {
    const shop = await createBookableBarbershop(arena.db, { barberCount: 4, hours: [540, 1380] })
    const before = await arena.countDeadlocks()
    const racing = users.slice(0, CLIENTS)
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await put(
        shop,
        racing.map((customer, index) => ({
          customer,
          barber: index % 4,
          startTime: slotOf(round, 60 + Math.floor(index / 4) * 30),
          status: index % 2 ? 'CONFIRMED' : 'SCHEDULED',
        })),
      )
      // All go to the same time; the appointments of each barber compete for it.
      const newStartTime = slotOf(round)
      const outcomes = await Promise.all(
        racing.map((customer, index) => change(customer, ids[index] as string, 'reschedule', { newStartTime })),
      )
      await checkOutcomes(outcomes)
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(4)
      const refused = outcomes.filter(({ status }) => status !== 200)
      expect(refused.every(({ code, alternatives }) => code === 'SLOT_TAKEN' && (alternatives?.length ?? 0) > 0)).toBe(
        true,
      )
      const rescheduled = await arena.db.selectFrom('appointments').select('status').where('version', '=', 2).execute()
      expect(rescheduled).toEqual(Array(4).fill({ status: 'SCHEDULED' }))
      await arena.clear()
    }
    expect(await arena.countDeadlocks()).toBe(before)
  }, 240_000)

  it('customers who swap their times do not deadlock', async () => {
    const shop = await createBookableBarbershop(arena.db, { barberCount: 2 })
    const before = await arena.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const racing = users.slice(0, SWAPS)
      const startOf = (index: number) => slotOf(round, Math.floor(index / 2) * 30)
      const ids = await put(
        shop,
        racing.map((customer, index) => ({ customer, barber: index % 2, startTime: startOf(index) })),
      )
      // Each overlaps the next one's time by a quarter of an hour, or takes the time that it leaves.
      const outcomes = await Promise.all(
        racing.map((customer, index) =>
          change(customer, ids[index] as string, 'reschedule', {
            newStartTime: slotOf(round, Math.floor(index / 2) * 30 + (round % 2 ? 15 : 30)),
          }),
        ),
      )
      await checkOutcomes(outcomes)
      await arena.clear()
    }
    expect(await arena.countDeadlocks()).toBe(before)
  }, 240_000)

  it(`${USERS} clients book, reschedule, walk in, cancel and confirm on contended slots`, async () => {
    const shop = await createBookableBarbershop(arena.db, { barberCount: 4 })
    await arena.db.updateTable('barbershops').set({ grid_minutes: 5 }).where('id', '=', shop.id).execute()
    const before = await arena.countDeadlocks()
    const times: number[] = []
    const existing = users.slice(0, share(0.15))
    const bookers = users.slice(-share(0.7))
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await put(
        shop,
        existing.map((customer, index) => ({
          customer,
          barber: index % 4,
          startTime: slotOf(round, 60 + Math.floor(index / 4) * 30),
        })),
      )
      const contendedSlot = (index: number) => slotOf(round, (index % 6) * 5)
      const bookingOf = (index: number) => ({
        barberId: shop.barbers[index % 4]?.id,
        serviceId: shop.services[0]?.id,
        startTime: contendedSlot(index),
      })
      const barberOf = (index: number) => shop.staff[index % 4] as SceneCustomer
      const bookWalkIn = (index: number) =>
        arena.send('POST', '/appointments/walk-in', barberOf(index), {
          ...bookingOf(index),
          startTime: nearNow(index),
        })
      const requests = [
        // 70 % are bookings, every fourteenth of them a walk-in.
        ...bookers.map((booker, index) =>
          index % 14 ? () => arena.send('POST', '/appointments', booker, bookingOf(index)) : () => bookWalkIn(index),
        ),
        ...ids.map(
          (id, index) => () =>
            change(existing[index] as SceneCustomer, id, 'reschedule', { newStartTime: contendedSlot(index) }),
        ),
        ...ids.slice(0, share(0.1)).map((id, index) => () => change(existing[index] as SceneCustomer, id, 'cancel')),
        ...ids.slice(share(0.075), share(0.125)).map((id) => () => change(barberOf(ids.indexOf(id)), id, 'confirm')),
      ]
      const outcomes = await Promise.all(shuffle(requests, round).map((send) => send()))
      await checkOutcomes(outcomes)
      times.push(...outcomes.map(({ milliseconds }) => milliseconds))
      const contended = await countContended(slotOf(round), slotOf(round, 60))
      expect(contended).toHaveLength(4)
      // What was moved there and then cancelled may have been the last to want it.
      for (const { open, cancelled } of contended) expect([1, cancelled > 0 ? 0 : 1]).toContain(open)
      await arena.clear()
    }
    expect(await arena.countDeadlocks()).toBe(before)
    console.info(`R1: p99 ${Math.round(percentile(times, 0.99))} ms`)
  }, 480_000)
})

/** So much of the clients. */
const share = (part: number) => Math.round(USERS * part)

/** The start of a walk-in today, one of three contended times. */
const nearNow = (index: number) => new Date(arena.clock.now().getTime() + (index % 3) * 5 * 60_000).toISOString()

/** By barber, the appointments of these times that are open and those that were cancelled. */
async function countContended(from: string, to: string) {
  const { rows } = await sql<{ open: number; cancelled: number }>`
    select count(*) filter (where status in ('SCHEDULED', 'CONFIRMED'))::int as open,
           count(*) filter (where status = 'CANCELLED')::int as cancelled
      from appointments where starts_at >= ${from} and ends_at <= ${to} group by barber_id`.execute(arena.db)
  return rows
}

/** The same order in every run, so that a failure can be reproduced. */
function shuffle<T>(items: T[], seed: number): T[] {
  let state = seed * 2654435761 + 1
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return [state, item] as const
  })
  return keyed.toSorted(([a], [b]) => a - b).map(([, item]) => item)
}
