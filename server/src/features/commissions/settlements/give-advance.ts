import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { getUsualRegister } from '../../cash/queries.ts'
import { postTransaction } from '../../ledger/post-transaction.ts'
import { getBalance } from '../../ledger/queries.ts'
import { canSettle, insertAdvance, type NewAdvance } from './queries.ts'
import { sourcePosting } from './rules.ts'

/** Gives a barber money before it is earned, once for each id. Returns what the barber owes of advances then. */
export async function giveAdvance(
  { db, clock }: { db: DatabasePool; clock: Clock },
  advance: Omit<NewAdvance, 'now'>,
): Promise<number> {
  const { id, barbershopId, barberId, userId, cents, paidFrom } = advance
  const now = clock.now()
  if (!(await canSettle(db, { barbershopId, barberId, userId }))) throw new ApiError('BARBER_NOT_FOUND')
  const registerId = await getUsualRegister(db, barbershopId)
  return db.transaction().execute(async (tx) => {
    const outcome = await insertAdvance(tx, { ...advance, now })
    if (!outcome) throw new ApiError('BARBER_NOT_FOUND')
    if (outcome === 'different') throw new ApiError('IDEMPOTENCY_CONFLICT')
    if (outcome === 'inserted') {
      const postings = [
        { kind: 'advance', ownerId: barberId, cents } as const,
        sourcePosting({ paidFrom, registerId, cents: -cents }),
      ]
      const transaction = {
        id: randomUUID(),
        barbershopId,
        kind: 'advance',
        sourceId: id,
        occurredAt: now,
        actorId: userId,
        postings,
      }
      await postTransaction(tx, transaction, now)
    }
    return getBalance(tx, { barbershopId, kind: 'advance', ownerId: barberId })
  })
}
