import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { isConfirmedAtOnce, isConfirmedForProfileOf } from '../../appointments/confirmation/queries.ts'
import {
  type ChangedBy,
  getAppointmentRecordFor,
  listActors,
  MAX_CHANGE_ATTEMPTS,
} from '../../appointments/status/change-status.ts'
import { notifyParticipants } from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { checkTransition } from '../../appointments/status/rules.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import { type BarberSchedule, isBookable } from '../../availability/rules.ts'
import { isBlockedForAppointment } from '../../customers/queries.ts'
import { slotOfAppointment } from '../../last-minute/queries.ts'
import { describeOutside } from '../../last-minute/rules.ts'
import { explainSlotTaken } from '../explain-conflict.ts'
import { deleteCustomerHolds, lockCustomerAndBarberUser } from '../queries.ts'
import { firstStatus } from '../rules.ts'
import { hasConflict, hasOtherAppointment, type NewSlot, type TimeRange, updateSlot } from './queries.ts'

type RescheduleRequest = { id: string; userId: ChangedBy; newStartTime: string; newEndTime?: string; now: Date }

/**
 * Moves an appointment to another time of the same barber with the agreed duration. It becomes a request again, unless the barbershop
 * confirms what this customer books at once (decision 05). Throws CUSTOMER_BLOCKED, 409 SLOT_TAKEN with alternatives when another customer has the slot,
 * SLOT_UNAVAILABLE for a discounted appointment (decision 13) outside its last-minute slot.
 */
export async function rescheduleAppointment(
  db: DatabasePool,
  { id, userId, now, ...input }: RescheduleRequest,
): Promise<Appointment> {
  const start = new Date(input.newStartTime)
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const record = await getAppointmentRecordFor(db, id, userId)
    const time = { start, end: new Date(start.getTime() + record.durationMin * 60_000) }
    if (input.newEndTime && Date.parse(input.newEndTime) !== time.end.getTime()) throw new ApiError('END_TIME_MISMATCH')
    const isMoved = isAlreadyMoved(record, userId, start) || (await tryToMove(db, record, userId, time, now))
    if (isMoved) return getAppointmentFor(db, id, 'customer', null)
  }
  throw new ApiError('STATE_CHANGED')
}

/** One attempt. False when something has changed since the record was read: the next attempt decides again. */
async function tryToMove(
  db: DatabasePool,
  record: AppointmentRecord,
  userId: ChangedBy,
  time: TimeRange,
  now: Date,
): Promise<boolean> {
  checkTransition(listActors(record, userId), 'reschedule', record, now)
  const { agreed, isTaken, isBlocked, version, ...decided } = await decideNewTime(db, record, time, now)
  if (isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
  requireAgreedPrice(record, agreed, time.start)
  if (isTaken && version === record.version) throw await explainConflict(db, record, time, now)
  if (isTaken) return false
  const condition = sql`${decided.condition} and not ${isBlockedForAppointment(record.id)}`
  const slot = { ...time, ...decided, condition, requestedAt: now }
  const written = await db.transaction().execute((tx) => writeTime(tx, record, slot, now))
  if (written === 'updated') return true
  if (written !== 'not-updated' || (await releaseHolds(db, record, record.barberUserId))) return false
  const current = await getAppointmentRecordFor(db, record.id, userId)
  if (current.version === record.version) throw await explainConflict(db, record, time, now)
  return false
}

/** A repeated request succeeds even if the cancellation notice has passed since. */
function isAlreadyMoved({ customerId, startsAt, status }: AppointmentRecord, userId: ChangedBy, start: Date): boolean {
  const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
  return (customerId ?? undefined) === userId && isOpen && startsAt.getTime() === start.getTime()
}

/** The discount is for a start in the last-minute slot, which never changes once it is booked. */
function requireAgreedPrice({ timeZone }: AppointmentRecord, agreed: AgreedSpan | null, start: Date): void {
  if (!agreed) return
  const startsAt = new Date(agreed.startsAt)
  const endsAt = new Date(agreed.endsAt)
  if (start < startsAt || start >= endsAt)
    throw new ApiError('SLOT_UNAVAILABLE', {}, describeOutside({ startsAt, endsAt, timeZone }))
}

/** `version`: of the appointment in this snapshot. `agreed`: where the price of a last-minute slot holds, whose appointment it is. */
type RescheduleOffer = Record<'hasHold' | 'isTaken' | 'isBlocked' | 'isConfirmed', boolean> & {
  version: number
  agreed: AgreedSpan | null
}
type AgreedSpan = { startsAt: string; endsAt: string }

type DecidedTime = Pick<NewSlot, 'barber' | 'status'> &
  Pick<RescheduleOffer, 'agreed' | 'isTaken' | 'isBlocked' | 'version'> & { condition: RawBuilder<unknown> }

/**
 * The new time must be a bookable slot. The service need not be offered any more: its terms are copied in the appointment. Returns
 * the versions of what was checked, and the first status as a new booking would have it.
 */
export async function decideNewTime(
  db: Database,
  record: AppointmentRecord,
  { start, end }: TimeRange,
  now: Date,
  toSchedule = (barber: BookableBarber): BarberSchedule => barber,
): Promise<DecidedTime> {
  const { barberId, barberUserId, barbershopId, customerId } = record
  const isConfirmedNow = customerId ? isConfirmedAtOnce(sql`${customerId}::uuid`) : isConfirmedForProfileOf(record.id)
  const details = sql`select json_build_object('isConfirmed', ${isConfirmedNow},
    'hasHold', exists (select from appointments where customer_id = ${customerId}::uuid and status = 'HELD'),
    'isBlocked', ${isBlockedForAppointment(record.id)}, 'version', (select version from appointments where id = ${record.id}),
    'isTaken', ${hasConflict(record, { start, end, barberUserId: sql`barbers.user_id` }, now)}, 'agreed', ${slotOfAppointment(record.id)})`
  const candidate = { barberId, barbershopId, serviceIds: [], start }
  const [offer] = await listBarberCandidates<RescheduleOffer>(db, candidate, details)
  if (!offer) throw new ApiError('SLOT_UNAVAILABLE', {}, BARBER_LEFT)
  if (!isBookable(toSchedule(offer.barber), start, record, offer.timeOff, now)) throw new ApiError('SLOT_UNAVAILABLE')
  // Before the transaction: two customers who each take the slot that the other holds could deadlock inside theirs.
  const { isConfirmed, hasHold, isTaken, isBlocked, version, agreed } = offer.details
  if (customerId && hasHold) await deleteCustomerHolds(db, customerId, barberUserId)
  return {
    agreed,
    version,
    isBlocked,
    isTaken: isTaken && !hasHold,
    barber: offer.barber,
    status: firstStatus({ isConfirmedAtOnce: isConfirmed }),
    condition: sql`${isConfirmedNow} = ${isConfirmed}`,
  }
}

const BARBER_LEFT = 'Este barbeiro não atende mais nesta barbearia. Cancele e agende com outra pessoa.'

async function writeTime(tx: Database, record: AppointmentRecord, slot: NewSlot, now: Date) {
  const userId = record.customerId ?? undefined
  await lockCustomerAndBarberUser(tx, record.customerId, record.barberUserId)
  const result = await updateSlot(tx, record, slot, now)
  if (result !== 'updated') return result
  const changes = { startsAt: slot.start, endsAt: slot.end, status: slot.status, requestedAt: now }
  const after = { ...record, ...changes, version: record.version + 1 }
  const kind = slot.status === 'CONFIRMED' ? 'autoRescheduled' : 'rescheduled'
  await notifyParticipants(tx, [{ before: record, after, by: { actor: 'customer', userId }, kind }], now)
  return result
}

/** True if the customer was holding a slot of another barber: it blocks the new time, and the appointment is worth more. */
export async function releaseHolds(db: Database, { customerId }: AppointmentRecord, barberUserId: string) {
  return customerId !== null && (await deleteCustomerHolds(db, customerId, barberUserId)) > 0
}

async function explainConflict(db: Database, record: AppointmentRecord, time: TimeRange, now: Date): Promise<ApiError> {
  if (await hasOtherAppointment(db, record, time)) return new ApiError('CUSTOMER_BUSY')
  return explainSlotTaken(db, { ...record, start: time.start, required: record }, now)
}
