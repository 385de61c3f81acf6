import type { Appointment } from '@na-regua/contract/appointments'
import type { AutomaticConfirmation } from '@na-regua/contract/confirmation'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { automaticConfirmationOfProfileSql, automaticConfirmationSql } from '../../appointments/confirmation/queries.ts'
import { getTermsOfOther } from '../../appointments/other-barbers/queries.ts'
import type { TermsOfOther } from '../../appointments/other-barbers/rules.ts'
import { type ChangedBy, getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import {
  type AppointmentTransition,
  notifyParticipants,
  withPreviousBarber,
} from '../../appointments/status/notify-participants.ts'
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
import type { TargetSlot } from './move-appointment.ts'
import { hasOtherAppointment, lockAppointmentToMove, type TimeRange, updateSlot } from './queries.ts'

type RescheduleRequest = {
  id: string
  userId: ChangedBy
  newStartTime: string
  newEndTime?: string
  /** Another barber of the barbershop; the same one if missing. */
  barberId?: string
  /** The price of another barber that was shown. */
  priceCents?: number
  now: Date
}

/**
 * Moves an appointment to another time of the same barber as agreed, or of another one with that barber's price and duration. It becomes
 * a request again, unless the barbershop confirms what this customer books at once (decision 05). Throws CUSTOMER_BLOCKED, 409 SLOT_TAKEN
 * with alternatives when another customer has the slot, SLOT_UNAVAILABLE for a discounted appointment (decision 13) outside its
 * last-minute slot.
 */
export async function rescheduleAppointment(db: DatabasePool, request: RescheduleRequest): Promise<Appointment> {
  const { id, userId, now } = request
  const start = new Date(request.newStartTime)
  const newBarberId = request.barberId?.toLowerCase()
  const seen = await getAppointmentRecordFor(db, id, userId)

  const lost = await db.transaction().execute(async (tx) => {
    const record = await lockAppointmentToMove(tx, seen, newBarberId)
    const barberId = newBarberId ?? record.barberId
    if (isAlreadyMoved(record, { userId, start, barberId })) return undefined

    checkTransition(listActors(record, userId), 'reschedule', record, now)
    const hasOtherBarber = barberId !== record.barberId
    const terms = hasOtherBarber ? await getTermsOfOther(tx, { ...record, barberId }) : undefined
    requireShownPrice(terms, request.priceCents)
    const visit = { ...record, ...terms, barberId }
    const time = { start, end: new Date(start.getTime() + visit.durationMin * 60_000) }
    if (request.newEndTime && Date.parse(request.newEndTime) !== time.end.getTime())
      throw new ApiError('END_TIME_MISMATCH')

    const { barber, status, isBlocked, agreed } = await decideNewTime(tx, visit, time, now)
    if (isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
    requireAgreedPrice(record, agreed, start)
    const slot = { ...time, barber, terms, status, requestedAt: now }
    if (!(await updateSlot(tx, record, slot, now))) return { visit, time }

    await notifyParticipants(tx, describeReschedule(record, slot, userId), now)
    return undefined
  })

  if (lost) throw await explainConflict(db, lost.visit, lost.time, now)
  return getAppointmentFor(db, id, 'customer', null)
}

/** A repeated request succeeds even if the cancellation notice has passed since. */
function isAlreadyMoved(
  record: AppointmentRecord,
  { userId, start, barberId }: { userId: ChangedBy; start: Date; barberId: string },
): boolean {
  const isOpen = record.status === 'SCHEDULED' || record.status === 'CONFIRMED'
  const isThere = record.startsAt.getTime() === start.getTime() && record.barberId === barberId
  return (record.customerId ?? undefined) === userId && isOpen && isThere
}

/** Without another barber the price stays as agreed. */
function requireShownPrice(terms: TermsOfOther | undefined, shown: number | undefined): void {
  if (!terms || shown === undefined || terms.priceCents === shown) return
  throw new ApiError('PRICE_CHANGED', { priceCents: terms.priceCents })
}

/** What the participants are notified of: the customer, the barber, and the one who had it before. */
function describeReschedule(before: AppointmentRecord, slot: TargetSlot, userId: ChangedBy): AppointmentTransition[] {
  const { start: startsAt, end: endsAt, barber, terms, status, requestedAt } = slot
  const by = { actor: 'customer' as const, userId }
  const kind = status === 'CONFIRMED' ? ('autoRescheduled' as const) : ('rescheduled' as const)
  const changes = { startsAt, endsAt, status, requestedAt, version: before.version + 1 }
  const after = { ...before, ...changes, ...terms, barberUserId: barber.userId, barberName: barber.barberName }
  return withPreviousBarber({ before, after, by, kind })
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

type DecidedTime = Pick<TargetSlot, 'barber' | 'status'> & Pick<TimeDetails, 'isBlocked' | 'agreed'>

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
