import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { findOpen } from '../checkout/queries.ts'
import { followPlan } from '../events/follow-plan.ts'
import { closeSubscription, getStanding, listOtherOpen, lockPeople } from '../events/queries.ts'
import { insertFree } from './queries.ts'

/** The free plan needs no provider: it is open at once, and its person logs in again as an owner. */
export async function startFree(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { id: userId }: Caller,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockPeople(tx, [userId])
    const open = await findOpen(tx, userId, now)
    if (open?.provider === 'free') throw new ApiError('ALREADY_SUBSCRIBED')
    if (open)
      throw new ApiError('ALREADY_SUBSCRIBED', {}, 'Cancele a assinatura atual antes de voltar ao plano gratuito.')
    const before = await getStanding(tx, userId)
    // What ran out a moment ago and was not swept yet.
    for (const { id } of await listOtherOpen(tx, { userId, reference: '' }, now))
      await closeSubscription(tx, { id, status: 'expired', now })
    await insertFree(tx, userId, now)
    await followPlan(tx, { userId, before, now })
  })
}
