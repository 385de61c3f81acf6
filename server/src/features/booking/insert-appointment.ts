import { randomUUID } from 'node:crypto'
import type { Appointment, AppointmentSource } from '@na-regua/contract/appointments'
import type { Database } from '../../lib/database.ts'
import { recordEvent } from '../../lib/events.ts'
import type { AppointmentTransition } from '../appointments/status/notify-participants.ts'
import { bookLastMinuteSlot } from '../last-minute/queries.ts'
import { deleteHoldsInTheWay, insertBooking, insertServices } from './queries.ts'
import { firstStatus, rankBookings, toNewAppointment, type ValidatedBooking } from './rules.ts'

/** Tries one barber after the other until an insert gets the slot: an appointment or a hold that overlaps may prevent the first choice. */
export async function insertFirstFree(
  tx: Database,
  bookings: readonly ValidatedBooking[],
  insert: (booking: ValidatedBooking) => Promise<boolean>,
  now: Date,
): Promise<ValidatedBooking | undefined> {
  const deletedHolds: string[] = []
  let inserted: ValidatedBooking | undefined
  for (const booking of rankBookings(bookings)) {
    if (booking.snapshot.hasHolds) deletedHolds.push(...(await deleteHoldsInTheWay(tx, timeOf(booking), now)))
    if (await insert(booking)) {
      inserted = booking
      break
    }
  }
  await recordEvent(tx, { name: 'holds.deleted', ids: deletedHolds, at: now })
  return inserted
}

function timeOf({ customerId, barber, start, end, selected, isOfSeries }: ValidatedBooking) {
  return { customerId, barberUserId: barber.userId, start, end, bufferMin: selected.bufferMin, isOfSeries }
}

/** What participants are notified of, without who booked. */
type NewAppointment = { appointment: Appointment; after: AppointmentTransition['after'] }

/**
 * Inserts the appointment with its services, and ends the last-minute slot whose price it has. Undefined: the slot is taken. The caller
 * has locked what the bookings were decided by, and publishes the event.
 */
export async function insertAppointment(
  tx: Database,
  bookings: readonly ValidatedBooking[],
  { source, idempotencyKey = null }: { source: AppointmentSource; idempotencyKey?: string | null | undefined },
  now: Date,
): Promise<NewAppointment | undefined> {
  const id = randomUUID()
  const booking = await insertFirstFree(
    tx,
    bookings,
    (choice) => {
      const status = firstStatus(choice.snapshot.automaticConfirmation, choice.start, now)
      const row = { id, status, heldUntil: null, idempotencyKey, source }
      return insertBooking(tx, choice, row, now)
    },
    now,
  )
  if (!booking) return undefined
  const { barber, selected, lastMinuteId } = booking
  if (selected.services.length > 1) await insertServices(tx, id, selected.services)
  if (lastMinuteId)
    await bookLastMinuteSlot(tx, { id: lastMinuteId, barberId: barber.barberId, appointmentId: id }, now)
  return { appointment: toNewAppointment(booking, id, now), after: toNotified(booking, id, now) }
}

function toNotified(booking: ValidatedBooking, id: string, now: Date): AppointmentTransition['after'] {
  const { customerId, barber, selected, start, snapshot, guestName } = booking
  return {
    id,
    version: 1,
    status: firstStatus(snapshot.automaticConfirmation, start, now),
    requestedAt: now,
    startsAt: start,
    timeZone: barber.timeZone,
    serviceName: selected.name,
    customerId,
    customerName: snapshot.customerName,
    guestName,
    barberUserId: barber.userId,
    barberName: barber.barberName,
    ownerId: snapshot.ownerId,
    shopName: snapshot.shopName,
  }
}
