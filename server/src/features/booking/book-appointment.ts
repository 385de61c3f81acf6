import { randomUUID } from 'node:crypto'
import type { Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../lib/auth.ts'
import type { Database, RecordChange } from '../../lib/database.ts'
import { toEpochMinute } from '../../lib/local-time.ts'
import { batchStatements } from '../../lib/statements/batches.ts'
import { findAppointment } from '../appointments/queries.ts'
import { type AppointmentTransition, appointmentEvent } from '../appointments/status/notify-participants.ts'
import { getAppointmentFor } from '../appointments/status/queries.ts'
import { type BookableBarber, listBarbershopSchedules, loadBusyIntervals } from '../availability/queries.ts'
import type { BusyIntervals } from '../availability/rules.ts'
import { type BookingFailure, insertAppointment } from './insert-appointment.ts'
import { bookingLinkJob } from './link/send-booking-link.ts'
import { type LostSlot, listAlternatives } from './list-alternatives.ts'
import { findRepeatedBooking, listBookingCandidates } from './list-booking-candidates.ts'
import { deleteCustomerHolds, isCustomerBusy } from './queries.ts'
import {
  type BookingInput,
  findExceededLimit,
  firstStatus,
  isSameBooking,
  parseBookingInput,
  type RepeatedBooking,
  rankBookings,
  type ValidatedBooking,
} from './rules.ts'
import { tryInTurn } from './try-in-turn.ts'
import { validateBooking } from './validate-booking.ts'

type BookingRequest = {
  caller: Caller
  body: Body<typeof appointmentsApi.create>
  idempotencyKey: string | undefined
  now: Date
}
export type BookingResult = { appointment: Appointment; isNew: boolean }

/**
 * Books a slot. A repeated request, with the same idempotency key or for the same barber, services and start, returns the same
 * appointment.
 * Throws 409 SLOT_TAKEN with alternatives if another customer was faster.
 */
export async function bookAppointment(
  db: Database,
  { caller, body, idempotencyKey, now }: BookingRequest,
): Promise<BookingResult> {
  if (body.customerId && body.customerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const input = parseBookingInput(body, { customerId: caller.id, idempotencyKey })
  return retryVersionConflicts(() => tryToBook(db, input, now))
}

/** Decides and writes once, for a customer or for staff. */
export async function tryToBook(
  db: Database,
  input: BookingInput,
  now: Date,
): Promise<BookingResult | 'version-conflict'> {
  const candidates = await listBookingCandidates(db, input, now)
  // A client that lost the first response may retry when the slot is no longer offered: the notice passed, or the barber left.
  const repeated = candidates[0] ? candidates[0].details.repeated : await findRepeatedBooking(db, input)
  if (repeated) return returnRepeated(db, input, repeated)
  const bookings = validateBooking(candidates, input, now)
  const exceededLimit = input.staff || input.isOfSeries ? undefined : findExceededLimit(bookings[0].snapshot)
  if (exceededLimit) throw new ApiError(exceededLimit)
  const result = await takeFirstFree(db, bookings, (booking) => insertOnce(db, input, booking, now))
  if (result === 'slot-taken') throw await explainConflict(db, input, bookings[0], now)
  return result
}

/** A customer without an account has no version to conflict on: a concurrent repetition may have taken the slot. */
async function insertOnce(
  db: Database,
  input: BookingInput,
  booking: ValidatedBooking,
  now: Date,
): Promise<BookingResult | BookingFailure> {
  const result = await insertWithEvent(db, booking, input.idempotencyKey, now)
  if (result === 'version-conflict') return result
  if (result !== 'slot-taken') return { appointment: result, isNew: true }
  const repeated = input.staff && (await findRepeatedBooking(db, input))
  return repeated ? returnRepeated(db, input, repeated) : result
}

/**
 * An idempotency key belongs to one request. Reusing it for another one is an error even if the appointment was cancelled. Without
 * the key only the same services, guest and note are a repetition: other ones would silently not be booked.
 */
async function returnRepeated(db: Database, input: BookingInput, repeated: RepeatedBooking): Promise<BookingResult> {
  if (!isSameBooking(input, repeated))
    throw repeated.isSameKey ? new ApiError('IDEMPOTENCY_CONFLICT') : busyError(input)
  const { staff, customerId } = input
  const appointment = staff
    ? await getAppointmentFor(db, repeated.id, staff.actor, staff.userId)
    : await findAppointment(db, repeated.id, customerId as string)
  return { appointment: appointment as Appointment, isNew: false }
}

function busyError({ staff }: Pick<BookingInput, 'staff'>): ApiError {
  return new ApiError('CUSTOMER_BUSY', {}, staff && 'Este cliente já tem um agendamento neste horário.')
}

/** Inserts the appointment with the event that notifies the barber, and the customer whom staff booked for. */
function insertWithEvent(db: Database, booking: ValidatedBooking, idempotencyKey: string | undefined, now: Date) {
  const { customerId, staff, barber, selected, start: startsAt, snapshot, guestName } = booking
  const { userId: barberUserId, barberName, timeZone } = barber
  const { customerName, shopName, ownerId } = snapshot
  const id = randomUUID()
  const participants = { customerId, barberUserId, ownerId, customerName, guestName, barberName, shopName }
  const status = firstStatus(snapshot)
  const state = { version: 1, status, requestedAt: now }
  const after = { id, ...state, serviceName: selected.name, timeZone, startsAt, ...participants }
  const by = staff ?? { actor: 'customer' as const, userId: customerId as string }
  const kind = staff ? 'booked' : status === 'CONFIRMED' ? 'autoConfirmed' : 'received'
  const event = booking.isOfSeries ? eventOfSeriesDate(after, by, kind) : appointmentEvent({ after, by, kind })
  const jobs = staff?.sendsLink && !customerId ? [...event.jobs, bookingLinkJob(id)] : event.jobs
  const insert = (tx: Database) =>
    insertAppointment(tx, booking, { id, idempotencyKey, event: { ...event, jobs } }, now)
  const record = staff?.record
  // Usually the statement is a transaction of its own.
  return record ? insertAndRecord(db, insert, record) : insert(db)
}

/** The customer is notified of all dates at once, and so is the barber, except of requests, which are confirmed one by one. */
function eventOfSeriesDate(
  after: AppointmentTransition['after'],
  by: AppointmentTransition['by'],
  kind: AppointmentTransition['kind'],
) {
  const { notifications, published } = appointmentEvent({ after, by, kind })
  const requests = notifications.filter(({ userId }) => after.status === 'SCHEDULED' && userId === after.barberUserId)
  return { notifications: requests, published, jobs: [] }
}

function insertAndRecord(
  db: Database,
  insert: (tx: Database) => Promise<Appointment | BookingFailure>,
  record: RecordChange,
) {
  return db.transaction().execute(async (tx) => {
    const result = await insert(tx)
    if (typeof result === 'object') await record(tx, result)
    return result
  })
}

/**
 * Each conflict means that the same customer took another slot, so the limits of a customer end this well before, or that the
 * barbershop changed its schedule or services, which does not happen many times within a request.
 */
const MAX_TRIES = 20

/** Decides again on a new snapshot after a concurrent request of the same customer or a change of the schedule. */
export async function retryVersionConflicts<T>(attempt: () => Promise<T | 'version-conflict'>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const result = await attempt()
    if (result !== 'version-conflict') return result
  }
  throw new ApiError('STATE_CHANGED')
}

/** Tries one barber after the other until an insert gets the slot: another customer may take the first choice in the meantime. */
export async function takeFirstFree<T>(
  db: Database,
  bookings: readonly ValidatedBooking[],
  insertBooking: (booking: ValidatedBooking) => Promise<T | BookingFailure>,
): Promise<T | BookingFailure> {
  for (const [failures, booking] of rankBookings(bookings).entries()) {
    const { customerId, barber, snapshot, start, end, selected } = booking
    // Before the insert, because two customers who swap their holds inside it would deadlock.
    if (customerId && !booking.isOfSeries && snapshot.ownHold && snapshot.ownHold.userId !== barber.userId)
      await deleteCustomerHolds(db, customerId, barber.userId)
    // Each failed insert has bumped the customer's version too; only other requests make the snapshot stale.
    const bookingTries = snapshot.bookingTries + failures
    const wanted = { barberUserId: barber.userId, start, end, bufferMin: selected.bufferMin }
    const result = await tryInTurn(db, wanted, {
      attempt: () => insertBooking({ ...booking, snapshot: { ...snapshot, bookingTries } }),
      hasTaken: (result) => typeof result === 'object',
    })
    if (result !== 'slot-taken') return result
  }
  return 'slot-taken'
}

/** Why the slot could not be taken, as an error to throw. */
export async function explainConflict(
  db: Database,
  { barberId, staff }: BookingInput,
  booking: ValidatedBooking,
  now: Date,
): Promise<ApiError> {
  if (await isCustomerBusy(db, booking)) return busyError(booking)
  // A date of a standing appointment has its own alternatives.
  if (booking.isOfSeries) return new ApiError('SLOT_TAKEN')
  const { barber, select, start } = booking
  const isByStaff = staff !== undefined
  return explainSlotTaken(db, { barberId, barbershopId: barber.barbershopId, start, required: select, isByStaff }, now)
}

type BarbershopDays = { barbershopId: string; from: number; now: Date }
type BarbersWithBusyIntervals = { barbers: BookableBarber[]; getBusy: (barber: BookableBarber) => BusyIntervals }

/** From an epoch minute until the last day of an alternative. */
async function loadBarbers(
  db: Database,
  { barbershopId, from, now }: BarbershopDays,
): Promise<BarbersWithBusyIntervals> {
  const [shop] = await listBarbershopSchedules(db, [barbershopId])
  const barbers = shop?.barbers ?? []
  return { barbers, getBusy: await loadBusyIntervals(db, barbers, { from, to: from + 18 * 1440, now }) }
}

/** Once for all who lose the same slot at the same moment, from after the last of them lost it. */
const loadBarbersOnce = batchStatements<BarbershopDays, BarbersWithBusyIntervals>({
  max: 64,
  runTogether: (db, items) => {
    const loads = new Map<string, Promise<BarbersWithBusyIntervals>>()
    const loadOnce = (item: BarbershopDays) => {
      const key = `${item.barbershopId} ${item.from}`
      const load = loads.get(key) ?? loadBarbers(db, item)
      loads.set(key, load)
      return load
    }
    return Promise.all(items.map(loadOnce))
  },
  runAlone: loadBarbers,
})

/** SLOT_TAKEN with alternatives in the same barbershop, for staff also in what is reserved for walk-ins. */
export async function explainSlotTaken(
  db: Database,
  { barbershopId, isByStaff, ...slot }: LostSlot & { barbershopId: string; isByStaff?: boolean },
  now: Date,
): Promise<ApiError> {
  // The same for all slots of a day, so that those who lose different ones share a load.
  const from = (Math.floor(toEpochMinute(slot.start) / 1440) - 1) * 1440
  const { barbers, getBusy } = await loadBarbersOnce(db, { barbershopId, from, now })
  const offered = isByStaff ? barbers.map((barber) => ({ ...barber, walkInShare: null })) : barbers
  return new ApiError('SLOT_TAKEN', { alternatives: listAlternatives(offered, getBusy, slot, now) })
}
