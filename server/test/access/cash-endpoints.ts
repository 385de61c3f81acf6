import { randomUUID } from 'node:crypto'
import { cashApi } from '@na-regua/contract/cash'
import type { Harness } from '../harness.ts'
import type { AccessCases, Actor } from './endpoints.ts'
import type { Member, Tenant } from './tenants.ts'

const byHolders: { allowed: readonly Actor[] } = { allowed: ['the owner', 'the receptionist', 'the manager'] }
const ofShop = ({ barbershopId }: Tenant) => ({ params: { id: barbershopId } })

/** In a register of its own: one has one open session. */
async function insertSession({ barbershopId }: Tenant, { db, clock }: Harness) {
  const register = await db
    .insertInto('cash_registers')
    .values({ barbershop_id: barbershopId, name: 'Balcão' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  const session = { id, barbershop_id: barbershopId, register_id: register.id, day: '2026-03-11', float_cents: 0 }
  await db
    .insertInto('cash_sessions')
    .values({ ...session, float_difference_cents: 0, opened_at: clock.now() })
    .execute()
  return { params: { id } }
}

async function insertRegister({ barbershopId }: Tenant, _: Member | undefined, { db }: Harness) {
  const { id } = await db
    .insertInto('cash_registers')
    .values({ barbershop_id: barbershopId, name: 'Bar' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { id }, body: { name: 'Loja' } }
}

async function insertMovement(tenant: Tenant, _: Member | undefined, world: Harness) {
  const { params } = await insertSession(tenant, world)
  const id = randomUUID()
  await world.call(cashApi.move, {
    token: tenant.owner.tokens[0] ?? '',
    params,
    body: { id, kind: 'supply', amountCents: 100, account: 'bank' },
  })
  return { params: { id }, body: { reason: 'Valor errado' } }
}

/** The register: opening, movements, counting. */
export const cashEndpoints: AccessCases = {
  'GET /barbershops/{id}/cash': { request: ofShop, ...byHolders, ids: { 'path.id': [404, 404] } },
  'GET /barbershops/{id}/cash/day': {
    request: (tenant) => ({ ...ofShop(tenant), query: { date: '2026-03-11' } }),
    ...byHolders,
    ids: { 'path.id': [404, 404] },
  },
  'POST /barbershops/{id}/cash/registers': {
    request: (tenant) => ({ ...ofShop(tenant), body: { id: randomUUID(), name: 'Bar' } }),
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404], 'body.id': ['allowed', 'allowed'] },
  },
  'PATCH /cash/registers/{id}': {
    request: insertRegister,
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
  'POST /barbershops/{id}/cash/sessions': {
    request: async (tenant, member, world) => {
      const register = await insertRegister(tenant, member, world)
      return { ...ofShop(tenant), body: { id: randomUUID(), registerId: register.params.id, floatCents: 5000 } }
    },
    ...byHolders,
    // The second finds the first open.
    ids: { 'path.id': [404, 404], 'body.id': ['allowed', 409], 'body.registerId': [404, 404] },
  },
  'POST /cash/sessions/{id}/movements': {
    request: async (tenant, _, world) => ({
      ...(await insertSession(tenant, world)),
      body: { id: randomUUID(), kind: 'advance', amountCents: 100, account: 'advance', barberId: tenant.barberId },
    }),
    ...byHolders,
    status: 409,
    ids: { 'path.id': [404, 404], 'body.id': [409, 409], 'body.barberId': [404, 404] },
  },
  'POST /cash/movements/{id}/reversal': {
    request: insertMovement,
    ...byHolders,
    ids: { 'path.id': [404, 404] },
  },
  'POST /cash/sessions/{id}/close': {
    request: async (tenant, _, world) => ({
      ...(await insertSession(tenant, world)),
      body: { counted: { cash: 0 } },
    }),
    ...byHolders,
    ids: { 'path.id': [404, 404] },
  },
}
