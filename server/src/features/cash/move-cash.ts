import { randomUUID } from 'node:crypto'
import type { CashSession } from '@na-regua/contract/cash'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { postTransaction, reverseTransactions } from '../ledger/post-transaction.ts'
import {
  findCashMovement,
  findSessionPlace,
  getCashSession,
  insertCashMovement,
  isBarberOf,
  isSessionOpen,
  type SessionPlace,
} from './queries.ts'
import { findMovementProblem, type Movement, postingsOfMovement } from './rules.ts'

type MoveDeps = { db: DatabasePool; clock: Clock }
type MoveRequest = { sessionId: string; userId: string; movement: Movement & { id: string } }

/** Puts cash into the register of an open session or takes it out. Repeated it changes nothing. */
export async function moveCash(
  { db, clock }: MoveDeps,
  { sessionId, userId, movement }: MoveRequest,
): Promise<CashSession> {
  const now = clock.now()
  const problem = findMovementProblem(movement)
  if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
  return db.transaction().execute(async (tx) => {
    const { barbershopId, registerId } = await lockSession(tx, { sessionId, userId })
    if (await isKnown(tx, sessionId, movement)) return getCashSession(tx, sessionId)
    if (!(await isSessionOpen(tx, sessionId))) throw new ApiError('CASH_CLOSED')
    const { id, kind, barberId } = movement
    if (barberId && !(await isBarberOf(tx, { barbershopId, barberId }))) throw new ApiError('BARBER_NOT_FOUND')
    await insertCashMovement(tx, { ...movement, sessionId, barbershopId, actorId: userId }, now)
    const postings = postingsOfMovement(movement, registerId)
    // Ids of devices stay in their own tables: one that is the id of an open visit would keep it from being closed.
    const source = { barbershopId, kind, sourceId: id, occurredAt: now, actorId: userId }
    await postTransaction(tx, { ...source, id: randomUUID(), postings }, now)
    return getCashSession(tx, sessionId)
  })
}

async function isKnown(tx: Database, sessionId: string, movement: MoveRequest['movement']): Promise<boolean> {
  const known = await findCashMovement(tx, movement.id)
  if (!known) return false
  const isSame =
    known.sessionId === sessionId &&
    known.kind === movement.kind &&
    known.amountCents === movement.amountCents &&
    known.account === movement.account &&
    known.barberId === (movement.barberId ?? null)
  if (!isSame) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return true
}

type Reversal = { movementId: string; userId: string; reason: string }

/** Takes a movement of an open session back, once; what was counted stays as it was counted. */
export async function reverseMovement(
  { db, clock }: MoveDeps,
  { movementId, userId, reason }: Reversal,
): Promise<CashSession> {
  const now = clock.now()
  if (reason.trim() === '') throw new ApiError('INVALID_INPUT', {}, 'Escreva o motivo.')
  return db.transaction().execute(async (tx) => {
    const { id: sessionId, barbershopId } = await lockSession(tx, { movementId, userId })
    if (!(await isSessionOpen(tx, sessionId))) throw new ApiError('CASH_CLOSED')
    const stored = await findCashMovement(tx, movementId)
    if (!stored) throw new ApiError('CASH_NOT_FOUND')
    const { barberId, isReversal, ...movement } = stored
    if (isReversal) throw new ApiError('ALREADY_REVERSED', {}, 'Um estorno não se estorna. Lance de novo.')
    const isReversed = await reverseTransactions(tx, { barbershopId, sourceId: movementId, at: now, actorId: userId })
    if (!isReversed) throw new ApiError('ALREADY_REVERSED')
    const reversal = { ...movement, id: randomUUID(), barberId: barberId ?? undefined, reverses: movementId }
    await insertCashMovement(tx, { ...reversal, reason, barbershopId, actorId: userId }, now)
    return getCashSession(tx, sessionId)
  })
}

/** All that happens in the sessions of a barbershop, but payments, runs one after the other. */
export async function lockSession(
  tx: Database,
  { userId, ...named }: { userId: string; sessionId?: string; movementId?: string },
): Promise<SessionPlace> {
  const place = await findSessionPlace(tx, named)
  if (!place) throw new ApiError('CASH_NOT_FOUND')
  await lockOwnBarbershop(tx, { id: place.barbershopId, userId, action: 'cash' })
  return place
}
