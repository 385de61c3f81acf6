import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40
const RIVALS = 8

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, RIVALS)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>
type Kind = 'phone' | 'own' | 'hold' | 'walkIn'
const kinds: Kind[] = ['phone', 'own', 'hold', 'walkIn']

const expectedErrors = ['409 SLOT_TAKEN', '409 CUSTOMER_BUSY']

/** Three requests of each kind for one time, in another order in each round. */
function createRequests(shop: Shop, round: number) {
  const barberId = shop.barbers[0]?.id
  const serviceId = shop.services[0]?.id
  const { token: barberToken } = shop.staff[0] as SceneCustomer
  // The minutes that a walk-in may overlap too: all start within the service's half hour.
  const startTime = new Date(Date.parse('2026-03-12T12:00:00Z') + round * 86_400_000).toISOString()
  const body = { barberId, serviceId, startTime }
  const send = async (kind: Kind, index: number, process: number) => {
    // The others need fewer statements than a phone booking before they lock: in some rounds they begin later.
    for (let sent = 0; sent < round % 4 && kind !== 'phone'; sent++)
      await second.call(process, accountsApi.me, { token: barberToken })
    const token = (customers[index + (kind === 'hold' ? 4 : 0)] as SceneCustomer).token
    const newCustomer = { name: `Ligou ${index}`, phone: `6297777${1000 + index}` }
    const senders = {
      phone: () =>
        second.call(process, staffBookingsApi.book, {
          params: { id: shop.id },
          token: barberToken,
          body: { barberId, serviceIds: [serviceId], startTime, newCustomer },
        }),
      own: () => second.call(process, appointmentsApi.create, { token, body }),
      hold: () => second.call(process, appointmentsApi.hold, { token, body }),
      walkIn: () =>
        second.call(process, appointmentsApi.walkIn, {
          token: barberToken,
          body: { ...body, customerName: `Chegou ${index}` },
        }),
    }
    return senders[kind]()
  }
  return (
    kinds
      // A customer's own booking is two statements, so in some rounds there is none. In some only one of the sides takes part.
      .filter((kind) => round % 3 || kind === 'phone' || kind === 'walkIn')
      .filter((kind) => round % 10 > 1 || (kind === 'phone') === (round % 10 === 0))
      .flatMap((kind, position) =>
        [0, 1, 2].map((index) => ({
          kind,
          order: (index * 7 + position * 3 + round) % 12,
          send: () => send(kind, index, index + position),
        })),
      )
      .toSorted((one, other) => one.order - other.order)
  )
}

describe(`a customer who calls among others who want the slot, ${ROUNDS} rounds on two processes`, () => {
  it('phone bookings, bookings, holds and walk-ins at one time: one of them gets it', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const barber = shop.staff[0] as SceneCustomer
    await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', barber.id).execute()
    const before = await harness.countDeadlocks()
    const won = { phone: 0, own: 0, hold: 0, walkIn: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await Promise.all(
        createRequests(shop, round).map(async ({ kind, send }) => ({ kind, ...(await send()) })),
      )
      const winners = outcomes.filter(({ status }) => status === 201)
      expect(winners).toHaveLength(1)
      won[winners[0]?.kind as Kind]++
      const others = outcomes.filter(({ status }) => status !== 201).map(({ status, code }) => `${status} ${code}`)
      expect(others.filter((outcome) => !expectedErrors.includes(outcome))).toEqual([])
      expect(await harness.countOverlaps()).toBe(0)
      await harness.clear()
    }
    console.info(`phone bookings: ${JSON.stringify(won)} of ${ROUNDS}`)
    // Every kind must win sometimes, or this is no race.
    expect(Math.min(won.phone, won.own + won.hold + won.walkIn)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('two of the staff who book for one new phone: one customer, no lost booking', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 4 })
    await harness.db
      .updateTable('users')
      .set({ role: 'BARBER' })
      .where(
        'id',
        'in',
        shop.staff.map(({ id }) => id),
      )
      .execute()
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await Promise.all(
        shop.barbers.map(({ id: barberId }, index) =>
          second.call(index, staffBookingsApi.book, {
            params: { id: shop.id },
            token: (shop.staff[index] as SceneCustomer).token,
            body: {
              barberId,
              serviceIds: [shop.services[0]?.id],
              startTime: '2026-03-12T12:00:00Z',
              newCustomer: { name: 'Rui Lima', phone: `629${10_000_000 + round}` },
            },
          }),
        ),
      )
      expect(outcomes.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      const { rows } = await sql<{ count: number }>`
        select count(distinct profile_id) from appointments`.execute(harness.db)
      expect(rows[0]?.count).toBe(1)
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
