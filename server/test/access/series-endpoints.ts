import { sql } from 'kysely'
import type { Harness } from '../harness.ts'
import type { AccessCase, AccessCases, Actor, RequestInput } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

type Request = NonNullable<AccessCase['request']>

const parties: readonly Actor[] = ['the customer', 'the barber', 'the owner', 'the receptionist', 'the manager']
const DATE = '2026-03-20'
const START = `${DATE}T12:00:00Z`

/** A series of the tenant's customer with one date to choose for, as for the first request. */
async function resetSeries({ barbershopId, barberId, customer, serviceIds }: Tenant, { db, clock }: Harness) {
  const now = clock.now()
  const alternatives = JSON.stringify([
    { kind: 'same-barber', barberId, barberName: 'Beto', startTime: START, date: DATE, time: '09:00' },
  ])
  await sql`delete from appointment_series where barbershop_id = ${barbershopId}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into appointment_series (barbershop_id, barber_id, customer_id, is_by_staff, service_ids, interval_weeks, first_date, minute,
                                    price_cents, status, fill_after, created_at, updated_at)
    select ${barbershopId}, ${barberId}, ${customer.id}, false, ${serviceIds}::uuid[], 8, ${DATE}::date, 540, sum(price_cents), 'ACTIVE',
           ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from services where id = any (${serviceIds}::uuid[])
    returning id`.execute(db)
  const id = rows[0]?.id as string
  await sql`insert into series_dates (series_id, position, date, status, reason, alternatives, reply_by, updated_at)
    values (${id}, 0, ${DATE}, 'ALTERNATIVES', 'taken', ${alternatives}::jsonb, ${START}, ${now})`.execute(db)
  return id
}

const ofSeries =
  (more: (tenant: Tenant) => { params?: object; body?: RequestInput['body'] } = () => ({})): Request =>
  async (tenant, _, world) => {
    const { params, body } = more(tenant)
    return { params: { id: await resetSeries(tenant, world), ...params }, ...(body && { body }) }
  }
const ofParties: AccessCase = { allowed: parties, ids: { 'path.id': [404, 404] } }

/** Standing appointments: their customer, and the barbershop's side of an appointment. */
export const seriesEndpoints: AccessCases = {
  'POST /appointments/{id}/series': {
    request: async ({ appointmentId: id, barbershopId }, _, { db }) => {
      await sql`delete from appointment_series where barbershop_id = ${barbershopId}`.execute(db)
      await db.updateTable('appointments').set({ status: 'SCHEDULED', version: 1 }).where('id', '=', id).execute()
      return { params: { id }, body: { intervalWeeks: 4 } }
    },
    allowed: ['the customer'],
    ids: { 'path.id': [404, 404] },
  },
  'GET /series/me': {},
  'GET /series/{id}': { request: ofSeries(), ...ofParties },
  'PATCH /series/{id}': { request: ofSeries(() => ({ body: { version: 1, status: 'PAUSED' } })), ...ofParties },
  'PATCH /series/{id}/schedule': {
    request: ofSeries(() => ({ body: { version: 1, from: DATE, startTime: START.replace('T12:', 'T13:') } })),
    ...ofParties,
  },
  'POST /series/{id}/dates/{date}/reply': {
    request: ofSeries(({ barberId }) => ({
      params: { date: DATE },
      body: { choice: { barberId, startTime: START } },
    })),
    allowed: parties,
    // Only what was offered is chosen.
    ids: { 'path.id': [404, 404], 'body.choice.barberId': [422, 422] },
  },
}
