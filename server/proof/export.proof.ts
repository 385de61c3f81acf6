import { privacyApi } from '@na-regua/contract/privacy'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../test/barbershop-factories.ts'
import { createCaller } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'

/** S11: the data export of a user with many rows, in one response. */
const APPOINTMENTS = 5000
const NOTIFICATIONS = 2000
const MAX_SECONDS = 60

const world = await createHarness()
afterAll(() => world.close())

type Parties = Record<'barbershopId' | 'barberId' | 'barberUserId' | 'customerId', string>

async function insertReviewedAppointments(parties: Parties, from: number, to: number) {
  const { barbershopId, barberId, barberUserId, customerId } = parties
  await sql`
    with inserted_appointments as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_name, duration_min, price_cents,
                                starts_at, ends_at, status)
      select ${barbershopId}, ${barberId}, ${barberUserId}, ${customerId}, 'Corte', 30, 5000, start, start + interval '30 minutes', 'COMPLETED'
        from generate_series(${from}::int, ${to}::int) hour,
             lateral (select '2026-03-01'::timestamptz - hour * interval '1 hour' as start) at
      returning id
    )
    insert into reviews (barbershop_id, barber_id, appointment_id, customer_id, rating, comment)
    select ${barbershopId}, ${barberId}, id, ${customerId}, 5, repeat('Corte na régua. ', 100) from inserted_appointments`.execute(
    world.db,
  )
}

test(`a user with ${APPOINTMENTS} appointments exports all data within ${MAX_SECONDS} s`, async () => {
  const shop = await createBarbershopRow(world)
  const barber = await createBarber(world, shop.id)
  const { user, token } = await createCaller(world)
  const parties = { barbershopId: shop.id, barberId: barber.id, barberUserId: barber.user_id, customerId: user.id }
  // In batches, because the pool has a statement timeout.
  for (let from = 1; from <= APPOINTMENTS; from += 500) await insertReviewedAppointments(parties, from, from + 499)
  await sql`insert into notifications (user_id, type, dedupe_key, title, message)
    select ${user.id}, 'booking_confirmed', 'past:' || number, 'Horário confirmado', 'Rui confirmou.'
      from generate_series(1, ${NOTIFICATIONS}::int) number`.execute(world.db)
  const startedAt = performance.now()
  const { status, body } = await world.call(privacyApi.export, { token })
  const seconds = (performance.now() - startedAt) / 1000
  const size = JSON.stringify(body).length / 1e6
  console.info(`export: ${APPOINTMENTS} appointments and reviews, ${size.toFixed(1)} MB, ${seconds.toFixed(2)} s`)
  expect(status).toBe(200)
  expect([body.data.agendamentos.length, body.data.avaliacoes.length]).toEqual([APPOINTMENTS, APPOINTMENTS])
  expect(seconds).toBeLessThan(MAX_SECONDS)
})
