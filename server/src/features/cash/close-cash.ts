import { randomUUID } from 'node:crypto'
import type { CashCount, CashSession, cashApi } from '@na-regua/contract/cash'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { getBalance } from '../ledger/queries.ts'
import { lockSession } from './move-cash.ts'
import { getCashSession, insertCounts, lockRegister, markClosed, type SessionPlace, sumPayments } from './queries.ts'
import { postDifference } from './rules.ts'

type Counted = Body<typeof cashApi.close>['counted']
type Closing = { id: string; userId: string; counted: Counted; note: string | undefined }

/** Writes down what was counted beside what the book expected, and posts the difference in cash. Throws CASH_CLOSED if it was closed before. */
export async function closeCash(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { id, userId, counted, note }: Closing,
): Promise<CashSession> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const place = await lockSession(tx, { sessionId: id, userId })
    const { barbershopId, registerId } = place
    await lockRegister(tx, registerId)
    const expected = await getBalance(tx, { barbershopId, kind: 'cash', ownerId: registerId })
    const counts = await countMethods(tx, place, { counted, expected })
    if (!(await markClosed(tx, { id, closedBy: userId, note: note?.trim() || null }, now)))
      throw new ApiError('CASH_CLOSED')
    await insertCounts(tx, id, counts)
    const source = { barbershopId, kind: 'cashClosing', sourceId: id, occurredAt: now, actorId: userId }
    const postings = postDifference(counted.cash - expected, { registerId })
    await postTransaction(tx, { ...source, id: randomUUID(), postings }, now)
    return getCashSession(tx, id)
  })
}

/** Cash is all that is in the register; of the other methods what was paid since the session was opened. */
async function countMethods(
  tx: Database,
  place: SessionPlace,
  { counted, expected }: { counted: Counted; expected: number },
): Promise<CashCount[]> {
  const paid = (await sumPayments(tx, place)).filter(({ method }) => method !== 'cash')
  const known: Record<string, number | undefined> = counted
  const unpaid = (['pix', 'debit', 'credit', 'voucher'] as const).filter(
    (method) => counted[method] !== undefined && !paid.some((one) => one.method === method),
  )
  return [
    { method: 'cash', expectedCents: expected, countedCents: counted.cash },
    ...paid.map(({ method, cents }) => ({ method, expectedCents: cents, countedCents: known[method] ?? null })),
    ...unpaid.map((method) => ({ method, expectedCents: 0, countedCents: counted[method] ?? null })),
  ]
}
