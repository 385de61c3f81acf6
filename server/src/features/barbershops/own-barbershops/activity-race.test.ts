import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { paymentsApi } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createCaller, createSubscription } from '../../../../test/factories.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'
import { expireUnpaidSubscriptions } from '../../payments/subscription/expire-unpaid-subscriptions.ts'

const ROUNDS = 40
const BARBERSHOPS = 4

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

/** An owner with the largest plan, and barbershops that are not active. */
async function createChain() {
  const { user, token } = await createCaller(harness, { role: 'OWNER' })
  await createSubscription(harness, user.id)
  const ids: string[] = []
  for (let index = 0; index < BARBERSHOPS; index++) {
    const { id } = await createBarbershopRow(harness, { isActive: false })
    await harness.db.updateTable('barbershops').set({ owner_id: user.id }).where('id', '=', id).execute()
    ids.push(id)
  }
  return { ownerId: user.id, token, ids }
}

type Chain = Awaited<ReturnType<typeof createChain>>

async function countActive(ownerId: string): Promise<number> {
  const shops = harness.db.selectFrom('barbershops').select('id').where('owner_id', '=', ownerId)
  return (await shops.where('is_active', '=', true).execute()).length
}

const activateAll = ({ token, ids }: Chain) =>
  ids.map((id, index) => second.call(index, ownBarbershopsApi.activate, { token, params: { id } }))

const create = ({ token }: Chain) =>
  second.call(1, ownBarbershopsApi.createBarbershop, {
    token,
    body: { name: 'Filial nova', address: 'Rua 1, 1', latitude: -16.6869, longitude: -49.2648 },
  })

describe(`the end of a plan among activations, ${ROUNDS} rounds on two processes`, () => {
  it.each([
    ['cancelled', ({ token }: Chain) => second.call(0, paymentsApi.cancelSubscription, { token, body: {} })],
    [
      'not paid',
      () => expireUnpaidSubscriptions({ ...harness, clock: { now: () => new Date('2026-06-01T12:00:00Z') } }),
    ],
  ])(
    '%s: no more barbershops are active than the free plan allows',
    async (_, end) => {
      const before = await harness.countDeadlocks()
      let wrong = 0
      let activated = 0
      for (let round = 0; round < ROUNDS; round++) {
        const chain = await createChain()
        // Each side has a head start in some rounds.
        const [, outcomes] = await Promise.all([
          wait(round % 2 ? round % 16 : 0).then(async () => void (await end(chain))),
          wait(round % 2 ? 0 : round % 6).then(() => Promise.all([...activateAll(chain), create(chain)])),
        ])
        // Refused for lack of a plan, or because the session has ended.
        expect(outcomes.filter(({ status }) => ![200, 201, 401, 403, 409].includes(status))).toEqual([])
        activated += outcomes.filter(({ status }) => status < 300).length
        wrong += (await countActive(chain.ownerId)) > 1 ? 1 : 0
        await sql`delete from subscriptions`.execute(harness.db)
      }
      console.info(`plan: ${wrong} wrong of ${ROUNDS}, ${activated} activated`)
      expect(wrong).toBe(0)
      expect(activated).toBeGreaterThan(0)
      expect(await harness.countDeadlocks()).toBe(before)
    },
    60_000,
  )
})

describe(`a barbershop that closes among changes of its appointments, ${ROUNDS} rounds on two processes`, () => {
  const BARBERS = 4

  async function createScene() {
    const shop = await createBookableBarbershop(harness.db, { barberCount: BARBERS, hours: [0, 1440] })
    const [owner, ...customers] = (await createCustomers(harness.db, 1 + 4 * BARBERS)) as [
      SceneCustomer,
      ...SceneCustomer[],
    ]
    await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
    await harness.db.updateTable('barbershops').set({ owner_id: owner.id }).where('id', '=', shop.id).execute()
    await createSubscription(harness, owner.id)
    return { shop, owner, customers }
  }

  type Scene = Awaited<ReturnType<typeof createScene>>

  /** An appointment of each barber that has begun and not ended, and one tomorrow. */
  async function put({ shop, customers }: Scene): Promise<{ begun: string[]; tomorrow: string[] }> {
    const now = harness.clock.now().getTime()
    const rowsAt = (start: number, offset: number) =>
      shop.barbers.map(({ id: barber_id, userId: barber_user_id }, index) => ({
        id: crypto.randomUUID(),
        barbershop_id: shop.id,
        barber_id,
        barber_user_id,
        customer_id: customers[offset + index]?.id as string,
        service_name: 'Corte',
        duration_min: 30,
        price_cents: 5000,
        status: 'CONFIRMED',
        starts_at: new Date(start),
        ends_at: new Date(start + 30 * 60_000),
      }))
    const begun = rowsAt(now - 600_000, 0)
    const tomorrow = rowsAt(now + 86_400_000, BARBERS)
    await harness.db
      .insertInto('appointments')
      .values([...begun, ...tomorrow])
      .execute()
    return { begun: begun.map(({ id }) => id), tomorrow: tomorrow.map(({ id }) => id) }
  }

  const restore = async ({ shop }: Scene) => {
    await harness.clear()
    await sql`update barbershops set is_active = true where id = ${shop.id}`.execute(harness.db)
    await sql`update barbers set removed_at = null where barbershop_id = ${shop.id}`.execute(harness.db)
    await sql`update users set role = 'BARBER' where id = any(${shop.staff.map(({ id }) => id)}::uuid[])`.execute(
      harness.db,
    )
  }

  it('finishing, cancelling, booking and removing a barber do not deadlock', async () => {
    const scene = await createScene()
    const { shop, owner, customers } = scene
    const before = await harness.countDeadlocks()
    const failed: string[] = []
    let open = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { begun, tomorrow } = await put(scene)
      const barber = shop.barbers[round % BARBERS] as { id: string }
      const byOwner = (ids: string[], route: 'complete' | 'cancel') =>
        ids.map((id, index) => second.call(index, appointmentsApi[route], { token: owner.token, params: { id } }))
      const requests = [
        ...byOwner(begun, 'complete'),
        second.call(round, ownBarbershopsApi.deactivate, {
          token: owner.token,
          params: { id: shop.id },
          query: { booked: 'cancel' },
        }),
        second.call(round + 1, membersApi.remove, {
          token: owner.token,
          params: { id: barber.id },
          query: { cancelAppointments: 'true' },
        }),
        ...byOwner(tomorrow.slice(0, 2), 'cancel'),
        ...shop.barbers.map(({ id }, index) =>
          second.call(index, appointmentsApi.create, {
            token: (customers[2 * BARBERS + index] as SceneCustomer).token,
            body: { barberId: id, serviceId: shop.services[0]?.id, startTime: '2026-03-14T15:00:00Z' },
          }),
        ),
      ]
      const outcomes = await Promise.all(requests)
      failed.push(...outcomes.filter(({ status }) => status >= 500).map(({ status, code }) => `${status} ${code}`))
      const { rows } = await sql`select from appointments where status in ('HELD', 'SCHEDULED', 'CONFIRMED')`.execute(
        harness.db,
      )
      open += rows.length
      await restore(scene)
    }
    const deadlocks = (await harness.countDeadlocks()) - before
    console.info(`closing: ${deadlocks} deadlocks, ${failed.length} failures, ${open} left open`)
    expect([deadlocks, failed, open]).toEqual([0, [], 0])
  })
})
