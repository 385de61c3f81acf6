import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { createOfferToken } from '../src/features/waitlist/offers/queries.ts'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type Row = { id: string }
type WaitlistRows = {
  shop: Row
  barber: Row & { user: Row }
  service: Row
  customer: { user: Row }
  tenant: { shop: Row }
}
const REQUESTS = 24
const OFFERS = 24
const MINUTE = 60_000

/** Waitlist requests of the customer, enough because calls end them, and open offers to other customers, of an hour each. */
export async function createFuzzWaitlist(world: Harness, { shop, barber, service, customer }: WaitlistRows) {
  const { db, clock } = world
  const now = clock.now()
  const insertRequest = async (userId: string, index: number) => {
    const spans = JSON.stringify([{ date: '2026-03-20', fromMin: 540, untilMin: 1080 }])
    const { rows } = await sql<Row>`
      insert into waitlist_requests (user_id, status, time_zone, spans, wanted, created_at, updated_at)
      values (${userId}, ${index % 3 ? 'ACTIVE' : 'PAUSED'}, 'America/Sao_Paulo', ${spans}::jsonb,
              '{[2026-03-20T12:00:00Z,2026-03-20T21:00:00Z)}', ${now}, ${now}) returning id`.execute(db)
    return (rows[0] as Row).id
  }
  const requestIds: string[] = []
  for (let index = 0; index < REQUESTS; index++) requestIds.push(await insertRequest(customer.user.id, index))
  const offerTokens: string[] = []
  for (let index = 0; index < OFFERS; index++) {
    const id = randomUUID()
    const userId = randomUUID()
    const at = (minutes: number) => new Date(now.getTime() + (50 * 1440 + index * 60 + minutes) * MINUTE)
    await db
      .insertInto('users')
      .values({ id: userId, name: 'Cliente que espera', email: `${userId}@espera.test` })
      .execute()
    const requestId = await insertRequest(userId, 1)
    await sql`
      with freed as (
        insert into freed_times (barbershop_id, barber_id, during, cause, status, freed_at)
        values (${shop.id}, ${barber.id}, '(,)', 'cancelled', 'OFFERING', ${now}) returning id),
      hold as (
        insert into appointments (id, barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, price_cents,
                                  starts_at, ends_at, status, held_until)
        values (${id}, ${shop.id}, ${barber.id}, ${barber.user.id}, ${service.id}, 'Corte', 30, 5000, ${at(0)}, ${at(30)}, 'HELD', ${at(0)}))
      insert into waitlist_offers (id, request_id, user_id, freed_time_id, barber_id, status, service_name, price_cents, starts_at, ends_at,
                                   fit, is_favorite, waiting_since, offered_at, expires_at)
      select ${id}, ${requestId}, ${userId}, freed.id, ${barber.id}, 'OPEN', 'Corte', 5000, ${at(0)}, ${at(30)}, 'barber', false, ${now}, ${now},
             ${at(0)} from freed`.execute(db)
    offerTokens.push(await createOfferToken(db, id))
  }
  return { requestIds, offerTokens }
}

export type FuzzWaitlist = Awaited<ReturnType<typeof createFuzzWaitlist>>

/** Samples of the endpoints of the waitlist; none for others. */
export function waitlistSamplesOf(
  { url }: Route,
  { requestIds, offerTokens, shop, barber, service, tenant }: FuzzWaitlist & WaitlistRows,
): FuzzSamples {
  if (!url.includes('waitlist')) return {}
  const target = { barbershopId: shop.id, barberId: barber.id, serviceIds: [service.id] }
  const area = { name: 'Setor Bueno', latitude: -16.69, longitude: -49.26, radiusInKm: 5, service: 'corte' }
  const wanted = { date: '2026-03-20', fromMin: 540, untilMin: 1080 }
  return {
    id: url.startsWith('/barbershops') ? [tenant.shop.id, tenant.shop.id, randomUUID()] : [...requestIds, randomUUID()],
    // Each endpoint has its own: they end offers.
    token: [...offerTokens.filter((_, index) => index % 2 === Number(url.endsWith('decline'))), 'nada'],
    version: [1, 1, 1, 2],
    status: ['PAUSED', 'ACTIVE', 'CANCELLED'],
    days: [30, 1, 365, 7],
    // A new one must pass the other limits as well: half of its keys are refused, and the customer has too many requests.
    ...(url === '/waitlist/requests'
      ? { targets: [[target]], area: [undefined, undefined, undefined, undefined, area] }
      : {
          targets: [[target], [{ ...target, serviceIds: [randomUUID()] }], undefined, undefined],
          area: [undefined, undefined, undefined, area, { ...area, latitude: 48.8, longitude: 2.3 }],
        }),
    wanted: [
      [wanted],
      [wanted, { ...wanted, date: '2026-03-21' }],
      [{ ...wanted, untilMin: 1 }],
      [{ ...wanted, date: '2027-01-01' }],
    ],
    maxPriceCents: [5000, undefined, 0],
  }
}
