import { appointmentsApi } from '@na-regua/contract/appointments'
import { editsApi } from '@na-regua/contract/edits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40
const MINUTE = 60_000

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 3)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>

const startOf = (round: number) => new Date(Date.parse('2026-03-13T12:00:00Z') + round * 1440 * MINUTE)
const after = (round: number, minutes: number) => new Date(startOf(round).getTime() + minutes * MINUTE)

/** The first customer's appointment of 30 minutes with the first barber. */
async function put(shop: Shop, round: number): Promise<string> {
  const id = crypto.randomUUID()
  const row = {
    id,
    barbershop_id: shop.id,
    barber_id: shop.barbers[0]?.id as string,
    barber_user_id: shop.barbers[0]?.userId as string,
    customer_id: customers[0]?.id as string,
    service_id: shop.services[0]?.id as string,
    service_name: 'Corte',
    duration_min: 30,
    price_cents: 5000,
    status: 'CONFIRMED',
    starts_at: startOf(round),
    ends_at: after(round, 30),
  }
  await harness.db.insertInto('appointments').values(row).execute()
  return id
}

type Outcome = { kind: string; status: number; code?: string | undefined }
type Send = () => Promise<Outcome>

/** All at once; in every other round one of them, each in its turn, is done before the others begin: each kind wins some rounds. */
async function race(requests: readonly Send[], round: number): Promise<Outcome[]> {
  const first = Math.floor(round / 2) % requests.length
  if (round % 2 === 0) return Promise.all(requests.map((send) => send()))
  const others = requests.filter((_, index) => index !== first)
  return [await (requests[first] as Send)(), ...(await Promise.all(others.map((send) => send())))]
}

const wins: Record<string, number> = {}

function countWins(outcomes: readonly Outcome[], refusals: readonly string[]): Outcome[] {
  const won = outcomes.filter(({ status }) => status < 300)
  for (const { kind } of won) wins[kind] = (wins[kind] ?? 0) + 1
  const refused = outcomes.filter(({ status }) => status >= 300).map(({ status, code }) => `${status} ${code}`)
  expect(refused.filter((outcome) => !refusals.includes(outcome))).toEqual([])
  return won
}

/** Sends an edit of the barber. `number` decides the process. */
function editBy(shop: Shop, id: string, { kind, number, body }: { kind: string; number: number; body: object }): Send {
  const { token } = shop.staff[0] as SceneCustomer
  return async () => ({
    kind,
    ...(await second.call(number, editsApi.edit, { params: { id }, token, body: { version: 1, ...body } })),
  })
}

const rowOf = (id: string) =>
  harness.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countEdits = async () => (await harness.db.selectFrom('appointment_edits').select('version').execute()).length

describe(`staff edit an appointment among others, ${ROUNDS} rounds on two processes`, () => {
  it('an edit and the cancellation of the customer: in either order, each decided by what it saw', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const id = await put(shop, round)
      const edit = editBy(shop, id, { kind: 'edit', number: round, body: { durationMin: 45 } })
      const cancel: Send = async () => ({
        kind: 'cancel',
        ...(await second.call(round + 1, appointmentsApi.cancel, {
          params: { id },
          token: (customers[0] as SceneCustomer).token,
          body: {},
        })),
      })
      const won = countWins(await race([edit, cancel], round), ['409 STATE_CHANGED'])
      // A customer cancels what they have, also as it was edited meanwhile; who edits has not seen the cancellation.
      expect(won.map(({ kind }) => kind)).toContain('cancel')
      const isEdited = won.length === 2
      expect(await rowOf(id)).toMatchObject({
        status: 'CANCELLED',
        version: isEdited ? 3 : 2,
        duration_min: isEdited ? 45 : 30,
      })
      expect(await countEdits()).toBe(isEdited ? 1 : 0)
      await harness.clear()
    }
    expect(wins.edit).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('two edits of one version: one of them, whole', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 2, durations: [30, 20] })
    const before = await harness.countDeadlocks()
    const serviceIds = shop.services.map(({ id }) => id)
    for (let round = 0; round < ROUNDS; round++) {
      const id = await put(shop, round)
      const price = { priceCents: 4000, priceReason: 'Atraso' }
      const requests = [
        editBy(shop, id, { kind: 'services', number: 0, body: { serviceIds } }),
        editBy(shop, id, { kind: 'price', number: 1, body: price }),
        editBy(shop, id, { kind: 'barber', number: 0, body: { barberId: shop.barbers[1]?.id, durationMin: 40 } }),
      ]
      // Who gave it to a colleague has no part in it any more.
      const won = countWins(await race(requests, round), ['409 STATE_CHANGED', '404 APPOINTMENT_NOT_FOUND'])
      expect(won).toHaveLength(1)
      const expected: Record<string, object> = {
        services: { duration_min: 50, price_cents: 10_000, barber_id: shop.barbers[0]?.id },
        price: { duration_min: 30, price_cents: 4000, barber_id: shop.barbers[0]?.id },
        barber: { duration_min: 40, price_cents: 5000, barber_id: shop.barbers[1]?.id },
      }
      expect(await rowOf(id)).toMatchObject({ version: 2, ...expected[won[0]?.kind ?? ''] })
      const rows = await harness.db.selectFrom('appointment_services').selectAll().execute()
      expect(rows).toHaveLength(won[0]?.kind === 'services' ? 2 : 0)
      expect(await countEdits()).toBe(1)
      await harness.clear()
    }
    expect(Object.keys(wins)).toEqual(expect.arrayContaining(['services', 'price', 'barber']))
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('a longer visit, and bookings and holds in the gap after it: one of them gets it', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const id = await put(shop, round)
      const slot = {
        barberId: shop.barbers[0]?.id,
        serviceId: shop.services[0]?.id,
        startTime: after(round, 30).toISOString(),
      }
      const request = (kind: 'book' | 'hold', customer: number): Send => {
        const { token } = customers[customer] as SceneCustomer
        const api = kind === 'book' ? appointmentsApi.create : appointmentsApi.hold
        return async () => ({ kind, ...(await second.call(customer, api, { token, body: slot })) })
      }
      const edit = editBy(shop, id, { kind: 'longer', number: round, body: { durationMin: 60 } })
      const refusals = ['409 SLOT_TAKEN', '422 SLOT_UNAVAILABLE', '409 CUSTOMER_BUSY']
      const won = countWins(await race([edit, request('book', 1), request('hold', 2)], round), refusals)
      expect(won).toHaveLength(1)
      expect(await harness.countOverlaps()).toBe(0)
      await harness.clear()
    }
    console.info(`edits: ${JSON.stringify(wins)} of ${ROUNDS}`)
    expect(wins.longer).toBeGreaterThan(0)
    expect((wins.book ?? 0) + (wins.hold ?? 0)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
