import { randomUUID } from 'node:crypto'
import type { CashSession } from '@na-regua/contract/cash'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { getBalance } from '../ledger/queries.ts'
import {
  findRegister,
  findSessionPlace,
  getCashSession,
  getUsualRegister,
  hasCashSessions,
  insertCashSession,
  lockRegister,
} from './queries.ts'
import { postDifference } from './rules.ts'

type Opening = { id: string; barbershopId: string; registerId?: string; userId: string; floatCents: number }

/** The float was counted: what it differs from the book is posted. Throws CASH_OPEN while another session of the register is. Repeated it changes nothing. */
export async function openCash(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { id, barbershopId, userId, floatCents, ...chosen }: Opening,
): Promise<CashSession> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'cash' })
    if (await isKnown(tx, { id, barbershopId: shop.id, floatCents })) return getCashSession(tx, id)
    const registerId = await getRegister(tx, shop.id, chosen.registerId?.toLowerCase())
    await lockRegister(tx, registerId)
    const booked = await getBalance(tx, { barbershopId: shop.id, kind: 'cash', ownerId: registerId })
    const isFirst = !(await hasCashSessions(tx, registerId))
    const difference = floatCents - booked
    const day = toLocal(toEpochMinute(now), shop.timeZone).date
    // What the owner had put into the register before its first session is no difference.
    const floatDifferenceCents = isFirst ? 0 : difference
    const session = { id, barbershopId: shop.id, registerId, day, openedBy: userId, floatCents, floatDifferenceCents }
    if (!(await insertCashSession(tx, session, now))) throw new ApiError('CASH_OPEN')
    const source = { barbershopId: shop.id, kind: 'cashOpening', sourceId: id, occurredAt: now, actorId: userId }
    const postings = postDifference(difference, { registerId, isFirst })
    await postTransaction(tx, { ...source, id: randomUUID(), postings }, now)
    return getCashSession(tx, id)
  })
}

/** One that is used, by default the usual one. */
async function getRegister(tx: Database, barbershopId: string, id: string | undefined): Promise<string> {
  if (!id) return getUsualRegister(tx, barbershopId)
  const register = await findRegister(tx, id)
  if (register?.barbershopId !== barbershopId || !register.isActive) throw new ApiError('REGISTER_NOT_FOUND')
  return id
}

async function isKnown(
  tx: Database,
  { id, barbershopId, floatCents }: { id: string; barbershopId: string; floatCents: number },
): Promise<boolean> {
  const known = await findSessionPlace(tx, { sessionId: id })
  if (!known) return false
  if (known.barbershopId !== barbershopId || known.floatCents !== floatCents) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return true
}
