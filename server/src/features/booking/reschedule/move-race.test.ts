import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40
const MINUTE = 60_000

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 9)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>
type Put = { customer: number | null; barber: number; start: Date }

async function put(shop: Shop, rows: readonly Put[]): Promise<string[]> {
  const values = rows.map(({ customer, barber, start }) => ({
    id: crypto.randomUUID(),
    barbershop_id: shop.id,
    barber_id: shop.barbers[barber]?.id as string,
    barber_user_id: shop.barbers[barber]?.userId as string,
    customer_id: customers[customer ?? -1]?.id ?? null,
    is_walk_in: customer === null,
    service_id: shop.services[0]?.id as string,
    service_name: 'Corte',
    duration_min: 30,
    price_cents: 5000,
    status: 'CONFIRMED',
    starts_at: start,
    ends_at: new Date(start.getTime() + 30 * MINUTE),
  }))
  await harness.db.insertInto('appointments').values(values).execute()
  return values.map(({ id }) => id)
}

const slotOf = (round: number, minutes = 0) =>
  new Date(Date.parse('2026-03-13T12:00:00Z') + round * 1440 * MINUTE + minutes * MINUTE)

const expectedErrors = ['409 SLOT_TAKEN', '409 CUSTOMER_BUSY', '409 STATE_CHANGED', '422 APPOINTMENT_OVER']
type Outcome = { kind: string; status: number; code?: string | undefined }

function checkOutcomes(outcomes: readonly Outcome[]) {
  const refused = outcomes.filter(({ status }) => status >= 300).map(({ status, code }) => `${status} ${code}`)
  expect(refused.filter((outcome) => !expectedErrors.includes(outcome))).toEqual([])
}

/** Two come from another time of the barber, two from colleagues. */
async function createMoves(shop: Shop, round: number, to: { barberId: string; startTime: string }) {
  const [target, ...others] = shop.staff as [SceneCustomer, SceneCustomer, SceneCustomer]
  const movers = [target, target, ...others]
  const ids = await put(shop, [
    { customer: 0, barber: 0, start: slotOf(round, 60) },
    { customer: 1, barber: 0, start: slotOf(round, 120) },
    { customer: 2, barber: 1, start: slotOf(round) },
    { customer: null, barber: 2, start: slotOf(round) },
  ])
  return ids.map((id, index) => ({
    kind: 'move',
    send: () =>
      second.call(index, staffBookingsApi.move, {
        params: { id },
        token: (movers[index] as SceneCustomer).token,
        body: { ...to, version: 1 },
      }),
  }))
}

function createRivals(shop: Shop, to: { barberId: string; startTime: string }) {
  const body = { ...to, serviceId: shop.services[0]?.id }
  const barber = shop.staff[0] as SceneCustomer
  return [0, 1, 2].flatMap((index) => [
    {
      kind: 'book',
      send: () =>
        second.call(index, appointmentsApi.create, { token: (customers[3 + index] as SceneCustomer).token, body }),
    },
    {
      kind: 'hold',
      send: () =>
        second.call(index + 1, appointmentsApi.hold, { token: (customers[6 + index] as SceneCustomer).token, body }),
    },
    {
      kind: 'walkIn',
      send: () =>
        second.call(index, appointmentsApi.walkIn, {
          token: barber.token,
          body: { ...body, customerName: `Chegou ${index}` },
        }),
    },
  ])
}

/** Another order in each round. */
function shuffle<T>(requests: readonly T[], round: number): T[] {
  const rank = (request: T) => (requests.indexOf(request) * 7 + round) % 13
  return requests.toSorted((one, other) => rank(one) - rank(other))
}

describe(`staff move appointments among others who want the slot, ${ROUNDS} rounds on two processes`, () => {
  it('moves, bookings, holds and walk-ins at one time of one barber: one of them gets it', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
    const before = await harness.countDeadlocks()
    const won: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const to = { barberId: shop.barbers[0]?.id as string, startTime: slotOf(round).toISOString() }
      const moves = await createMoves(shop, round, to)
      const rivals = createRivals(shop, to)
      // Fewer rivals in every other round, none in each fourth: they need fewer statements than a move.
      const rivalsOfRound = [rivals.slice(0, 3), rivals, [], rivals][round % 4] as typeof rivals
      const requests = [...moves, ...rivalsOfRound]
      const outcomes = await Promise.all(
        shuffle(requests, round).map(async ({ kind, send }) => ({ kind, ...(await send()) })),
      )
      checkOutcomes(outcomes)
      const winners = outcomes.filter(({ status }) => status < 300)
      expect(winners).toHaveLength(1)
      won[winners[0]?.kind ?? ''] = (won[winners[0]?.kind ?? ''] ?? 0) + 1
      expect(await harness.countOverlaps()).toBe(0)
      await harness.clear()
    }
    console.info(`moves: ${JSON.stringify(won)} of ${ROUNDS}`)
    expect(won.move).toBeGreaterThan(0)
    expect(Object.keys(won).length).toBeGreaterThan(1)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('moves of one appointment, its cancellation and swaps between barbers: no overlap, no deadlock, one history', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 2 })
    const [owner] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
    await harness.db.updateTable('barbershops').set({ owner_id: owner.id }).where('id', '=', shop.id).execute()
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const places = [0, 1, 2, 3].map((index) => ({
        customer: index,
        barber: index % 2,
        start: slotOf(round, Math.floor(index / 2) * 30),
      }))
      const ids = await put(shop, places)
      const move = (index: number, to: Put, number: number) => async () => ({
        kind: 'move',
        ...(await second.call(number, staffBookingsApi.move, {
          params: { id: ids[index] as string },
          token: owner.token,
          body: { startTime: to.start.toISOString(), barberId: shop.barbers[to.barber]?.id, version: 1 },
        })),
      })
      const cancel = (index: number) => async () => ({
        kind: 'cancel',
        ...(await second.call(index, appointmentsApi.cancel, {
          params: { id: ids[index] as string },
          token: (customers[index] as SceneCustomer).token,
          body: {},
        })),
      })
      const free = { customer: 0, barber: round % 2, start: slotOf(round, 90) }
      const requests = [
        // Each takes the place of another one.
        ...places.map((_, index) => move(index, places[(index + 1 + (round % 3)) % 4] as Put, index)),
        move(0, free, 1),
        move(1, { ...free, start: slotOf(round, 105) }, 0),
        cancel(round % 4),
      ]
      const outcomes = await Promise.all(requests.map((send) => send()))
      checkOutcomes(outcomes)
      expect(await harness.countOverlaps()).toBe(0)
      const rows = await harness.db.selectFrom('appointments').select(['id', 'version', 'status']).execute()
      const moves = await harness.db.selectFrom('appointment_moves').select(['appointment_id', 'version']).execute()
      // Each accepted change is one version, and each move is recorded.
      const accepted = outcomes.filter(({ status }) => status === 200)
      expect(rows.reduce((sum, { version }) => sum + version - 1, 0)).toBe(accepted.length)
      expect(moves).toHaveLength(accepted.filter(({ kind }) => kind === 'move').length)
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
