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
  return { productIds: products.map(({ id }) => id) }
}

export type FuzzProducts = Awaited<ReturnType<typeof createFuzzProducts>>

/** Samples of the endpoints of products; none for others. */
export function productSamplesOf(
  { method, url }: Route,
  { tenant, productIds }: FuzzProducts & ProductShops,
): FuzzSamples {
  if (!url.includes('products')) return {}
  const ofProduct = [...productIds, ...productIds, randomUUID()]
  const ofShop = [tenant.shop.id, tenant.shop.id, tenant.shop.id, randomUUID()]
  // A movement has an id in its body too.
  const ids = url.startsWith('/products') ? ofProduct : ofShop
  return {
    id: method === 'POST' && url.endsWith('movements') ? ofProduct : ids,
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
