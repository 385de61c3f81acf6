import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** The appointment as it stands now, and the person who is to read of it. */
export type LetterFacts = {
  email: string
  name: string
  version: number
  status: string
  startsAt: Date
  requestedAt: Date
  timeZone: string
  serviceName: string
  priceCents: number
  customerName: string
  barberName: string
  shopName: string
  address: string
  cancelReason: string | null
}

/** Undefined when the appointment or the account is gone. */
export async function findLetter(db: Database, wish: { appointmentId: string; userId: string }) {
  const { rows } = await sql<LetterFacts>`/* find letter */
    select reader.email::text as email, reader.name, taken.version, taken.status, taken.starts_at as "startsAt",
           taken.requested_at as "requestedAt", barbershops.time_zone as "timeZone", taken.service_name as "serviceName",
           taken.price_cents as "priceCents", coalesce(customers.name, taken.customer_name, 'Cliente') as "customerName",
           users.name as "barberName", barbershops.name as "shopName", barbershops.address, taken.cancel_reason as "cancelReason"
      from appointments taken join users reader on reader.id = ${wish.userId}
      join users on users.id = taken.barber_user_id join barbershops on barbershops.id = taken.barbershop_id
      left join users customers on customers.id = taken.customer_id
     where taken.id = ${wish.appointmentId}`.execute(db)
  return rows[0]
}
