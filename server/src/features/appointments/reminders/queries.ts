import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { verifiedName } from '../../accounts/queries.ts'
import { type ReminderDetails, reminderLeads } from './rules.ts'

/**
 * Plans due reminders and their jobs, each once per start time. Only for appointments that were confirmed before the reminder was
 * due: a later confirmation or rescheduling is notified by itself.
 */
export async function planDueReminders(db: Database, now: Date): Promise<void> {
  await sql`/* plan reminders */
    with due as (
      select appointments.id, appointments.starts_at, appointments.customer_id, lead.kind
        from json_to_recordset(${JSON.stringify(reminderLeads)}::json) as lead(kind text, "beforeMin" int, "lateMin" int)
        join appointments
          on appointments.status = 'CONFIRMED' and appointments.customer_id is not null
         and appointments.starts_at <= ${now}::timestamptz + make_interval(mins => lead."beforeMin")
         and appointments.starts_at > ${now}::timestamptz + make_interval(mins => lead."beforeMin" - lead."lateMin")
         and appointments.updated_at <= appointments.starts_at - make_interval(mins => lead."beforeMin")
       where not exists (select from reminders planned_before where planned_before.appointment_id = appointments.id and planned_before.kind = lead.kind
                            and planned_before.starts_at = appointments.starts_at
                            and planned_before.starts_at > ${now} and planned_before.starts_at <= ${now}::timestamptz + interval '1 day')
    ),
    planned as (
      insert into reminders (appointment_id, kind, channel, starts_at, planned_at)
      select id, kind, channel, starts_at, ${now}
        from due cross join unnest(array['in-app', 'email', 'whatsapp']) as channel
       where channel <> 'whatsapp'
          or exists (select from whatsapp_consents where user_id = due.customer_id and withdrawn_at is null)
       order by 1, 2, 3
      on conflict on constraint reminders_once
      do update set starts_at = excluded.starts_at, planned_at = excluded.planned_at
       where reminders.starts_at <> excluded.starts_at
      returning appointment_id, kind, channel, starts_at
    )
    select graphile_worker.add_job('send-reminder',
      payload => json_build_object('appointmentId', appointment_id, 'kind', kind, 'channel', channel, 'startsAt', starts_at),
      job_key => format('appointment:%s:reminder-%s:%s', appointment_id, kind, channel)) from planned`.execute(db)
}

/** Rows of past appointments are not needed to prevent duplicates. */
export function deletePastReminders(db: Database, now: Date, limit: number): Promise<number> {
  const until = new Date(now.getTime() - 86_400_000)
  return deleteBatch(db, { table: 'reminders', by: 'starts_at', until, limit })
}

/** A confirmed appointment and its customer. */
export type ReminderRecipient = ReminderDetails & {
  id: string
  version: number
  customerId: string
  name: string
  email: string
  phone: string | null
  priceCents: number
  address: string
  isPresenceConfirmed: boolean
  canCancelUntil: Date
}

/** As it is now. Undefined when it is no longer confirmed, or the customer's account is being deleted. */
export async function findReminderRecipient(db: Database, appointmentId: string) {
  const { rows } = await sql<ReminderRecipient>`/* find reminder recipient */
    select appointments.id, appointments.version, appointments.customer_id as "customerId", customers.name, customers.email::text as email,
           customers.phone, appointments.starts_at as "startsAt", appointments.service_name as "serviceName",
           appointments.guest_name as "guestName", appointments.price_cents as "priceCents", coalesce(${verifiedName('users')}, 'Barbeiro') as "barberName", barbershops.name as "shopName",
           barbershops.address, barbershops.time_zone as "timeZone",
           appointments.presence_confirmed_at is not null as "isPresenceConfirmed",
           appointments.starts_at - make_interval(mins => barbershops.cancel_notice_minutes) as "canCancelUntil"
      from appointments join users customers on customers.id = appointments.customer_id
      join users on users.id = appointments.barber_user_id join barbershops on barbershops.id = appointments.barbershop_id
     where appointments.id = ${appointmentId} and appointments.status = 'CONFIRMED'
       and not exists (select from account_deletions where user_id = appointments.customer_id)`.execute(db)
  return rows[0]
}
