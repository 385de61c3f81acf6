import { randomUUID } from 'node:crypto'
import type { Harness } from '../harness.ts'
import type { AccessCases, Actor } from './endpoints.ts'
import type { Member, Tenant } from './tenants.ts'

const byManagers: { allowed: readonly Actor[] } = { allowed: ['the owner', 'the manager'] }

const fields = { name: 'Pomada', priceCents: 4500, costCents: 2000, minimum: 3 }

async function insertProduct({ barbershopId }: Tenant, _: Member | undefined, { db, clock }: Harness) {
  const id = randomUUID()
  const now = clock.now()
  await db
    .insertInto('products')
    .values({ id, barbershop_id: barbershopId, name: 'Cera', price_cents: 3000, created_at: now, updated_at: now })
    .execute()
  return { params: { id } }
}

async function insertLoss(
  { barbershopId }: Tenant,
  _: Member | undefined,
  { db, clock }: Harness,
  { id, productId }: { id: string; productId: string },
) {
  const now = clock.now()
  await db
    .insertInto('product_movements')
    .values({
      id,
      barbershop_id: barbershopId,
      product_id: productId,
      kind: 'loss',
      quantity: -1,
      value_cents: 0,
      occurred_at: now,
      recorded_at: now,
    })
    .execute()
}

/** What the barbershop sells, and its stock. */
export const productEndpoints: AccessCases = {
  'GET /barbershops/{id}/products': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId } }),
    allowed: ['the barber', 'another barber of the barbershop', 'the receptionist', 'the manager', 'the owner'],
    ids: { 'path.id': [404, 404] },
  },
  'POST /barbershops/{id}/products': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId }, body: fields }),
    ...byManagers,
    lapsed: 403,
    ids: { 'path.id': [404, 404] },
  },
  'PUT /products/{id}': {
    request: async (...scene) => ({
      ...(await insertProduct(...scene)),
      body: { ...fields, isActive: false, version: 1 },
    }),
    ...byManagers,
    lapsed: 403,
    ids: { 'path.id': [404, 404] },
  },
  'POST /products/{id}/movements': {
    request: async (...scene) => ({
      ...(await insertProduct(...scene)),
      body: { id: randomUUID(), kind: 'purchase', quantity: 2, paidCents: 5000, paidFrom: 'bank' },
    }),
    ...byManagers,
    ids: { 'path.id': [404, 404], 'body.id': ['allowed', 'allowed'] },
  },
  'POST /products/movements/{id}/reversal': {
    request: async (...scene) => {
      const { params } = await insertProduct(...scene)
      const id = randomUUID()
      await insertLoss(...scene, { id, productId: params.id })
      return { params: { id }, body: { note: 'Valor errado' } }
    },
    ...byManagers,
    ids: { 'path.id': [404, 404] },
  },
  'GET /products/{id}/movements': { request: insertProduct, ...byManagers, ids: { 'path.id': [404, 404] } },
}
