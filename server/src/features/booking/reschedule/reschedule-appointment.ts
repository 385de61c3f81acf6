import type { Appointment } from '@na-regua/contract/appointments'
import type { AutomaticConfirmation } from '@na-regua/contract/confirmation'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { automaticConfirmationOfProfileSql, automaticConfirmationSql } from '../../appointments/confirmation/queries.ts'
import { type ChangedBy, getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
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
import { firstStatus } from '../rules.ts'
import { hasOtherAppointment, lockAppointmentToMove, type NewSlot, type TimeRange, updateSlot } from './queries.ts'

type RescheduleRequest = { id: string; userId: ChangedBy; newStartTime: string; newEndTime?: string; now: Date }

/**
 * Moves an appointment to another time of the same barber with the agreed duration. It becomes a request again, unless the barbershop
 * confirms what this customer books at once (decision 05). Throws CUSTOMER_BLOCKED, 409 SLOT_TAKEN with alternatives when another customer has the slot,
 * SLOT_UNAVAILABLE for a discounted appointment (decision 13) outside its last-minute slot.
 */
export async function rescheduleAppointment(
  db: DatabasePool,
  { id, userId, newStartTime, newEndTime, now }: RescheduleRequest,
): Promise<Appointment> {
  const start = new Date(newStartTime)
  const seen = await getAppointmentRecordFor(db, id, userId)
  const time = { start, end: new Date(start.getTime() + seen.durationMin * 60_000) }
  if (newEndTime && Date.parse(newEndTime) !== time.end.getTime()) throw new ApiError('END_TIME_MISMATCH')

  const isMoved = await db.transaction().execute(async (tx) => {
    const record = await lockAppointmentToMove(tx, seen)
    if (isAlreadyMoved(record, userId, start)) return true

    checkTransition(listActors(record, userId), 'reschedule', record, now)
    const { barber, status, isBlocked, agreed } = await decideNewTime(tx, record, time, now)
    if (isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
    requireAgreedPrice(record, agreed, start)
    if (!(await updateSlot(tx, record, { ...time, barber, status, requestedAt: now }, now))) return false

    const changes = { startsAt: start, endsAt: time.end, status, requestedAt: now }
    const after = { ...record, ...changes, version: record.version + 1 }
    const kind = status === 'CONFIRMED' ? 'autoRescheduled' : 'rescheduled'
    await notifyParticipants(tx, [{ before: record, after, by: { actor: 'customer', userId }, kind }], now)
    return true
  })

  if (!isMoved) throw await explainConflict(db, seen, time, now)
  return getAppointmentFor(db, id, 'customer', null)
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

/** `agreed`: where the price of a last-minute slot holds, whose appointment it is. */
type TimeDetails = { automaticConfirmation: AutomaticConfirmation; isBlocked: boolean; agreed: AgreedSpan | null }
type AgreedSpan = { startsAt: string; endsAt: string }

type DecidedTime = Pick<NewSlot, 'barber' | 'status'> & Pick<TimeDetails, 'isBlocked' | 'agreed'>

/**
 * The new time must be a bookable slot. The service need not be offered any more: its terms are copied in the appointment. Returns the
 * first status as a new booking would have it. Whether the time is free is decided by the statement that writes.
 */
export async function decideNewTime(
  tx: Database,
  record: AppointmentRecord,
  { start }: TimeRange,
  now: Date,
  toSchedule = (barber: BookableBarber): BarberSchedule => barber,
): Promise<DecidedTime> {
  const { id, barberId, barbershopId, customerId } = record
  const details = sql`select json_build_object(
    'automaticConfirmation', ${customerId ? automaticConfirmationSql(sql`${customerId}::uuid`) : automaticConfirmationOfProfileSql(id)},
    'isBlocked', ${isBlockedForAppointment(id)}, 'agreed', ${slotOfAppointment(id)})`
  const candidate = { barberId, barbershopId, serviceIds: [], start }
  const [found] = await listBarberCandidates<TimeDetails>(tx, candidate, details)
  if (!found) throw new ApiError('SLOT_UNAVAILABLE', {}, BARBER_LEFT)
  if (!isBookable(toSchedule(found.barber), start, record, found.timeOff, now)) throw new ApiError('SLOT_UNAVAILABLE')
  const { automaticConfirmation, isBlocked, agreed } = found.details
  return { barber: found.barber, status: firstStatus(automaticConfirmation, start, now), isBlocked, agreed }
}

const BARBER_LEFT = 'Este barbeiro não atende mais nesta barbearia. Cancele e agende com outra pessoa.'

async function explainConflict(db: Database, record: AppointmentRecord, time: TimeRange, now: Date): Promise<ApiError> {
  if (await hasOtherAppointment(db, record, time)) return new ApiError('CUSTOMER_BUSY')
  return explainSlotTaken(db, { ...record, start: time.start, required: record }, now)
}
