import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { listBarberCandidates } from '../../availability/queries.ts'
import { isBookable } from '../../availability/rules.ts'
import { explainSlotTaken } from '../booking/book-appointment.ts'
import { type DecidedBarber, deleteCustomerHolds, lockCustomerAndBarberUser } from '../booking/queries.ts'
import { type ChangedBy, getAppointmentRecordFor, listActors, MAX_CHANGE_ATTEMPTS } from './change-status.ts'
import { notifyParticipants } from './notify-participants.ts'
import {
  type AppointmentRecord,
  getAppointmentFor,
  hasOtherAppointment,
  type RescheduledTime,
  type TimeRange,
  updateTime,
} from './queries.ts'
import { checkTransition, targetStatuses } from './rules.ts'

type RescheduleRequest = { id: string; userId: ChangedBy; newStartTime: string; newEndTime?: string; now: Date }

/**
 * Moves an appointment to another time of the same barber with the agreed duration. It becomes a request again, which the barbershop
 * has to confirm. Throws 409 SLOT_TAKEN with alternatives when another customer has the slot.
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
    if (isAlreadyMoved(record, userId, start)) return getAppointmentFor(db, id, 'customer')
    checkTransition(listActors(record, userId), 'reschedule', record, now)
    const barber = await checkAvailability(db, record, time, now)
    const written = await db.transaction().execute((tx) => writeTime(tx, record, { ...time, barber }, now))
    if (written === 'updated') return getAppointmentFor(db, id, 'customer')
    if (written === 'version-conflict') continue
    const current = await getAppointmentRecordFor(db, id, userId)
    if (current.version === record.version) throw await explainConflict(db, record, time, now)
  }
  throw new ApiError('STATE_CHANGED')
}

/** A repeated request succeeds even if the cancellation notice has passed since. */
function isAlreadyMoved({ customerId, startsAt, status }: AppointmentRecord, userId: ChangedBy, start: Date): boolean {
  const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
  return (customerId ?? undefined) === userId && isOpen && startsAt.getTime() === start.getTime()
}

/**
 * The new time must be a bookable slot. The service need not be offered any more: its terms are copied in the appointment. Returns
 * the versions of what was checked.
 */
async function checkAvailability(
  db: Database,
  record: AppointmentRecord,
  { start }: TimeRange,
  now: Date,
): Promise<DecidedBarber> {
  const { barberId, barberUserId, barbershopId } = record
  const { customerId } = record
  const hasHold = sql`exists (select from appointments where customer_id = ${customerId}::uuid and status = 'HELD')`
  const [offer] = await listBarberCandidates<boolean>(db, { barberId, barbershopId, serviceIds: [], start }, hasHold)
  if (!offer) throw new ApiError('SLOT_UNAVAILABLE', {}, BARBER_LEFT)
  if (!isBookable(offer.barber, start, record, offer.timeOff, now)) throw new ApiError('SLOT_UNAVAILABLE')
  // Before the transaction: two customers who each take the slot that the other holds could deadlock inside theirs.
  if (customerId && offer.details) await deleteCustomerHolds(db, customerId, barberUserId)
  return offer.barber
}

const BARBER_LEFT = 'Este barbeiro não atende mais nesta barbearia. Cancele e agende com outra pessoa.'

async function writeTime(tx: Database, record: AppointmentRecord, time: RescheduledTime, now: Date) {
  const userId = record.customerId ?? undefined
  await lockCustomerAndBarberUser(tx, record.customerId, record.barberUserId)
  const result = await updateTime(tx, record, time, now)
  if (result !== 'updated') return result
  const changes = { startsAt: time.start, endsAt: time.end, status: targetStatuses.reschedule, requestedAt: now }
  const after = { ...record, ...changes, version: record.version + 1 }
  await notifyParticipants(tx, [{ before: record, after, by: { actor: 'customer', userId } }], now)
  return result
}

async function explainConflict(db: Database, record: AppointmentRecord, time: TimeRange, now: Date): Promise<ApiError> {
  if (await hasOtherAppointment(db, record, time)) return new ApiError('CUSTOMER_BUSY')
  return explainSlotTaken(db, { ...record, start: time.start, required: record }, now)
}
