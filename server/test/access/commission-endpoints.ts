import { randomUUID } from 'node:crypto'
import {
  halfTerms,
  insertCommissionLine,
  insertContractRow,
  insertDisputedLine,
  insertSettlementRow,
} from '../commission-rows.ts'
import type { Harness } from '../harness.ts'
import { testImage } from '../test-image.ts'
import type { AccessCases, Actor } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

const moneyOnly: readonly Actor[] = ['the owner', 'the manager']
const withMoneyOrOwn: readonly Actor[] = ['the owner', 'the manager', 'the barber']

async function insertProduct({ barbershopId }: Tenant, { db, clock }: Harness): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  await db
    .insertInto('products')
    .values({ id, barbershop_id: barbershopId, name: 'Cera', price_cents: 3000, created_at: now, updated_at: now })
    .execute()
  return id
}

const ofShop =
  (rest: object) =>
  ({ barbershopId }: Tenant) => ({ params: { id: barbershopId }, ...rest })

/** Plans, what barbers earn, settlements, advances and contracts. */
export const commissionEndpoints: AccessCases = {
  'GET /barbershops/{id}/commission-plans': {
    request: ofShop({}),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
    exposesOthers: true,
  },
  'POST /barbershops/{id}/commission-plans': {
    request: async (tenant, _, world) => ({
      params: { id: tenant.barbershopId },
      body: {
        barberId: tenant.barberId,
        seenVersion: 0,
        startsOn: '2026-12-01',
        terms: {
          ...halfTerms,
          services: [{ serviceId: tenant.serviceIds[0], share: { kind: 'fixed', cents: 1800 }, costCents: 0 }],
          products: [{ productId: await insertProduct(tenant, world), share: { kind: 'fixed', cents: 500 } }],
        },
      },
    }),
    allowed: moneyOnly,
    ids: {
      'path.id': [404, 404],
      'body.barberId': [404, 404],
      'body.terms.services[].serviceId': [404, 404],
      'body.terms.products[].productId': [404, 404],
    },
  },
  'GET /barbershops/{id}/earnings': {
    request: ({ barbershopId, barberId }) => ({
      params: { id: barbershopId },
      query: { barberId, from: '2026-03-01', until: '2026-03-31' },
    }),
    allowed: withMoneyOrOwn,
    ids: { 'path.id': [404, 404], 'query.barberId': [404, 404] },
  },
  'POST /commission-lines/{id}/dispute': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertCommissionLine(world, tenant)).id },
      body: { reason: 'Faltou a barba' },
    }),
    allowed: ['the barber'],
    ids: { 'path.id': [404, 404] },
  },
  'POST /commission-lines/{id}/response': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertDisputedLine(world, tenant)).id },
      body: { response: 'Conferi', adjustmentCents: 500 },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
  'GET /barbershops/{id}/settlements': { request: ofShop({}), allowed: moneyOnly, ids: { 'path.id': [404, 404] } },
  'GET /settlements/{id}': {
    request: async (tenant, _, world) => ({ params: { id: (await insertSettlementRow(world, tenant)).id } }),
    allowed: withMoneyOrOwn,
    ids: { 'path.id': [404, 404] },
  },
  'GET /settlements/{id}/lines.csv': {
    request: async (tenant, _, world) => ({ params: { id: (await insertSettlementRow(world, tenant)).id } }),
    allowed: withMoneyOrOwn,
    ids: { 'path.id': [404, 404] },
  },
  'POST /barbershops/{id}/settlements': {
    // Rent only: other requests of the tenant have settled the lines.
    request: ({ barbershopId, barberId }) => ({
      params: { id: barbershopId },
      body: { id: randomUUID(), barberId, until: '2026-03-11', rentCents: 100, totalCents: -100 },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404], 'body.id': ['allowed', 'allowed'], 'body.barberId': [404, 404] },
  },
  'POST /settlements/{id}/pay': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertSettlementRow(world, tenant)).id },
      body: { paidFrom: 'bank' },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
  'POST /barbershops/{id}/advances': {
    request: ({ barbershopId, barberId }) => ({
      params: { id: barbershopId },
      body: { id: randomUUID(), barberId, cents: 5000, paidFrom: 'bank', reason: 'Adiantamento' },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404], 'body.id': ['allowed', 'allowed'], 'body.barberId': [404, 404] },
  },
  'GET /barbershops/{id}/contracts': {
    request: ofShop({}),
    allowed: ['the owner', 'the manager', 'the barber', 'another barber of the barbershop'],
    ids: { 'path.id': [404, 404] },
  },
  'POST /barbershops/{id}/contracts': {
    request: ({ barbershopId, barberId }) => ({
      params: { id: barbershopId },
      body: { barberId, regime: 'partner', cnpj: '11222333000181', ...nextDays() },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404] },
  },
  'PUT /contracts/{id}': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertContractRow(world, tenant, nextDays())).id },
      body: { regime: 'rent', cnpj: null, ...nextDays(), version: 1 },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
  'DELETE /contracts/{id}': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertContractRow(world, tenant, nextDays())).id },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
  'POST /contracts/{id}/file': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertContractRow(world, tenant, nextDays())).id },
      file: { name: 'file', bytes: testImage },
    }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
  'GET /contracts/{id}/file': {
    request: async (tenant, _, world) => ({
      params: { id: (await insertContractRow(world, tenant, nextDays(), Buffer.from('%PDF-1.7 %%EOF'))).id },
    }),
    allowed: withMoneyOrOwn,
    ids: { 'path.id': [404, 404] },
  },
  'GET /barbershops/{id}/partner-shares': {
    request: ofShop({ query: { month: '2026-03' } }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
  'GET /barbershops/{id}/partner-shares.csv': {
    request: ofShop({ query: { month: '2026-03' } }),
    allowed: moneyOnly,
    ids: { 'path.id': [404, 404] },
  },
}

let days = 0
/** Two days that no contract of another request has. */
function nextDays() {
  days += 2
  const dayOf = (offset: number) => new Date(Date.UTC(2030, 0, days + offset)).toISOString().slice(0, 10)
  return { startsOn: dayOf(0), endsOn: dayOf(1) }
}
