import { appointmentsApi } from '@na-regua/contract/appointments'
import { displacementsApi } from '@na-regua/contract/displacements'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 2)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>

const dateOf = (round: number) =>
  new Date(Date.parse('2026-03-12') + (round % 50) * 86_400_000).toISOString().slice(0, 10)
const barberIdOf = (shop: Shop, index: number) => shop.barbers[index]?.id as string
const tokenOf = (customer: number) => (customers[customer] as SceneCustomer).token

async function book(shop: Shop, slot: { customer: number; barber: number; startTime: string }): Promise<string> {
  const { barber, customer, startTime } = slot
  const body = { barberId: barberIdOf(shop, barber), serviceId: shop.services[0]?.id, startTime }
  const { status, body: booked } = await second.send(0, appointmentsApi.create, { token: tokenOf(customer), body })
  expect(status).toBe(201)
  return booked.appointment.id
}

type Target = { customer: number; client: number; barberId: string; newStartTime: string }

function reschedule(id: string, { customer, client, barberId, newStartTime }: Target) {
  const request = { params: { id }, token: tokenOf(customer), body: { barberId, newStartTime } }
  return second.call(client, appointmentsApi.reschedule, request)
}

/** By construction each of the two is the first one in some rounds; in the others both are sent at once. */
async function race<T>(round: number, sides: readonly [() => Promise<T>, () => Promise<T>]): Promise<[T, T]> {
  const [one, other] = sides
  if (round % 4 === 0) {
    const first = await one()
    return [first, await other()]
  }
  if (round % 4 === 1) {
    const first = await other()
    return [await one(), first]
  }
  return Promise.all([one(), other()])
}

describe(`customers reschedule to another barber, ${ROUNDS} rounds on two processes`, () => {
  it('two want the same slot of one barber: one gets it, the other keeps what they had', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
    const before = await harness.countDeadlocks()
    const won = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      const startTime = `${dateOf(round)}T13:00:00Z`
      const ids = await Promise.all([0, 1].map((index) => book(shop, { customer: index, barber: index, startTime })))
      const target = { barberId: barberIdOf(shop, 2), newStartTime: `${dateOf(round)}T15:00:00Z` }
      const outcomes = await race(round, [
        () => reschedule(ids[0] as string, { ...target, customer: 0, client: round }),
        () => reschedule(ids[1] as string, { ...target, customer: 1, client: round + 1 }),
      ])
      expect(outcomes.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'SLOT_TAKEN'])
      const winner = outcomes.findIndex(({ status }) => status === 200)
      won[winner] = (won[winner] ?? 0) + 1
      const { rows } = await sql<{ id: string; barber: string; version: number }>`
        select id, barber_id as barber, version from appointments`.execute(harness.db)
      const loser = 1 - winner
      expect(rows.find(({ id }) => id === ids[winner])).toMatchObject({ barber: target.barberId, version: 2 })
      expect(rows.find(({ id }) => id === ids[loser])).toMatchObject({ barber: barberIdOf(shop, loser), version: 1 })
      expect(await harness.countOverlaps()).toBe(0)
      await harness.clear()
    }
    console.info(`reschedules: ${JSON.stringify(won)} of ${ROUNDS}`)
    expect(Math.min(...won)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('two change places of barbers at different times: both succeed, without a deadlock', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 2 })
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const startTime = `${dateOf(round)}T13:00:00Z`
      const newStartTime = `${dateOf(round)}T15:00:00Z`
      const ids = await Promise.all([0, 1].map((index) => book(shop, { customer: index, barber: index, startTime })))
      const outcomes = await Promise.all(
        ids.map((id, index) =>
          reschedule(id, {
            customer: index,
            client: index + round,
            barberId: barberIdOf(shop, 1 - index),
            newStartTime,
          }),
        ),
      )
      expect(outcomes.map(({ status }) => status)).toEqual([200, 200])
      expect(await harness.countOverlaps()).toBe(0)
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('against the removal of the new barber: either is refused, and no open appointment is left with who is gone', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 2 })
    const removedId = barberIdOf(shop, 1)
    const { owner_id: ownerId } = await harness.db
      .selectFrom('barbershops')
      .select('owner_id')
      .where('id', '=', shop.id)
      .executeTakeFirstOrThrow()
    await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', ownerId).execute()
    await createSubscription(harness, ownerId, {})
    const token = await createSessionToken(harness, ownerId)
    const before = await harness.countDeadlocks()
    const won = { move: 0, removal: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const id = await book(shop, { customer: 0, barber: 0, startTime: `${dateOf(round)}T13:00:00Z` })
      const target = { barberId: removedId, newStartTime: `${dateOf(round)}T15:00:00Z` }
      const [moved, removed] = await race(round, [
        () => reschedule(id, { ...target, customer: 0, client: round }),
        () =>
          second.call(round + 1, displacementsApi.make, {
            token,
            params: { id: shop.id },
            body: { change: { type: 'removal', barberId: removedId }, decisions: [] },
          }),
      ])
      const isMoved = moved.status === 200
      expect([moved.code, removed.code]).toEqual(
        isMoved ? [undefined, 'DISPLACEMENT_UNDECIDED'] : ['BARBER_NOT_FOUND', undefined],
      )
      const { rows } = await sql<{ barber: string }>`select barber_id as barber from appointments`.execute(harness.db)
      expect(rows).toEqual([{ barber: barberIdOf(shop, isMoved ? 1 : 0) }])
      won[isMoved ? 'move' : 'removal']++
      await harness.clear()
      await sql`delete from attempts; update barbers set removed_at = null`.execute(harness.db)
      const removedUserId = shop.barbers[1]?.userId as string
      await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', removedUserId).execute()
    }
    console.info(`against removals: ${JSON.stringify(won)} of ${ROUNDS}`)
    expect(Math.min(won.move, won.removal)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
