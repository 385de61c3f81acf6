import { randomUUID } from 'node:crypto'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { confirmPixIn } from '../visits/confirm-pix.ts'
import { type LinkedPayment, linkEntry, lockClosedVisit } from './queries.ts'

type Match = {
  entryId: string
  paymentId: string
  /** Who decides, or who imports what a txid decides. */
  userId: string
  isDecidedByPerson: boolean
  now: Date
}

/** Undefined if another Pix became the payment, or the visit was reversed. */
export async function matchPayment(db: DatabasePool, match: Match): Promise<LinkedPayment | undefined> {
  try {
    return await db.transaction().execute((tx) => matchIn(tx, match))
  } catch (error) {
    if (error instanceof VisitReversed) return undefined
    // Two Pix for one payment, at the same time.
    if ((error as { constraint?: string }).constraint === 'bank_entries_of_one_payment') return undefined
    throw error
  }
}

/** Undoes the transaction. */
class VisitReversed extends Error {}

async function matchIn(tx: Database, { entryId, paymentId, userId, isDecidedByPerson, now }: Match) {
  const linked = await linkEntry(tx, { entryId, paymentId, userId, isDecidedByPerson }, now)
  if (!linked?.isDecided) return linked
  const { visitId, barbershopId, entryCents, paymentCents } = linked
  if (!(await lockClosedVisit(tx, visitId))) throw new VisitReversed()
  const confirmedBy = isDecidedByPerson ? userId : null
  await confirmPixIn(tx, { id: paymentId, visitId, barbershopId, userId: confirmedBy, now })
  // What the person accepts: it is in the book as what it is, and a reversal of the visit reverses it too.
  const differenceCents = entryCents - paymentCents
  await postTransaction(
    tx,
    {
      id: randomUUID(),
      barbershopId,
      kind: 'pix',
      sourceId: visitId,
      occurredAt: now,
      actorId: userId,
      postings: [
        { kind: 'pix', cents: differenceCents },
        { kind: 'cashDifference', cents: -differenceCents },
      ],
    },
    now,
  )
  return linked
}
