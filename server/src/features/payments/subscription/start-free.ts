import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { findOpenSubscription } from '../checkout/queries.ts'
import { applyPlanChange } from '../events/apply-plan-change.ts'
import { closeSubscription, listOtherOpen, lockUsers } from '../events/queries.ts'
import { getOpenPlan, insertFree } from '../queries.ts'

/** The free plan needs no provider. It starts at once, and the user logs in again as an owner. */
export async function startFree(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { id: userId }: Caller,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx, [userId])
    const open = await findOpenSubscription(tx, userId, now)
    if (open?.provider === 'free') throw new ApiError('ALREADY_SUBSCRIBED')
    if (open)
      throw new ApiError('ALREADY_SUBSCRIBED', {}, 'Cancele a assinatura atual antes de voltar ao plano gratuito.')
    const before = await getOpenPlan(tx, userId)
    // Expired subscriptions that the job has not closed yet.
    for (const { id } of await listOtherOpen(tx, { userId, reference: '' }, now))
      await closeSubscription(tx, { id, status: 'expired', now })
    await insertFree(tx, userId, now)
    await applyPlanChange(tx, { userId, before, now })
  })
}
