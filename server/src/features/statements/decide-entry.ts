import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { confirmPixIn } from '../visits/confirm-pix.ts'
import { matchPayment } from './match-payment.ts'
import { acceptUnlisted, findBookPayment, hasEntry, setEntryAside } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock }

/** A person says which payment a Pix is. A difference of the amounts is accepted with it. */
export async function matchEntry(
  { db, clock }: Deps,
  { entryId, paymentId, userId }: { entryId: string; paymentId: string; userId: string },
): Promise<void> {
  if (!(await hasEntry(db, entryId, userId))) throw new ApiError('NOT_FOUND')
  if (!(await findBookPayment(db, paymentId, userId))) throw new ApiError('PAYMENT_NOT_FOUND')
  const match = { entryId, paymentId, userId, isDecidedByPerson: true, now: clock.now() }
  if (!(await matchPayment(db, match))) throw new ApiError('STATEMENT_CHANGED')
}

/** A person says that a Pix is of no visit, or takes that back. */
export async function decideAside(
  { db, clock }: Deps,
  decision: { id: string; userId: string; isSetAside: boolean },
): Promise<void> {
  if (await setEntryAside(db, decision, clock.now())) return
  throw new ApiError((await hasEntry(db, decision.id, decision.userId)) ? 'STATEMENT_CHANGED' : 'NOT_FOUND')
}

/** A person says that a payment is right although no statement has it: it came to another account. */
export async function acceptPayment(
  { db, clock }: Deps,
  { paymentId, userId }: { paymentId: string; userId: string },
): Promise<void> {
  const payment = await findBookPayment(db, paymentId, userId)
  if (!payment) throw new ApiError('PAYMENT_NOT_FOUND')
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await acceptUnlisted(tx, { ...payment, userId }, now))) throw new ApiError('PAYMENT_NOT_FOUND')
    await confirmPixIn(tx, { ...payment, userId, now })
  })
}
