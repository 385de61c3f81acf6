import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Product, productsApi } from '@na-regua/contract/products'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { type LockedBarbershop, lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { getUsualRegister } from '../cash/queries.ts'
import { postTransaction, reverseTransactions } from '../ledger/post-transaction.ts'
import { findBarbershopOfProduct, findMovement, getProduct, getStock, insertMovement, setCost } from './queries.ts'
import { count, postingsOf, purchase, reverseChange, type Stock, type StockChange, takeOut } from './rules.ts'

type MoveDeps = { db: DatabasePool; clock: Clock }
type Movement = Body<typeof productsApi.move>
type MoveRequest = { productId: string; userId: string; movement: Movement }

/** Writes a purchase, a use, a loss or a count into stock and book. Repeated it changes nothing. */
export async function moveProduct(
  { db, clock }: MoveDeps,
  { productId, userId, movement }: MoveRequest,
): Promise<Product> {
  const now = clock.now()
  const problem = findProblem(movement)
  if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
  return db.transaction().execute(async (tx) => {
    const { id: barbershopId } = await lockBarbershopOfProduct(tx, { productId, userId })
    if (!(await isKnown(tx, productId, movement))) {
      const change = changeStock(await getStock(tx, productId), movement)
      const registerId = movement.paidFrom === 'cash' ? await getUsualRegister(tx, barbershopId) : undefined
      await writeMovement(tx, { ...movement, barbershopId, productId, change, registerId, actorId: userId }, now)
    }
    return getProduct(tx, { id: productId, userId })
  })
}

function findProblem({ kind, quantity, paidCents, paidFrom }: Movement): string | undefined {
  if (kind !== 'count' && quantity === 0) return 'Diga quantos foram.'
  const isPaid = paidCents !== undefined && paidFrom !== undefined
  if (kind === 'purchase' && !isPaid) return 'Diga quanto custou e de onde saiu o dinheiro.'
  if (kind !== 'purchase' && (paidCents !== undefined || paidFrom !== undefined)) return 'Só uma compra tem pagamento.'
  return undefined
}

/**
 * All that changes products of a barbershop but sales runs one after the other. What enters and leaves the stock is the work of the day,
 * which goes on without a current plan, as sales and the cash register do; only the list of products is edited with one.
 */
export async function lockBarbershopOfProduct(
  tx: Database,
  { productId, userId }: { productId: string; userId: string },
): Promise<LockedBarbershop> {
  const id = await findBarbershopOfProduct(tx, productId)
  if (!id) throw new ApiError('PRODUCT_NOT_FOUND')
  return lockOwnBarbershop(tx, { id, userId, action: 'prices' })
}

async function isKnown(tx: Database, productId: string, { id, kind, quantity, paidCents }: Movement): Promise<boolean> {
  const known = await findMovement(tx, id)
  if (!known) return false
  // Of a count the difference is stored, which does not say what was counted.
  const isSame =
    known.productId === productId &&
    known.kind === kind &&
    (kind === 'count' || Math.abs(known.quantity) === quantity) &&
    (kind !== 'purchase' || known.valueCents === paidCents)
  if (!isSame) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return true
}

function changeStock(stock: Stock, { kind, quantity, paidCents = 0 }: Movement): StockChange {
  if (kind === 'purchase') return purchase(stock, quantity, paidCents)
  return kind === 'count' ? count(stock, quantity) : takeOut(stock, quantity)
}

type Reversal = { movementId: string; userId: string; note: string }

/** Takes a purchase, a use or a loss back, once: what it did to the stock and to the money. */
export async function reverseProductMovement(
  { db, clock }: MoveDeps,
  { movementId, userId, note }: Reversal,
): Promise<Product> {
  const now = clock.now()
  if (note.trim() === '') throw new ApiError('INVALID_INPUT', {}, 'Escreva o motivo.')
  return db.transaction().execute(async (tx) => {
    const productId = (await findMovement(tx, movementId))?.productId
    if (!productId) throw new ApiError('PRODUCT_NOT_FOUND')
    const { id: barbershopId } = await lockBarbershopOfProduct(tx, { productId, userId })
    // Again: another request may have reversed it before the lock.
    const moved = await findReversible(tx, movementId)
    const { quantity, valueCents, costCents } = reverseChange(await getStock(tx, productId), moved)
    await setCost(tx, productId, costCents)
    if (valueCents !== 0)
      await reverseTransactions(tx, { barbershopId, sourceId: movementId, at: now, actorId: userId })
    const reversal = { id: randomUUID(), kind: moved.kind, note: note.trim(), reverses: movementId }
    await insertMovement(tx, { ...reversal, barbershopId, productId, quantity, valueCents, actorId: userId }, now)
    return getProduct(tx, { id: productId, userId })
  })
}

async function findReversible(tx: Database, id: string) {
  const moved = await findMovement(tx, id)
  if (!moved || moved.isReversed || moved.isReversal) throw new ApiError('ALREADY_REVERSED')
  if (moved.kind === 'sale') throw new ApiError('INVALID_INPUT', {}, 'Uma venda se estorna na comanda.')
  if (moved.kind === 'count') throw new ApiError('INVALID_INPUT', {}, 'Uma contagem se corrige com outra.')
  return moved
}

type NewMovement = Pick<Movement, 'id' | 'kind' | 'note'> & {
  barbershopId: string
  productId: string
  change: StockChange
  registerId?: string | undefined
  actorId: string
}

/** The movement, what it means in the book, and what one costs from now on. */
export async function writeMovement(tx: Database, movement: NewMovement, now: Date): Promise<void> {
  const { id, kind, barbershopId, productId, change, registerId, actorId } = movement
  const { quantity, valueCents, costCents } = change
  const note = movement.note?.trim() || null
  await setCost(tx, productId, costCents)
  await insertMovement(tx, { id, barbershopId, productId, kind, quantity, valueCents, note, actorId }, now)
  const postings = postingsOf(kind, valueCents, registerId)
  const source = { barbershopId, kind, sourceId: id, occurredAt: now, actorId }
  await postTransaction(tx, { ...source, id: randomUUID(), postings }, now)
}
