import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { relaySoon } from '../../../lib/worker/relay-events.ts'
import { endOffer, findOffer } from './queries.ts'

type EndDeps = { db: Database; clock: Clock }

/** Lets the time pass to the next customer. Repeated it changes nothing. Throws OFFER_ENDED for an offer that ended otherwise. */
export async function declineOffer({ db, clock }: EndDeps, id: string): Promise<void> {
  const isEnded = await endOffer(db, { id, status: 'DECLINED' }, clock.now())
  relaySoon(db)
  if (isEnded) return
  const offer = await findOffer(db, id)
  if (!offer) throw new ApiError('LINK_INVALID')
  if (offer.status !== 'DECLINED') throw new ApiError('OFFER_ENDED')
}

/** Silence: the time passes to the next customer. Does nothing before the end of the offer, and to one that has ended. */
async function expireOffer(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { offerId }: { offerId: string },
): Promise<void> {
  await endOffer(db, { id: offerId, status: 'EXPIRED' }, clock.now())
  relaySoon(db)
}

export const expireOfferJob = defineJob('expire-offer', { isUrgent: true, run: expireOffer })
