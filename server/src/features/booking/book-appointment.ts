import type { Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../lib/auth.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { findAppointment } from '../appointments/queries.ts'
import { notifyParticipants } from '../appointments/status/notify-participants.ts'
import { explainConflict } from './explain-conflict.ts'
import { insertAppointment } from './insert-appointment.ts'
import { findRepeatedBooking, listBookingCandidates, lockBookingKeys } from './queries.ts'
import { checkLimits, checkRepetition, parseBookingInput, validateBooking } from './rules.ts'

type BookingRequest = {
  caller: Caller
  body: Body<typeof appointmentsApi.create>
  idempotencyKey: string | undefined
  now: Date
}

export type BookingResult = { appointment: Appointment; isNew: boolean }

/**
 * Books a slot. A repeated request, with the same idempotency key or for the same barber, services and start, returns the same
 * appointment. Throws 409 SLOT_TAKEN with alternatives if another customer was faster.
 */
export async function bookAppointment(
  db: DatabasePool,
  { caller, body, idempotencyKey, now }: BookingRequest,
): Promise<BookingResult> {
  if (body.customerId && body.customerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const input = parseBookingInput(body, { customerId: caller.id, idempotencyKey })

  const outcome = await db.transaction().execute(async (tx) => {
    const barberIds = await lockBookingKeys(tx, input)
    const repeated = await findRepeatedBooking(tx, input)
    if (repeated) return { code: 'repeated' as const, repeated }

    const bookings = validateBooking(await listBookingCandidates(tx, input, barberIds, now), input, now)
    checkLimits(bookings[0].snapshot)
    const inserted = await insertAppointment(tx, bookings, { source: body.source ?? 'page', idempotencyKey }, now)
    if (!inserted) return { code: 'slot-taken' as const, wanted: bookings[0] }

    const { appointment, after } = inserted
    const kind = appointment.status === 'CONFIRMED' ? 'autoConfirmed' : 'received'
    await notifyParticipants(tx, [{ after, by: { actor: 'customer', userId: caller.id }, kind }], now)
    return { code: 'booked' as const, appointment }
  })

  if (outcome.code === 'slot-taken') throw await explainConflict(db, input, outcome.wanted, now)
  if (outcome.code === 'booked') return { appointment: outcome.appointment, isNew: true }
  checkRepetition(input, outcome.repeated)
  return { appointment: (await findAppointment(db, outcome.repeated.id, caller.id)) as Appointment, isNew: false }
}
