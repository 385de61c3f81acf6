import { ApiError } from '@na-regua/contract/errors'
import type { Visit } from '@na-regua/contract/visits'
import type { DatabasePool } from '../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { reverseLines } from '../commissions/earnings/queries.ts'
import { reverseTransactions } from '../ledger/post-transaction.ts'
import { insertReturns } from '../products/queries.ts'
import {
  copyVisit,
  findReversible,
  findVisit,
  getVisit,
  lockVisits,
  type ReversibleVisit,
  reverseStored,
} from './queries.ts'

type ReverseRequest = {
  id: string
  userId: string
  reason: string
  /** The id of the open copy; undefined: none is made. */
  copyId: string | undefined
  now: Date
}

/**
 * Takes a closed visit back with everything that followed from it, and opens a copy that may be corrected. What happened to the
 * appointment stays: it is corrected in its own place.
 */
export async function reverseVisit(
  db: DatabasePool,
  { userId, reason, copyId, now, ...request }: ReverseRequest,
): Promise<{ visit: Visit; copy: Visit | null }> {
  const id = request.id.toLowerCase()
  if (reason.trim() === '') throw new ApiError('INVALID_INPUT', {}, 'Escreva o motivo.')
  await db.transaction().execute(async (tx) => {
    const seen = await findReversible(tx, id, userId)
    if (!seen) throw new ApiError('VISIT_NOT_FOUND')
    if (!seen.mayReverse) throw new ApiError('FORBIDDEN', {}, 'Estornar é do dono, ou de quem ele permite.')
    const { barbershopId } = seen
    await lockVisits(tx, barbershopId)
    if (!(await reverseStored(tx, { id, barbershopId, userId, reason: reason.trim(), now })))
      throw explainUnreversed(await findReversible(tx, id, userId))
    // A visit that was free has nothing in the book.
    await reverseTransactions(tx, { barbershopId, sourceId: id, at: now, actorId: userId })
    await reverseLines(tx, { visitId: id, at: now })
    await insertReturns(tx, { visitId: id, actorId: userId, at: now })
    if (!copyId) return
    const day = toLocal(toEpochMinute(now), seen.timeZone).date
    if (!(await copyVisit(tx, { id, copyId, day, userId, now }))) throw new ApiError('FORBIDDEN')
  })
  return {
    visit: await getVisit(db, id, userId),
    copy: (copyId && (await findVisit(db, copyId, userId))) || null,
  }
}

function explainUnreversed(current: ReversibleVisit | undefined): ApiError {
  return current?.status === 'REVERSED'
    ? new ApiError('ALREADY_REVERSED', {}, 'Esta comanda já foi estornada.')
    : new ApiError('VISIT_CHANGED', {}, 'Só uma comanda fechada é estornada.')
}
