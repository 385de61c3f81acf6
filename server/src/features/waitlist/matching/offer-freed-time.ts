import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { type Interval, union } from '../../../lib/intervals.ts'
import { defineJob, toJobRow } from '../../../lib/jobs.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { type BookableBarber, findServiceSelection, loadBusyIntervals } from '../../availability/queries.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { insertOfferHold, lockBarberOfOffer, type OfferHold } from '../../booking/offers/queries.ts'
import { deleteHoldsInTheWay, lockCustomerAndBarberUser } from '../../booking/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { endOffersOfHolds, expireOfferJob } from '../offers/end-offer.ts'
import { createOfferToken, insertOffer } from '../offers/queries.ts'
import { describeOffer, offerPath } from '../offers/rules.ts'
import { offerEmail } from '../offers/send-offer-email.ts'
import { type FreedTime, MATCHING_JOB, type WaitlistCandidate } from '../rules.ts'
import { findFreedTime, isStillFree, matchWaitlist, settleFreedTime } from './queries.ts'
import { type BookableTime, findOfferStart, findStart, offerableTime, offerWindowMin } from './rules.ts'

export type MatchDeps = { db: DatabasePool; clock: Clock }

/** Candidates per statement: as a rule one of the first can come. The ones after the last page are not looked at. */
const PAGES = [20, 200, 2000]
/** Offers of one run, and matchings that were decided again; the next run continues. */
const MOST_TRIES = 50

/**
 * Offers a time that became free to the customers who wait for it, each part of it to one at a time, and settles it when no customer is left.
 * May be repeated, and by several processes at once.
 */
export async function offerFreedTime(
  { db, clock }: MatchDeps,
  { freedTimeId }: { freedTimeId: string },
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const now = clock.now()
    const freed = await findFreedTime(db, freedTimeId)
    const time = freed && offerableTime(freed, now)
    const hasTime = freed && time && time.during[1] > time.during[0]
    const outcome = hasTime ? await offerToBest(db, freed, time.during, now) : 'none'
    if (outcome === 'none' || outcome === 'last') return settleFreedTime(db, freedTimeId, time?.restFrom)
  }
  return settleFreedTime(db, freedTimeId, clock.now())
}

export const offerFreedTimeJob = defineJob(MATCHING_JOB, { isUrgent: true, run: offerFreedTime })

/** `made`: an offer. `stale`: the barber's schedule or bookings changed since. `taken`: the customer has another offer, or it begins too soon. */
type Outcome = 'made' | 'stale' | 'taken'
/** `last`: an offer that leaves no time for another one. `none`: no customer is left who wants the time. */
type BestOutcome = 'made' | 'last' | 'stale' | 'none'

async function offerToBest(db: DatabasePool, freed: FreedTime, during: Interval, now: Date): Promise<BestOutcome> {
  const free = await loadBookableTime(db, freed, during, now)
  if (!free || !findStart(free, [during], now)) return 'none'
  const select = createSelector(db, freed)
  for await (const candidate of listCandidates(db, freed, during, now)) {
    const selected = await select(candidate.serviceIds)
    const start = selected && findOfferStart(candidate, { ...free, selected }, now)
    if (!selected || !start) continue
    const outcome = await makeOffer(db, { freed, candidate, barber: free.schedule, selected, start }, now)
    if (outcome === 'stale') return outcome
    if (outcome === 'made') return findStart(withHold(free, selected, start), [during], now) ? 'made' : 'last'
  }
  return 'none'
}

/** The customers who want the time, the best first, page by page: mostly one of the first few takes it. */
async function* listCandidates(db: DatabasePool, freed: FreedTime, during: Interval, now: Date) {
  let skip = 0
  for (const limit of PAGES) {
    const candidates = await matchWaitlist(db, freed, { during, limit, skip }, now)
    yield* candidates
    if (candidates.length < limit) return
    skip += limit
  }
}

/** The barber with what blocks them. Without a start for their shortest service nothing is matched. */
async function loadBookableTime(
  db: DatabasePool,
  { barberId, barbershopId }: FreedTime,
  [from, until]: Interval,
  now: Date,
) {
  const [found] = await listBarberCandidates(db, { barberId, barbershopId, serviceIds: [], start: now })
  if (!found?.barber.shortestService) return undefined
  const { barber } = found
  const getBusy = await loadBusyIntervals(db, [barber], { from: from - 1440, to: until + 2 * 1440, now })
  const required = { durationMin: found.barber.shortestService.durationMin, bufferMin: 0 }
  return { schedule: barber, busy: getBusy(barber), required }
}

/** The same once the offer holds its time. */
function withHold(free: BookableTime, { durationMin, bufferMin }: ServiceSelection, start: Date): BookableTime {
  const from = toEpochMinute(start)
  return { ...free, busy: union([...free.busy, [from, from + durationMin + bufferMin]]) }
}

/** The services as the barber offers them; most candidates want the same. */
function createSelector(db: DatabasePool, { barberId }: FreedTime) {
  const known = new Map<string, Promise<ServiceSelection | undefined>>()
  return (serviceIds: readonly string[]) => {
    const key = serviceIds.join()
    const loading = known.get(key) ?? findServiceSelection(db, barberId, serviceIds)
    known.set(key, loading)
    return loading
  }
}

type Choice = {
  freed: FreedTime
  candidate: WaitlistCandidate
  barber: BookableBarber
  selected: ServiceSelection
  start: Date
}

/** The hold, the offer and its notification, in one transaction. */
async function makeOffer(db: DatabasePool, choice: Choice, now: Date): Promise<Outcome> {
  const { freed, candidate, barber, selected, start } = choice
  const windowMin = offerWindowMin(start, now)
  if (windowMin === 0) return 'taken'
  const heldUntil = new Date(now.getTime() + windowMin * 60_000)
  const { userId: customerId, requestId } = candidate
  const hold: OfferHold = { id: randomUUID(), customerId, barber, selected, start, heldUntil }
  return db.transaction().execute(async (tx): Promise<Outcome> => {
    await lockCustomerAndBarberUser(tx, customerId, barber.userId)
    if (!(await isStillFree(tx, { userId: customerId, requestId, freed, hold }, now))) return 'taken'
    if (!(await lockBarberOfOffer(tx, hold))) return 'stale'
    const { durationMin, bufferMin } = selected
    const end = new Date(start.getTime() + durationMin * 60_000)
    const time = { customerId: null, barberUserId: barber.userId, start, end, bufferMin }
    const expiredIds = await deleteHoldsInTheWay(tx, time, now)
    if (!(await insertOfferHold(tx, hold, now))) return 'stale'
    await insertOffer(tx, { freed, hold, candidate }, now)
    await endOffersOfHolds(tx, { ids: expiredIds, at: now })
    await publishEvent(tx, await offerEvent(tx, { freed, hold, barberName: barber.barberName, windowMin }), now)
    return 'made'
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
        dedupeKey: `offer:${id}`,
        ...texts,
        path,
        startsAt: start,
      } as const,
    ],
    published: { appointments: [...new Set([userId, barberUserId, ownerId])] },
    jobs: [offerEmail({ offerId: id, ...texts, path }), expiry],
  }
}
