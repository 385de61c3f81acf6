import { customersApi } from '@na-regua/contract/customers'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createQueueScene } from '../../../../test/queue-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
const scene = await createQueueScene(harness)
const { shop, owner, barbers } = scene

beforeAll(async () => {
  await harness.db
    .insertInto('services')
    .values({ barbershop_id: shop.id, name: 'Corte', duration_min: 30, price_cents: 5000 })
    .execute()
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

async function createProfile(round: number): Promise<string> {
  await sql`delete from appointments; delete from queue_entries`.execute(harness.db)
  const { id } = await harness.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, name: 'Rui Lima', phone: `+55629${String(90_000_000 + round)}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Act = { name: string; isWaiting: boolean; act: (round: number, customer: Customer) => Promise<{ status: number }> }
type Customer = { profileId: string; entryId: string }

const byStaff = (entryId: string, body: object = {}) => ({
  token: owner.token,
  params: { id: entryId },
  body: { version: 1, ...body },
})

const acts: Act[] = [
  {
    name: 'putting them into the queue',
    isWaiting: false,
    act: (round, { profileId, entryId }) =>
      second.call(round, queueTodayApi.add, {
        token: owner.token,
        params: { id: shop.id },
        body: { entryId, customerId: profileId },
      }),
  },
  {
    name: 'calling them',
    isWaiting: true,
    act: (round, { entryId }) => second.call(round, queueTodayApi.call, byStaff(entryId, { barberId: barbers[0].id })),
  },
  {
    name: 'starting their service',
    isWaiting: true,
    act: (round, { entryId }) => second.call(round, queueTodayApi.start, byStaff(entryId, { barberId: barbers[0].id })),
  },
]

describe(`a customer who is erased, two processes, ${ROUNDS} rounds each`, () => {
  it.each(acts)('beside $name: no error, and no entry without a profile waits', async ({ isWaiting, act }) => {
    const before = await harness.countDeadlocks()
    const seen: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const profileId = await createProfile(round)
      const entryId = crypto.randomUUID()
      if (isWaiting) expect((await scene.add({ entryId, customerId: profileId })).status).toBe(201)
      const erase = async () => {
        // So that the two meet at another point in each round.
        for (let sent = 0; sent < round % 4; sent++)
          await second.call(round, queueTodayApi.get, { token: owner.token, params: { id: shop.id } })
        return second.call(round + 1, customersApi.remove, { token: owner.token, params: { id: profileId } })
      }
      const [acted, erased] = await Promise.all([act(round, { profileId, entryId }), erase()])
      const outcome = `${acted.status} ${erased.status}`
      seen[outcome] = (seen[outcome] ?? 0) + 1
      expect([200, 201, 404, 409], outcome).toContain(acted.status)
      // A customer who is being served has an appointment of this moment.
      expect([200, 409], outcome).toContain(erased.status)
      const { rows } = await sql<{ open: number; stored: number }>`
        select (select count(*)::int from queue_entries where status in ('WAITING', 'CALLED') and barbershop_id = ${shop.id}) as open,
               (select count(*)::int from customer_profiles where id = ${profileId}) as stored`.execute(harness.db)
      if (erased.status === 200) expect(rows[0], outcome).toEqual({ open: 0, stored: 0 })
    }
    console.info(`erasures: ${JSON.stringify(seen)}`)
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
