import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { countStatements } from '../../../test/statement-counter.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { createApp } from '../../app.ts'
import { relayAllEvents } from '../../lib/worker/relay-events.ts'
import { lockBarberUser } from '../appointments/status/queries.ts'
import { lockCustomerAndBarberUser } from '../booking/queries.ts'
import {
  cancelUpcomingOfBarber,
  cancelUpcomingOfBarbershop,
  cancelUpcomingOfUser,
  lockBookingsOfBarbershop,
} from './cancel-upcoming.ts'

const world = await createHarness()
const { db, during } = countStatements(world.db)
const app = await createApp({ ...world, db })
afterAll(async () => {
  await app.close()
  await world.close()
})

type Transaction = Parameters<typeof cancelUpcomingOfUser>[0]

const BARBERS = 4
const scene = await createStatusScene(world, { barberCount: BARBERS })
const { shop, owner } = scene
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
const customers = (await createCustomers(world.db, 20)).map(({ id }) => id)
const now = world.clock.now()

beforeEach(async () => {
  await sql`delete from appointments; delete from notifications; delete from pending_events; delete from graphile_worker._private_jobs;
    update barbershops set is_active = true`.execute(world.db)
})

/** Future appointments of all barbers from tomorrow on, every other one a request, and a hold of one customer. */
async function putUpcoming(count: number) {
  const barberIds = shop.barbers.map(({ id }) => id)
  await sql`
    insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_name, duration_min, price_cents,
                              starts_at, ends_at, status, held_until)
    select barbershop_id, id, user_id, (${customers}::uuid[])[1 + n % ${customers.length}::int], 'Corte', 30, 5000, start,
           start + interval '30 minutes', case when n = ${count}::int then 'HELD' when n % 2 = 0 then 'SCHEDULED' else 'CONFIRMED' end,
           case when n = ${count}::int then start end
      from generate_series(0, ${count}::int) as n
      join barbers on id = (${barberIds}::uuid[])[1 + n % ${BARBERS}::int]
      cross join lateral (
        select ${now}::timestamptz + interval '1 day' + (n / ${BARBERS}::int) * interval '30 minutes' as start) as slot`.execute(
    world.db,
  )
}

/** Appointments by status, version and who cancelled; notifications and e-mail jobs that were written. */
async function countResults() {
  await relayAllEvents(world.db)
  const { rows } = await sql<Record<string, unknown>>`
    select status, version, cancelled_by, count(*)::int as count,
           (select count(*)::int from notifications) as notifications,
           (select count(distinct key)::int from graphile_worker.jobs where task_identifier = 'send-appointment-email') as emails,
           (select count(distinct key)::int from graphile_worker.jobs where task_identifier = 'send-cancellation-digest') as digests
      from appointments group by status, version, cancelled_by`.execute(world.db)
  return rows
}

const cancelled = (count: number, by: string) => ({
  status: 'CANCELLED',
  version: 2,
  cancelled_by: by,
  count,
  digests: 0,
})

describe('closing a barbershop', () => {
  const url = `/api${ownBarbershopsApi.deactivate.url.replace(':id', shop.id)}`

  async function close(count: number) {
    await putUpcoming(count)
    const started = performance.now()
    const statements = await during(async () => {
      const headers = { authorization: `Bearer ${owner.token}` }
      const response = await app.inject({ method: 'POST', url, query: { booked: 'cancel' }, headers })
      expect([response.statusCode, response.json().cancelledAppointments]).toEqual([200, count])
    })
    console.info(
      `closed with ${count} appointments: ${Math.round(performance.now() - started)} ms, ${statements} statements`,
    )
    return statements
  }

  test('cancels everything and notifies customer and barber of each appointment', async () => {
    await close(20)
    // A notification for each of the barbers states that the barbershop closed.
    expect(await countResults()).toEqual([{ ...cancelled(20, 'owner'), notifications: 40 + BARBERS, emails: 40 }])
    const { rows } = await sql<{ type: string; count: number }>`
      select type, count(*)::int from notifications where dedupe_key like 'appointment:%' group by type order by type`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { type: 'booking_cancelled', count: 20 },
      { type: 'booking_rejected', count: 20 },
    ])
  })

  test('takes as many statements for 2,000 appointments as for 20', async () => {
    await close(1)
    await sql`update barbershops set is_active = true`.execute(world.db)
    const few = await close(20)
    await sql`update barbershops set is_active = true; delete from appointments; delete from notifications;
      delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
    expect(await close(2000)).toBe(few)
    expect(await countResults()).toEqual([{ ...cancelled(2000, 'owner'), notifications: 4000 + BARBERS, emails: 4000 }])
  })
})

describe('a barber or a user who leaves', () => {
  const close = (userId: string) => (tx: Transaction) =>
    lockCustomerAndBarberUser(tx, userId, userId).then(() => cancelUpcomingOfUser(tx, userId, now))

  const leave = (kind: 'barber' | 'user') =>
    during(() =>
      db.transaction().execute(async (tx) => {
        const { id, userId } = scene.membership
        if (kind === 'user') return close(userId)(tx)
        await lockBarberUser(tx, userId)
        expect(await cancelUpcomingOfBarber(tx, { barberId: id, ownerId: owner.id, now })).toBeGreaterThan(0)
      }),
    )

  test.each([
    // Five customers with ten appointments each, and the owner, get one email each. The barber's is that of the removal.
    ['barber', 'owner', { notifications: 5, emails: 0, digests: 6 }],
    ['user', 'barber', { notifications: 50, emails: 50 }],
  ] as const)('the %s takes as many statements for 200 appointments as for 20', async (kind, by, sent) => {
    await putUpcoming(20)
    const few = await leave(kind)
    await sql`delete from appointments; delete from notifications; delete from pending_events; delete from graphile_worker._private_jobs`.execute(
      world.db,
    )
    await putUpcoming(200)
    expect(await leave(kind)).toBe(few)
    const count = 200 / BARBERS
    expect(await countResults()).toContainEqual({
      ...cancelled(count, by),
      ...sent,
    })
  })

  test('does not deadlock with each other, nor with a barbershop that closes at the same time', async () => {
    const userIds = shop.barbers.map(({ userId }) => userId)
    for (let round = 0; round < 20; round++) {
      await putUpcoming(40)
      await Promise.all([
        world.db.transaction().execute(async (tx) => {
          await lockBookingsOfBarbershop(tx, { barbershopId: shop.id, ownerId: owner.id })
          await cancelUpcomingOfBarbershop(tx, { barbershopId: shop.id, ownerId: owner.id, now })
        }),
        ...[...userIds.toReversed(), ...customers.slice(0, 4)].map((userId) =>
          world.db.transaction().execute(close(userId)),
        ),
      ])
      const { rows } = await sql<{ version: number; count: number }>`
        select version, count(*)::int from appointments group by version`.execute(world.db)
      expect(rows).toEqual([{ version: 2, count: 40 }])
      await sql`delete from appointments`.execute(world.db)
    }
  })
})
