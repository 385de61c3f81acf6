import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { JobRow } from '../../../lib/jobs.ts'
import { type AppointmentRecord, findAppointmentRecord } from '../../appointments/status/queries.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import { isBookable } from '../../availability/rules.ts'
import { confirmOfferHold, lockBarberOfOffer } from '../../booking/offers/queries.ts'
import { deleteCustomerHolds, isCustomerBusy, lockCustomerAndBarberUser } from '../../booking/queries.ts'
import { isCustomerBlocked } from '../../customers/queries.ts'
import { matchingJob } from '../rules.ts'
import { endOffer } from './end-offer.ts'
import { findOffer, fulfilRequest, markAccepted, type OfferRecord } from './queries.ts'

/** Passed in by the app: it belongs to appointments. */
export type AcceptDeps = {
  db: DatabasePool
  clock: Clock
  notifyParticipants(
    tx: Database,
    transitions: readonly {
      after: AppointmentRecord
      by: { actor: 'customer'; userId: string }
      kind: 'autoConfirmed'
      jobs: readonly JobRow[]
    }[],
    now: Date,
  ): Promise<void>
}

/** Each failed attempt means that the barbershop or the barber's schedule was edited. */
const MAX_ATTEMPTS = 5

/**
 * The held time becomes a confirmed appointment of the customer, as a booking does, and the request ends. Repeated it changes nothing.
 * Throws OFFER_ENDED, also where the barber cannot come to it any more; CUSTOMER_BUSY leaves the offer open.
 */
export async function acceptOffer(deps: AcceptDeps, id: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const offer = await findOffer(deps.db, id)
    if (!offer) throw new ApiError('LINK_INVALID')
    if (offer.status === 'ACCEPTED') return
    const now = deps.clock.now()
    if (offer.status !== 'OPEN' || offer.expiresAt <= now || !offer.userId) throw new ApiError('OFFER_ENDED')
    // The other of two taps may have been faster: its appointment is what makes the time, or the customer, busy.
    const isAccepted = await tryToAccept(deps, { ...offer, userId: offer.userId }, now).catch(async (error) => {
      if ((await findOffer(deps.db, id))?.status === 'ACCEPTED') return true
      throw error
    })
    if (isAccepted) return
  }
  throw new ApiError('OFFER_ENDED')
}

type OpenOffer = OfferRecord & { userId: string }

async function tryToAccept({ db, notifyParticipants }: AcceptDeps, offer: OpenOffer, now: Date): Promise<boolean> {
  const { id, userId: customerId } = offer
  const barber = await decideBarber(db, offer, now)
  if (!barber) {
    await db.transaction().execute((tx) => endOffer(tx, { id, status: 'WITHDRAWN' }, now))
    throw new ApiError('OFFER_ENDED')
  }
  try {
    await db.transaction().execute(async (tx) => {
      await writeAcceptance(tx, offer, barber, now)
      const after = (await findAppointmentRecord(tx, id)) as AppointmentRecord
      const by = { actor: 'customer', userId: customerId } as const
      // What the offer leaves of the time goes on to the next customer.
      await notifyParticipants(tx, [{ after, by, kind: 'autoConfirmed', jobs: [matchingJob(offer.freedTimeId)] }], now)
    })
  } catch (error) {
    if (error !== staleOffer) throw error
    return false
  }
  return true
}

/** Rolls the transaction back: since it was read, the offer, its request or what it was decided on has changed. */
const staleOffer = new Error('offer is stale')

/** In the order of decision 06. */
async function writeAcceptance(tx: Database, offer: OpenOffer, barber: BookableBarber, now: Date): Promise<void> {
  const { id, userId: customerId, requestId } = offer
  await lockCustomerAndBarberUser(tx, customerId, offer.barberUserId)
  await requireCustomer(tx, offer)
  if (!(await fulfilRequest(tx, requestId, now))) throw staleOffer
  if (!(await lockBarberOfOffer(tx, { customerId, barber }))) throw staleOffer
  await deleteCustomerHolds(tx, customerId)
  if (!(await confirmOfferHold(tx, { id, customerId }, now))) throw staleOffer
  if (!(await markAccepted(tx, id, now))) throw staleOffer
}

/** The barber, if the time is still one that could be booked. The notice before the start was kept when it was offered. */
async function decideBarber(db: Database, { barberId, barbershopId, serviceIds, startsAt }: OpenOffer, now: Date) {
  const [candidate] = await listBarberCandidates(db, { barberId, barbershopId, serviceIds, start: startsAt })
  if (!candidate?.selected) return undefined
  const { barber, selected, timeOff } = candidate
  const schedule = { ...barber, minimumNoticeMinutes: 0 }
  return isBookable(schedule, startsAt, selected, timeOff, now) ? barber : undefined
}

async function requireCustomer(tx: Database, { id, userId: customerId, barbershopId }: OpenOffer): Promise<void> {
  if (await isCustomerBlocked(tx, barbershopId, customerId)) throw new ApiError('CUSTOMER_BLOCKED')
  const held = await tx
    .selectFrom('appointments')
    .select(['starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const time = held && { customerId, guestName: null, start: held.starts_at, end: held.ends_at }
  if (time && (await isCustomerBusy(tx, time))) throw new ApiError('CUSTOMER_BUSY')
  const leaving = await tx
    .selectFrom('account_deletions')
    .select('user_id')
    .where('user_id', '=', customerId)
    .executeTakeFirst()
  if (leaving) throw new ApiError('ACCOUNT_LEAVING')
}
