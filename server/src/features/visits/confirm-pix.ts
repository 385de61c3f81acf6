import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Visit } from '@na-regua/contract/visits'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { confirmStored, findPixPayment, getVisit, type PixConfirmation } from './queries.ts'

/** A person of the staff says that a Pix has arrived. Repeated, it changes nothing. */
export async function confirmPix(
  db: DatabasePool,
  { paymentId, userId, now }: { paymentId: string; userId: string; now: Date },
): Promise<Visit> {
  const payment = await findPixPayment(db, paymentId, userId)
  if (!payment) throw new ApiError('PAYMENT_NOT_FOUND')
  await db.transaction().execute((tx) => confirmPixIn(tx, { ...payment, userId, now }))
  return getVisit(db, payment.visitId, userId)
}

/** The same as a step of the caller's transaction. False: it was confirmed before, its visit is reversed, or the user may not. */
export async function confirmPixIn(tx: Database, confirmation: PixConfirmation): Promise<boolean> {
  const { visitId, barbershopId, userId, now } = confirmation
  const amountCents = await confirmStored(tx, confirmation)
  if (amountCents === undefined) return false
  await postTransaction(
    tx,
    {
      id: randomUUID(),
      barbershopId,
      kind: 'pix',
      sourceId: visitId,
      occurredAt: now,
      actorId: userId ?? undefined,
      postings: [
        { kind: 'pix', cents: amountCents },
        { kind: 'pixPending', cents: -amountCents },
      ],
    },
    now,
  )
  return true
}
