import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import type { Database, DatabasePool, RecordChange } from '../../lib/database.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { cleanName } from '../accounts/rules.ts'
import { notifyParticipants } from '../appointments/status/notify-participants.ts'
import { getAppointmentFor } from '../appointments/status/queries.ts'
import { addCustomer, type CustomerIdentity, getCustomerIdentity, getStaffRole } from '../customers/queries.ts'
import type { BookingResult } from './book-appointment.ts'
import { explainConflict } from './explain-conflict.ts'
import { insertAppointment } from './insert-appointment.ts'
import { bookingLinkJob } from './link/send-booking-link.ts'
import { findRepeatedBooking, listBookingCandidates, lockBookingKeys } from './queries.ts'
import { checkRepetition, parseBookingInput, validateBooking } from './rules.ts'

type StaffBookingBody = Body<typeof staffBookingsApi.book>
type StaffBookingRequest = {
  userId: string
  barbershopId: string
  body: StaffBookingBody
  idempotencyKey: string | undefined
  /** A customer without an account receives the link from us; otherwise the staff send it. */
  sendsLink: boolean
  record?: RecordChange
  now: Date
}

const HOUR = 3600
const DAY = 24 * HOUR

/**
 * Books for a customer who is on the phone, at any time at which the barber is free. The appointment is confirmed at once. The same
 * locks and constraints as for a customer's own booking decide between both.
 * Limited, because each booking may send a message to any number in our name. Throws 409 SLOT_TAKEN with alternatives if the slot
 * is taken.
 */
export async function bookForCustomer(
  { db, countAttempts }: { db: DatabasePool; countAttempts: CountAttempts },
  { userId, body, idempotencyKey, sendsLink, record, now, ...request }: StaffBookingRequest,
): Promise<BookingResult & { customerId: string }> {
  const barbershopId = request.barbershopId.toLowerCase()
  const actor = await getStaffRole(db, barbershopId, userId)
  const { newCustomer, customerId, ...choice } = body
  await countAttempts(
    { action: 'staff-booking', of: ['account', userId], max: 200, seconds: HOUR },
    { action: 'staff-booking', of: ['barbershop', barbershopId], max: 500, seconds: DAY },
    { action: 'staff-booking', of: ['customer', customerId ?? newCustomer?.phone ?? ''], max: 20, seconds: DAY },
  )
  const customer = await findCustomer(db, barbershopId, body, now)
  const [serviceId] = body.serviceIds as [string]
  const staff = { actor, userId, profileId: customer.profileId }
  const input = parseBookingInput(
    { ...choice, barbershopId, serviceId },
    { customerId: customer.userId, staff, idempotencyKey },
  )

  const outcome = await db.transaction().execute(async (tx) => {
    const barberIds = await lockBookingKeys(tx, input)
    // The user may have left the staff meanwhile.
    await getStaffRole(tx, barbershopId, userId)
    const repeated = await findRepeatedBooking(tx, input)
    if (repeated) return { code: 'repeated' as const, repeated }

    const bookings = validateBooking(await listBookingCandidates(tx, input, barberIds, now), input, now)
    const inserted = await insertAppointment(tx, bookings, { source: 'phone', idempotencyKey }, now)
    if (!inserted) return { code: 'slot-taken' as const, wanted: bookings[0] }

    const { appointment, after } = inserted
    const jobs = sendsLink && !customer.userId ? [bookingLinkJob(appointment.id)] : []
    await notifyParticipants(tx, [{ after, by: { actor, userId }, kind: 'booked', jobs }], now)
    await record?.(tx, appointment)
    return { code: 'booked' as const, appointment }
  })

  if (outcome.code === 'slot-taken') throw await explainConflict(db, input, outcome.wanted, now)
  const { profileId: id } = customer
  if (outcome.code === 'booked') return { appointment: outcome.appointment, isNew: true, customerId: id }
  checkRepetition(input, outcome.repeated)
  const appointment = await getAppointmentFor(db, outcome.repeated.id, actor, userId)
  return { appointment, isNew: false, customerId: id }
}

function findCustomer(
  db: Database,
  barbershopId: string,
  { customerId, newCustomer }: StaffBookingBody,
  now: Date,
): Promise<CustomerIdentity> {
  if (customerId) return getCustomerIdentity(db, barbershopId, customerId)
  if (!newCustomer) throw new ApiError('INVALID_INPUT')
  const { name, phone } = newCustomer
  return addCustomer(db, { barbershopId, name: cleanName(name), phone }, now)
}
