import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { verifiedName } from '../../accounts/queries.ts'

/** The current state of the appointment, and the user who receives the e-mail. */
export type AppointmentEmailDetails = {
  id: string
  userId: string
  email: string
  /** Null while the address is unverified. */
  name: string | null
  version: number
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  updatedAt: Date
  requestedAt: Date
  timeZone: string
  serviceName: string
  durationMin: number
  priceCents: number
  customerName: string
  guestName: string | null
  note: string | null
  barberName: string
  shopId: string
  shopName: string
  address: string
  cancelReason: string | null
  /** Another barber has it, and has had it since the version that the e-mail is about. */
  isWithOther: boolean
}

/** Undefined when the appointment or the account is gone. */
export async function findAppointmentEmailDetails(
  db: Database,
  email: { appointmentId: string; userId: string; ownerId?: string; version: number },
) {
  const { rows } = await sql<AppointmentEmailDetails>`/* find appointment email details */
    select appointments.id, recipient.id as "userId", recipient.email::text as email, ${verifiedName('recipient')} as name, appointments.version, appointments.status, appointments.starts_at as "startsAt",
           appointments.ends_at as "endsAt", appointments.updated_at as "updatedAt", barbershops.id as "shopId", appointments.requested_at as "requestedAt", barbershops.time_zone as "timeZone", appointments.service_name as "serviceName",
           appointments.duration_min as "durationMin", appointments.price_cents as "priceCents", coalesce(${verifiedName('customers')}, appointments.customer_name, 'Cliente') as "customerName",
           appointments.guest_name as "guestName", appointments.note,
           coalesce(${verifiedName('users')}, 'Barbeiro') as "barberName", barbershops.name as "shopName", barbershops.address, appointments.cancel_reason as "cancelReason",
           appointments.barber_user_id <> recipient.id and not exists (
             select from appointment_moves join barbers on barbers.id = from_barber_id
              where appointment_id = appointments.id and appointment_moves.version > ${email.version} and barbers.user_id = recipient.id)
             and not exists (
             select from appointment_edits join barbers on barbers.id = from_barber_id
              where appointment_id = appointments.id and appointment_edits.version > ${email.version} and barbers.user_id = recipient.id
                and from_barber_id <> appointments.barber_id) as "isWithOther"
      from appointments join users recipient on recipient.id = coalesce(
        (select id from users where id = ${email.userId} and email is not null), ${email.ownerId ?? null}::uuid)
      join users on users.id = appointments.barber_user_id join barbershops on barbershops.id = appointments.barbershop_id
      left join users customers on customers.id = appointments.customer_id
     where appointments.id = ${email.appointmentId}`.execute(db)
  return rows[0]
}
