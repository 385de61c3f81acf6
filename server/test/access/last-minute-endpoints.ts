import { randomUUID } from 'node:crypto'
import { LAST_MINUTE_CONSENT_TEXT } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import type { Harness } from '../harness.ts'
import type { AccessCases, Actor } from './endpoints.ts'
import type { Member, Tenant } from './tenants.ts'

const byStaff: { allowed: readonly Actor[] } = {
  allowed: ['the barber', 'the owner', 'the receptionist', 'the manager'],
}
const ofRule: { allowed: readonly Actor[] } = { allowed: ['the owner', 'the manager'] }
const ofShop = ({ barbershopId }: Tenant) => ({ params: { id: barbershopId } })

async function openSlot({ barbershopId, barberId }: Tenant, _: Member | undefined, { db, clock }: Harness) {
  const id = randomUUID()
  const start = new Date(clock.now().getTime() + 3_600_000)
  await sql`update last_minute_slots set status = 'ENDED', ended_at = made_at where barber_id = ${barberId} and status = 'OPEN'`.execute(
    db,
  )
  await sql`insert into last_minute_slots (id, barbershop_id, barber_id, starts_at, ends_at, percent, prices, status, is_by_rule, made_at)
    values (${id}, ${barbershopId}, ${barberId}, ${start}, ${new Date(start.getTime() + 3_600_000)}, 20, '{}', 'OPEN', false, ${clock.now()})`.execute(
    db,
  )
  return { params: { id } }
}

async function saveRule(tenant: Tenant, _: Member | undefined, { db }: Harness) {
  await sql`delete from last_minute_rules where barbershop_id = ${tenant.barbershopId}`.execute(db)
  return { ...ofShop(tenant), body: { isOn: true, percent: 20, hoursBefore: 3, weekdays: [1], version: 1 } }
}

/** Last-minute slots: what customers see, what staff open, and the rule. */
export const lastMinuteEndpoints: AccessCases = {
  'GET /barbershops/{id}/last-minute': { request: ofShop, ids: { 'path.id': ['allowed', 'allowed'] } },
  'GET /last-minute/nearby': { request: () => ({ query: { latitude: -23.55, longitude: -46.63 } }) },
  'POST /barbershops/{id}/last-minute': {
    request: ({ barbershopId, barberId }, _, { clock }) => ({
      params: { id: barbershopId },
      body: {
        barberId,
        percent: 20,
        startsAt: clock.now().toISOString(),
        endsAt: new Date(clock.now().getTime() + 4 * 3_600_000).toISOString(),
      },
    }),
    ...byStaff,
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404] },
  },
  'DELETE /last-minute/{id}': { request: openSlot, ...byStaff, ids: { 'path.id': [404, 404] } },
  'GET /barbershops/{id}/last-minute/rule': { request: ofShop, ...ofRule, ids: { 'path.id': [404, 404] } },
  'PUT /barbershops/{id}/last-minute/rule': {
    request: saveRule,
    ...ofRule,
    lapsed: 403,
    ids: { 'path.id': [404, 404] },
  },
  'GET /last-minute/consent': {},
  'PUT /last-minute/consent': { request: () => ({ body: { isOn: true, consentText: LAST_MINUTE_CONSENT_TEXT } }) },
}
