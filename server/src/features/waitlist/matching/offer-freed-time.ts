import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { Interval } from '../../../lib/intervals.ts'
import { defineJob, toJobRow } from '../../../lib/jobs.ts'
import { lockCustomerAndBarberUser } from '../../appointments/booking/queries.ts'
import {
  deleteExpiredHoldsAt,
  insertOfferHold,
  lockBarberOfOffer,
  type OfferHold,
} from '../../appointments/offers/queries.ts'
import { type BarberCandidate, listBarberCandidates, loadBusyIntervals } from '../../availability/queries.ts'
import type { BusyIntervals } from '../../availability/rules.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { expireOfferJob } from '../offers/end-offer.ts'
import { createOfferToken, insertOffer } from '../offers/queries.ts'
import { describeOffer, offerFact, offerPath } from '../offers/rules.ts'
import { offerEmail } from '../offers/send-offer-email.ts'
import { type FreedTime, findFreedTime, isStillFree, matchWaitlist, settleFreedTime } from './queries.ts'
import { findOfferStart, offerableTime, offerWindowMin, type WaitlistCandidate } from './rules.ts'

export type MatchDeps = { db: DatabasePool; clock: Clock }

/** Candidates per statement, and in all: the ones after them are not looked at. */
const [PAGE, MOST_CANDIDATES] = [20, 200]
/** Of one run; the next one continues. */
const MOST_OFFERS = 50

/**
 * Offers a time that became free to the customers who wait for it, each part of it to one at a time, and settles it when no customer is left.
 * May be repeated, and by several processes at once.
 */
export async function offerFreedTime(
  { db, clock }: MatchDeps,
  { freedTimeId }: { freedTimeId: string },
): Promise<void> {
  const freed = await findFreedTime(db, freedTimeId)
  for (let offers = 0; offers < MOST_OFFERS; offers++) {
    const now = clock.now()
    const time = freed && offerableTime(freed, now)
    const isOffered =
      freed && time && time.during[1] > time.during[0] && (await offerToBest(db, freed, time.during, now))
    if (!isOffered) return settleFreedTime(db, freedTimeId, time?.restFrom)
  }
  return settleFreedTime(db, freedTimeId, clock.now())
}

export const offerFreedTimeJob = defineJob('offer-freed-time', { run: offerFreedTime })

/** Whether an offer was made. */
async function offerToBest(db: DatabasePool, freed: FreedTime, during: Interval, now: Date): Promise<boolean> {
  const loadOffering = createOfferingLoader(db, freed, during, now)
  for (let skip = 0; skip < MOST_CANDIDATES; skip += PAGE) {
    const candidates = await matchWaitlist(db, freed, { during, limit: PAGE, skip }, now)
    for (const candidate of candidates) {
      const offering = await loadOffering(candidate.serviceIds)
      const start = offering && findOfferStart(candidate, offering, now)
      if (start && (await makeOffer(db, { freed, candidate, offering, start }, now))) return true
    }
    if (candidates.length < PAGE) return false
  }
  return false
}

type Offering = {
  schedule: BarberCandidate['barber']
  selected: NonNullable<BarberCandidate['selected']>
  busy: BusyIntervals
}

/** The services as the barber offers them, with what blocks the barber; most candidates want the same. */
function createOfferingLoader(db: DatabasePool, freed: FreedTime, [from, until]: Interval, now: Date) {
  const known = new Map<string, Promise<Offering | undefined>>()
  async function load(serviceIds: readonly string[]): Promise<Offering | undefined> {
    const { barberId, barbershopId } = freed
    const [found] = await listBarberCandidates(db, { barberId, barbershopId, serviceIds, start: now })
    if (!found?.selected) return undefined
    const span = { from: from - 1440, to: until + 2 * 1440, now }
    const getBusy = await loadBusyIntervals(db, [found.barber], span)
    return { schedule: found.barber, selected: found.selected, busy: getBusy(found.barber) }
  }
  return (serviceIds: readonly string[]) => {
    const key = serviceIds.join()
    const loading = known.get(key) ?? load(serviceIds)
    known.set(key, loading)
    return loading
  }
}

type Choice = { freed: FreedTime; candidate: WaitlistCandidate; offering: Offering; start: Date }

/** The hold, the offer and its notification, in one transaction. False when the slot was taken, or the customer has another offer. */
function makeOffer(db: DatabasePool, { freed, candidate, offering, start }: Choice, now: Date): Promise<boolean> {
  const { schedule: barber, selected } = offering
  const windowMin = offerWindowMin(start, now)
  const heldUntil = new Date(now.getTime() + windowMin * 60_000)
  const { userId: customerId, entryId } = candidate
  const hold: OfferHold = { id: randomUUID(), customerId, barber, selected, start, heldUntil }
  if (windowMin === 0) return Promise.resolve(false)
  return db.transaction().execute(async (tx) => {
    await lockCustomerAndBarberUser(tx, customerId, barber.userId)
    if (!(await isStillFree(tx, { userId: customerId, entryId, freed }, now))) return false
    if (!(await lockBarberOfOffer(tx, hold))) return false
    await deleteExpiredHoldsAt(tx, hold, now)
    if (!(await insertOfferHold(tx, hold, now))) return false
    await insertOffer(tx, { freed, hold, candidate }, now)
    await publishEvent(tx, await offerEvent(tx, { freed, hold, barberName: barber.barberName, windowMin }), now)
    return true
  })
}

type MadeOffer = { freed: FreedTime; hold: OfferHold; barberName: string; windowMin: number }

async function offerEvent(
  tx: Parameters<typeof createOfferToken>[0],
  { freed, hold, barberName, windowMin }: MadeOffer,
) {
  const { id, customerId: userId, selected, start, heldUntil: expiresAt } = hold
  const { shopName, timeZone, barberUserId, ownerId } = freed
  const texts = describeOffer({ shopName, serviceName: selected.name, barberName, start, expiresAt, timeZone })
  const path = offerPath(await createOfferToken(tx, id))
  const expiry = toJobRow(expireOfferJob, { offerId: id }, `expire-offer:${id}`, { delaySeconds: windowMin * 60 })
  return {
    notifications: [
      {
        userId,
        type: 'slot_offered',
        topic: 'waitlist',
        fact: offerFact(id),
        ...texts,
        path,
        startsAt: start,
      } as const,
    ],
    published: { appointments: [...new Set([userId, barberUserId, ownerId])] },
    jobs: [offerEmail({ offerId: id, ...texts, path }), expiry],
  }
}
