import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Product, productsApi } from '@na-regua/contract/products'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { requireEditing } from '../barbershops/editing/rules.ts'
import { getOwnPlan } from '../plans/queries.ts'
import { lockBarbershopOfProduct, writeMovement } from './move-product.ts'
import { getProduct, getStock, insertProduct, setCost, updateProduct } from './queries.ts'
import { count } from './rules.ts'

type SaveDeps = { db: DatabasePool; clock: Clock }

/** More are a mistake: a barbershop has some dozens. */
const MAX_PRODUCTS = 500

type Creation = { barbershopId: string; userId: string; fields: Body<typeof productsApi.create> }

export async function createProduct(
  { db, clock }: SaveDeps,
  { barbershopId, userId, fields }: Creation,
): Promise<Product> {
  const now = clock.now()
  const name = readName(fields.name)
  return db.transaction().execute(async (tx) => {
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'prices' })
    requireEditing(await getOwnPlan(tx, shop.ownerId, now))
    const product = { ...fields, id: randomUUID(), barbershopId, name }
    if (!(await insertProduct(tx, product, { limit: MAX_PRODUCTS, now }))) throw new ApiError('PRODUCT_LIMIT')
    return getProduct(tx, { id: product.id, userId })
  })
}

type Edit = { id: string; userId: string; fields: Body<typeof productsApi.update> }

/** Throws EDIT_CONFLICT when another page saved since. What is in stock is worth the new cost from then on. */
export async function editProduct({ db, clock }: SaveDeps, { id, userId, fields }: Edit): Promise<Product> {
  const now = clock.now()
  const name = readName(fields.name)
  return db.transaction().execute(async (tx) => {
    const shop = await lockBarbershopOfProduct(tx, { productId: id, userId })
    requireEditing(await getOwnPlan(tx, shop.ownerId, now))
    if (!(await updateProduct(tx, { ...fields, id, name }, now))) throw new ApiError('EDIT_CONFLICT')
    await changeCost(tx, { barbershopId: shop.id, productId: id, actorId: userId, costCents: fields.costCents }, now)
    return getProduct(tx, { id, userId })
  })
}

type CostChange = { barbershopId: string; productId: string; actorId: string; costCents: number }

async function changeCost(tx: Database, { costCents, ...product }: CostChange, now: Date): Promise<void> {
  const stock = await getStock(tx, product.productId)
  if (stock.costCents === costCents) return
  if (stock.quantity === 0 && stock.valueCents === 0) return setCost(tx, product.productId, costCents)
  const change = count({ ...stock, costCents }, stock.quantity)
  await writeMovement(tx, { ...product, id: randomUUID(), kind: 'count', change }, now)
}

function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw new ApiError('INVALID_INPUT', {}, 'Escreva o nome do produto.')
  return name
}
