import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { PaymentStatus } from '@na-regua/contract/payments'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { ProviderUpdate } from '../../../lib/payments/provider.ts'
import { recordPaymentEvent } from '../events/apply-updates.ts'
import { findPaymentSession } from './queries.ts'

type SandboxPayment = { caller: Caller; sessionId: string }
type SandboxAction = (
  tx: Database,
  reference: string,
  now: Date,
) => Promise<{ status: PaymentStatus; updates: ProviderUpdate[] }>

/** The sandbox's reference of the caller's session. Throws PAYMENT_NOT_FOUND for any other session. */
export async function getSandboxReference(db: Database, { caller, sessionId }: SandboxPayment): Promise<string> {
  const session = await findPaymentSession(db, sessionId)
  if (session?.userId !== caller.id || session.provider !== 'sandbox' || !session.reference)
    throw new ApiError('PAYMENT_NOT_FOUND')
  return session.reference
}

/** Runs an action of the sandbox's form and records its outcome like the event of a real provider. */
export async function recordSandboxPayment(
  { db, clock }: { db: DatabasePool; clock: Clock },
  payment: SandboxPayment,
  act: SandboxAction,
): Promise<PaymentStatus> {
  const reference = await getSandboxReference(db, payment)
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { status, updates } = await act(tx, reference, now)
    await recordPaymentEvent(tx, { provider: 'sandbox', id: `evt_${randomUUID()}`, updates }, now)
    return status
  })
}
