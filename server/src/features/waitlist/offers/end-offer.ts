import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { Events } from '../../../lib/events.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { matchingJob } from '../rules.ts'
import { type EndedOffer, findOffer, markEnded, markWithdrawn } from './queries.ts'

type EndDeps = { db: DatabasePool; clock: Clock }

/** Lets the time pass to the next customer. Repeated it changes nothing. Throws OFFER_ENDED for an offer that ended otherwise. */
export async function declineOffer({ db, clock }: EndDeps, id: string): Promise<void> {
  const isEnded = await db.transaction().execute((tx) => endOffer(tx, { id, status: 'DECLINED' }, clock.now()))
  if (isEnded) return
  const offer = await findOffer(db, id)
  if (!offer) throw new ApiError('LINK_INVALID')
  if (offer.status !== 'DECLINED') throw new ApiError('OFFER_ENDED')
}

/** Silence: the time passes to the next customer. Does nothing before the end of the offer, and to one that has ended. */
export async function expireOffer({ db, clock }: EndDeps, { offerId }: { offerId: string }): Promise<void> {
  await db.transaction().execute((tx) => endOffer(tx, { id: offerId, status: 'EXPIRED' }, clock.now()))
}

export const expireOfferJob = defineJob('expire-offer', { isUrgent: true, run: expireOffer })

/** Ends an offer with its hold, and passes its time on. False: it had ended already. */
export async function endOffer(tx: Database, end: Parameters<typeof markEnded>[1], now: Date): Promise<boolean> {
  const ended = await markEnded(tx, end, now)
  if (ended) await passOn(tx, [ended], now)
  return ended !== undefined
}

/** Where holds were deleted that are those of offers, these end with them, and their time is passed on. */
export async function endOffersOfHolds(tx: Database, { ids, at }: Events['holds.deleted']): Promise<void> {
  if (ids.length === 0) return
  await passOn(tx, await markWithdrawn(tx, ids, at), at)
}

/** The times go on to the next customers, and the pages of the customer, the barber and the owner are refreshed. */
async function passOn(tx: Database, offers: readonly EndedOffer[], now: Date): Promise<void> {
  if (offers.length === 0) return
  const people = offers.flatMap(({ userId, barberUserId, ownerId }) => [userId, barberUserId, ownerId])
  const appointments = [...new Set(people.filter((id) => id !== null))]
  const jobs = offers.map(({ freedTimeId }) => matchingJob(freedTimeId))
  await publishEvent(tx, { notifications: [], published: { appointments }, jobs }, now)
}
