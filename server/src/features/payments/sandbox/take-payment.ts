import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { PaymentStatus } from '@na-regua/contract/payments'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { ProviderFact } from '../../../lib/payments/provider.ts'
import { findSession } from '../checkout/queries.ts'
import { recordEvent } from '../events/record-event.ts'

export type Paying = { caller: Caller; sessionId: string }
type Deps = { db: DatabasePool; clock: Clock }
type Act = (tx: Database, reference: string, now: Date) => Promise<{ status: PaymentStatus; facts: ProviderFact[] }>

/** The make-believe provider's name for an own session. Throws PAYMENT_NOT_FOUND for another's and for one of a real provider. */
export async function getReference(db: Database, { caller, sessionId }: Paying): Promise<string> {
  const session = await findSession(db, sessionId)
  if (session?.userId !== caller.id || session.provider !== 'sandbox' || !session.reference)
    throw new ApiError('PAYMENT_NOT_FOUND')
  return session.reference
}

/** What a person does at the provider's form, and what the provider then says, through the same door as a real one's words. */
export async function takePayment({ db, clock }: Deps, paying: Paying, act: Act): Promise<PaymentStatus> {
  const reference = await getReference(db, paying)
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { status, facts } = await act(tx, reference, now)
    await recordEvent(tx, { provider: 'sandbox', id: `evt_${randomUUID()}`, facts }, now)
    return status
  })
}
