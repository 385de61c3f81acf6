import type { Appointment } from '@na-regua/contract/appointments'
import type { BookingLink } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { type LinkOptions, toBookingLink } from './rules.ts'

export function getBookingLinkSecret(db: Database): Promise<string> {
  return getSecret(db, 'booking-link')
}

/** The link to an appointment that staff booked, the same each time; null for a customer with an account. */
export async function createBookingLink(
  db: Database,
  { id, customer, barbershop, service, barber, startTime, timeZone }: Appointment,
  options: LinkOptions,
): Promise<BookingLink | null> {
  if (customer.id || !customer.phone) return null
  const names = {
    customerName: customer.name,
    shopName: barbershop.name,
    serviceName: service.name,
    barberName: barber.name,
  }
  const booking = { id, phone: customer.phone, ...names, startsAt: new Date(startTime), timeZone }
  return toBookingLink(booking, { ...options, secret: await getBookingLinkSecret(db) })
}

/** Who of the staff booked it; null for a customer's own. */
export async function findBookerId(db: Database, appointmentId: string): Promise<string | null> {
  const { rows } = await sql<{ bookedBy: string | null }>`/* find booker */
    select booked_by as "bookedBy" from appointments where id = ${appointmentId}`.execute(db)
  return rows[0]?.bookedBy ?? null
}

type Claim = { id: string; userId: string; profileId: string; now: Date }

/** A compare-and-set: false if another account was faster, or the account is being deleted. */
export async function claimAppointment(tx: Database, { id, userId, profileId, now }: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`/* claim appointment */
    update appointments set customer_id = ${userId}, customer_name = null, profile_id = ${profileId}, version = version + 1, updated_at = ${now}
     where id = ${id} and customer_id is null and status in ('SCHEDULED', 'CONFIRMED')
       and not exists (select from account_deletions where user_id = ${userId})`.execute(tx)
  return numAffectedRows === 1n
}
