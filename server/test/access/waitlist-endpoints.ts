import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createOfferToken } from '../../src/features/waitlist/offers/queries.ts'
import type { Harness } from '../harness.ts'
import type { AccessCase, AccessCases } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

type Request = NonNullable<AccessCase['request']>

const wanted = [{ date: '2026-03-20', fromMin: 540, untilMin: 1080 }]
const content = ({ barbershopId, barberId, serviceIds }: Tenant) => ({
  targets: [{ barbershopId, barberId, serviceIds: serviceIds.slice(0, 1) }],
  wanted,
})

/** One open waitlist request of the tenant's customer, as for the first call. */
async function resetRequest({ customer }: Tenant, { db, clock }: Harness): Promise<string> {
  const now = clock.now()
  await sql`delete from waitlist_requests where user_id = ${customer.id}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into waitlist_requests (user_id, status, time_zone, spans, wanted, created_at, updated_at)
    values (${customer.id}, 'ACTIVE', 'America/Sao_Paulo', ${JSON.stringify(wanted)}::jsonb,
            '{[2026-03-20T12:00:00Z,2026-03-20T21:00:00Z)}', ${now}, ${now}) returning id`.execute(db)
  return rows[0]?.id as string
}

const start = '2026-03-24T15:00:00Z'
const end = '2026-03-24T15:30:00Z'

/** The link of an open offer to the tenant's customer. */
const linked: Request = async (tenant, _, world) => {
  const { db, clock } = world
  const now = clock.now()
  const id = randomUUID()
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const requestId = await resetRequest(tenant, world)
  await sql`delete from waitlist_offers where user_id = ${tenant.customer.id}`.execute(db)
  await sql`delete from appointments where barber_id = ${tenant.barberId} and starts_at = ${start}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into freed_times (barbershop_id, barber_id, during, cause, status, freed_at)
    values (${tenant.barbershopId}, ${tenant.barberId}, '(,)', 'cancelled', 'OFFERING', ${now}) returning id`.execute(
    db,
  )
  await sql`insert into appointments (id, barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, price_cents,
                                      starts_at, ends_at, status, held_until)
    values (${id}, ${tenant.barbershopId}, ${tenant.barberId}, ${tenant.barber.id}, ${tenant.serviceIds[0]}, 'Corte', 30, 5000,
            ${start}, ${end}, 'HELD', ${at(10)})`.execute(db)
  await sql`insert into waitlist_offers (id, request_id, user_id, freed_time_id, barber_id, status, service_name, price_cents, starts_at, ends_at,
                                         fit, is_favorite, waiting_since, offered_at, expires_at)
    values (${id}, ${requestId}, ${tenant.customer.id}, ${rows[0]?.id}, ${tenant.barberId}, 'OPEN', 'Corte', 5000, ${start}, ${end},
            'barber', false, ${now}, ${now}, ${at(10)})`.execute(db)
  return { params: { token: await createOfferToken(db, id) } }
}

const ownRequest: AccessCase = { allowed: ['the customer'], ids: { 'path.id': [404, 404] } }
const targetIds = {
  'body.targets[].barbershopId': [404, 404],
  'body.targets[].barberId': [404, 404],
  'body.targets[].serviceIds[]': [404, 404],
} as const
const ofShop =
  (body?: object, query?: object): Request =>
  ({ barbershopId }) => ({
    params: { id: barbershopId },
    ...(body && { body: { ...body } }),
    ...(query && { query: { ...query } }),
  })
const ofOwner: AccessCase = { allowed: ['the owner', 'the manager'], ids: { 'path.id': [404, 404] } }

/** The waitlist. Tokens of offers authorize any sender. */
export const waitlistEndpoints: AccessCases = {
  'POST /waitlist/requests': {
    request: async (tenant, me, { db }) => {
      if (me) await db.deleteFrom('waitlist_requests').where('user_id', '=', me.id).execute()
      return { body: content(tenant) }
    },
    ids: targetIds,
  },
  'GET /waitlist/requests/me': {},
  'PUT /waitlist/requests/{id}': {
    request: async (tenant, _, world) => ({
      params: { id: await resetRequest(tenant, world) },
      body: { ...content(tenant), version: 1 },
    }),
    ...ownRequest,
    ids: { ...ownRequest.ids, ...targetIds },
  },
  'POST /waitlist/requests/{id}/status': {
    request: async (tenant, _, world) => ({
      params: { id: await resetRequest(tenant, world) },
      body: { status: 'PAUSED', version: 1 },
    }),
    ...ownRequest,
  },
  'GET /waitlist/offers/me': {},
  'GET /waitlist/offers/{token}': { request: linked },
  'POST /waitlist/offers/{token}/accept': { request: linked },
  'POST /waitlist/offers/{token}/decline': { request: linked },
  'GET /barbershops/{id}/waitlist': { request: ofShop(), ...ofOwner },
  'PUT /barbershops/{id}/waitlist': {
    request: async ({ barbershopId }, _, { db }) => {
      await sql`delete from waitlist_settings where barbershop_id = ${barbershopId}`.execute(db)
      return { params: { id: barbershopId }, body: { isOn: false, version: 1 } }
    },
    ...ofOwner,
    lapsed: 403,
  },
  'GET /barbershops/{id}/waitlist/statistics': { request: ofShop(undefined, { days: 30 }), ...ofOwner },
}
