import { privacyApi } from '@na-regua/contract/privacy'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershop } from '../test/barbershop-factories.ts'
import { createCaller } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'

/** S11: everything about a person with a heavy past, in one answer. */
const [VISITS, TIDINGS, LONGEST_S] = [5000, 2000, 60]

const world = await createHarness()
afterAll(() => world.close())

type Seat = Record<'shopId' | 'chairId' | 'barberUserId' | 'customerId', string>

async function insertVisits({ shopId, chairId, barberUserId, customerId }: Seat, from: number, to: number) {
  await sql`
    with visits as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_name, duration_min, price_cents,
                                starts_at, ends_at, status)
      select ${shopId}, ${chairId}, ${barberUserId}, ${customerId}, 'Corte', 30, 5000, start, start + interval '30 minutes', 'COMPLETED'
        from generate_series(${from}::int, ${to}::int) hour,
             lateral (select '2026-03-01'::timestamptz - hour * interval '1 hour' as start) at
      returning id
    )
    insert into reviews (barbershop_id, appointment_id, customer_id, rating, comment)
    select ${shopId}, id, ${customerId}, 5, repeat('Corte na régua. ', 100) from visits`.execute(world.db)
}

test(`a person with ${VISITS} appointments downloads everything within ${LONGEST_S} s`, async () => {
  const shop = await createBarbershop(world)
  const chair = await createBarber(world, shop.id)
  const { user, token } = await createCaller(world)
  const seat = { shopId: shop.id, chairId: chair.id, barberUserId: chair.user_id, customerId: user.id }
  // In parts: a statement of the product's pool has its time.
  for (let from = 1; from <= VISITS; from += 500) await insertVisits(seat, from, from + 499)
  await sql`insert into notifications (user_id, type, fact, title, message)
    select ${user.id}, 'booking_confirmed', 'past:' || number, 'Horário confirmado', 'Rui confirmou.'
      from generate_series(1, ${TIDINGS}::int) number`.execute(world.db)
  const startedAt = performance.now()
  const { status, body } = await world.call(privacyApi.export, { token })
  const seconds = (performance.now() - startedAt) / 1000
  const size = JSON.stringify(body).length / 1e6
  console.info(`export: ${VISITS} appointments and reviews, ${size.toFixed(1)} MB, ${seconds.toFixed(2)} s`)
  expect(status).toBe(200)
  expect([body.data.agendamentos.length, body.data.avaliacoes.length]).toEqual([VISITS, VISITS])
  expect(seconds).toBeLessThan(LONGEST_S)
})
