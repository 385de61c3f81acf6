import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import type { Database, RecordChange } from '../../lib/database.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { cleanName } from '../accounts/rules.ts'
import { addCustomer, type CustomerIdentity, getCustomerIdentity, getStaffRole } from '../customers/queries.ts'
import { type BookingResult, retryVersionConflicts, tryToBook } from './book-appointment.ts'
import { parseBookingInput } from './rules.ts'

type StaffBookingBody = Body<typeof staffBookingsApi.book>
type StaffBookingRequest = {
  userId: string
  barbershopId: string
  body: StaffBookingBody
  idempotencyKey: string | undefined
  sendsLink: boolean
  record?: RecordChange
  now: Date
}

const HOUR = 3600
const DAY = 24 * HOUR

/**
 * Books for a customer who is on the phone, at any time at which the barber is free. The appointment is confirmed at once. The same
 * statement writes it as a customer's own booking, so the same constraints decide between both.
 * Limited, because each booking may send a message to any number in our name. Throws 409 SLOT_TAKEN with alternatives if the slot
 * is taken.
 */
export async function bookForCustomer(
  { db, countAttempts }: { db: Database; countAttempts: CountAttempts },
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
  const staff = { actor, userId, profileId: customer.profileId, sendsLink, record }
  const input = parseBookingInput(
    { ...choice, barbershopId, serviceId },
    { customerId: customer.userId, staff, idempotencyKey },
  )
  const result = await retryVersionConflicts(async () => {
    const booked = await tryToBook(db, input, now)
    // The statement that books decides whether the user is still staff, too.
    if (booked === 'version-conflict') await getStaffRole(db, barbershopId, userId)
    return booked
  })
  return { ...result, customerId: customer.profileId }
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
