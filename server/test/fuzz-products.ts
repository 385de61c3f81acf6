import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type ProductShops = { tenant: { shop: { id: string } } }

/** Products of the tenant, whose owner moves and edits them. */
export async function createFuzzProducts({ db, clock }: Harness, { tenant }: ProductShops) {
  const now = clock.now()
  const products = Array.from({ length: 6 }, (_, index) => ({
    id: randomUUID(),
    barbershop_id: tenant.shop.id,
    name: `Pomada ${index}`,
    price_cents: 4500,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('products').values(products).execute()
  const losses = Array.from({ length: 12 }, () => ({
    id: randomUUID(),
    barbershop_id: tenant.shop.id,
    product_id: products[0]?.id as string,
    kind: 'loss',
    quantity: -1,
    value_cents: 0,
    occurred_at: now,
    recorded_at: now,
  }))
  await db.insertInto('product_movements').values(losses).execute()
  return { productIds: products.map(({ id }) => id), lossIds: losses.map(({ id }) => id) }
}

export type FuzzProducts = Awaited<ReturnType<typeof createFuzzProducts>>

/** Samples of the endpoints of products; none for others. */
export function productSamplesOf(
  { url }: Route,
  { tenant, productIds, lossIds }: FuzzProducts & ProductShops,
): FuzzSamples {
  if (!url.includes('products')) return {}
  const ofProduct = [...productIds, ...productIds, randomUUID()]
  const ofShop = [tenant.shop.id, tenant.shop.id, tenant.shop.id, randomUUID()]
  const ids = url.startsWith('/products') ? ofProduct : ofShop
  return {
    id: url.endsWith('reversal') ? [...lossIds, randomUUID()] : ids,
    name: ['Pomada', 'Cera', ' ', 'x'.repeat(101)],
    priceCents: [4500, 0, -1, 1e9],
    costCents: [2000, 0, -1, 1e9],
    minimum: [null, 3, -1],
    isActive: [true, false],
    version: [1, 2, 3, 0],
    kind: ['purchase', 'use', 'loss', 'count', 'sale'],
    quantity: [1, 2, 0, -1, 10_001],
    paidCents: [undefined, undefined, 5000, -1],
    paidFrom: [undefined, undefined, 'bank', 'cash', 'x'],
    note: [undefined, 'Lavatório', 'x'.repeat(121)],
  }
}
