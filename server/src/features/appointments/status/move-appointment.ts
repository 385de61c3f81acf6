import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { listOffers } from '../../availability/queries.ts'
import { isBookable } from '../../availability/rules.ts'
import { explainTaken } from '../booking/prepare-booking.ts'
import { deleteHolds, lockBooking } from '../queries.ts'
import { actorsOf, getLifeFor, TRIES } from './change-status.ts'
import { getAppointmentFor, isCustomerElsewhere, type Life, setTime } from './queries.ts'
import { checkTransition, targets } from './rules.ts'
import { notifyParticipants } from './tell-parties.ts'

type Request = { id: string; userId: string; newStartTime: string; newEndTime?: string; now: Date }
type Place = { start: Date; end: Date }

/**
 * Moves an appointment to another time of the same barber, for as long as it was agreed to take; whoever had accepted it is asked
 * again. Throws 409 SLOT_TAKEN with alternatives to whoever comes second.
 */
export async function rescheduleAppointment(
  db: DatabasePool,
  { id, userId, now, ...wish }: Request,
): Promise<Appointment> {
  const start = new Date(wish.newStartTime)
  for (let tries = 0; tries < TRIES; tries++) {
    const life = await getLifeFor(db, id, userId)
    const place = { start, end: new Date(start.getTime() + life.durationMin * 60_000) }
    if (wish.newEndTime && Date.parse(wish.newEndTime) !== place.end.getTime()) throw new ApiError('END_TIME_MISMATCH')
    if (isThereAlready(life, userId, start)) return getAppointmentFor(db, id, 'customer')
    checkTransition(actorsOf(life, userId), 'reschedule', life, now)
    await checkPlace(db, life, place, now)
    if (await db.transaction().execute((tx) => write(tx, life, place, now)))
      return getAppointmentFor(db, id, 'customer')
    const seen = await getLifeFor(db, id, userId)
    if (seen.version === life.version) throw await explainConflict(db, life, place, now)
  }
  throw new ApiError('STATE_CHANGED')
}

/** A repeated request finds what it asked for, whatever the shop's notice says by now. */
function isThereAlready({ customerId, startsAt, status }: Life, userId: string, start: Date): boolean {
  const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
  return customerId === userId && isOpen && startsAt.getTime() === start.getTime()
}

/** The new time must be one that the shop offers. The service need not be: what was agreed is copied. */
async function checkPlace(db: Database, life: Life, { start }: Place, now: Date): Promise<void> {
  const { barberId, barberUserId, barbershopId } = life
  const customerId = life.customerId as string
  const hasHold = sql`exists (select from appointments where customer_id = ${customerId} and status = 'HELD')`
  const [offer] = await listOffers<boolean>(db, { barberId, barbershopId, serviceIds: [], start }, hasHold)
  if (!offer) throw new ApiError('SLOT_UNAVAILABLE', {}, GONE)
  if (!isBookable(offer.chair, start, life, offer.timeOff, now)) throw new ApiError('SLOT_UNAVAILABLE')
  // Before the transaction, because two people who swap their holds inside theirs would wait for each other.
  if (offer.known) await deleteHolds(db, customerId, barberUserId)
}

const GONE = 'Este barbeiro não atende mais nesta barbearia. Cancele e agende com outra pessoa.'

async function write(tx: Database, life: Life, place: Place, now: Date): Promise<boolean> {
  const userId = life.customerId as string
  await lockBooking(tx, userId, life.barberUserId)
  if (!(await setTime(tx, life, place, now))) return false
  const moved = { startsAt: place.start, endsAt: place.end, status: targets.reschedule, requestedAt: now }
  const after = { ...life, ...moved, version: life.version + 1 }
  await notifyParticipants(tx, { before: life, after, by: { actor: 'customer', userId }, now })
  return true
}

async function explainConflict(db: Database, life: Life, place: Place, now: Date): Promise<ApiError> {
  if (await isCustomerElsewhere(db, life, place)) return new ApiError('CUSTOMER_BUSY')
  return explainTaken(db, { ...life, start: place.start, need: life }, now)
}
