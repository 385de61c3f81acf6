import type { AutomaticConfirmation } from '@na-regua/contract/confirmation'
import type { RemindedAppointment } from '@na-regua/contract/reminder-reply'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { automaticConfirmationOfProfileSql } from '../confirmation/queries.ts'
import { type ReminderTokenSubject, signReminderToken } from './rules.ts'

const SECRET_NAME = 'reminder-link'

export function getReminderSecret(db: Database): Promise<string> {
  return getSecret(db, SECRET_NAME)
}

/** For e-mails and WhatsApp messages: `${site}/agendamento/${token}`. */
export async function createReminderToken(db: Database, subject: ReminderTokenSubject): Promise<string> {
  return signReminderToken(await getReminderSecret(db), subject)
}

/** The appointment of a link, with the users who are notified of a reply. */
export type LinkedAppointment = Omit<RemindedAppointment, 'startTime' | 'endTime' | 'canCancel'> & {
  id: string
  version: number
  startsAt: Date
  endsAt: Date
  servingFrom: Date | null
  cancelledBy: string | null
  customerId: string | null
  customerName: string
  barberId: string
  serviceId: string | null
  /** Of all services; null for one that the barbershop has removed since. */
  serviceIds: (string | null)[]
  /** The profile of the customer of an appointment that staff booked. */
  profileId: string | null
  /** For the holder of a booking link. */
  automaticConfirmation: AutomaticConfirmation
  guestName: string | null
  barberUserId: string
  ownerId: string
}

export async function findLinkedAppointment(db: Database, id: string): Promise<LinkedAppointment | undefined> {
  const { rows } = await sql<LinkedAppointment>`/* find linked appointment */
    select appointments.id, appointments.version, appointments.status, appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
           appointments.serving_from as "servingFrom", appointments.cancelled_by as "cancelledBy", appointments.customer_id as "customerId",
           coalesce(customers.name, appointments.customer_name, 'Cliente') as "customerName", appointments.barber_id as "barberId",
           appointments.service_id as "serviceId",
           coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = appointments.id),
             json_build_array(appointments.service_id)) as "serviceIds",
           appointments.profile_id as "profileId", appointments.guest_name as "guestName", appointments.barber_user_id as "barberUserId",
           barbershops.owner_id as "ownerId", barbershops.time_zone as "timeZone", appointments.service_name as "serviceName",
           appointments.price_cents as "priceCents", users.name as "barberName",
           appointments.presence_confirmed_at is not null as "isPresenceConfirmed",
           ${automaticConfirmationOfProfileSql(id)} as "automaticConfirmation",
           json_build_object('id', barbershops.id, 'name', barbershops.name, 'address', barbershops.address,
             'phone', barbershops.phone, 'cancelNoticeMin', barbershops.cancel_notice_minutes) as barbershop
      from appointments join users on users.id = appointments.barber_user_id
      join barbershops on barbershops.id = appointments.barbershop_id left join users customers on customers.id = appointments.customer_id
     where appointments.id = ${id} and appointments.status <> 'HELD'`.execute(db)
  return rows[0]
}

/** True for the first confirmation, if the appointment is unchanged since the link was created. */
export async function saveConfirmation(
  tx: Database,
  { id, version }: Pick<ReminderTokenSubject, 'id' | 'version'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* save confirmation */
    update appointments set presence_confirmed_at = ${now}
     where id = ${id} and version = ${version} and status = 'CONFIRMED' and presence_confirmed_at is null`.execute(tx)
  return numAffectedRows === 1n
}
