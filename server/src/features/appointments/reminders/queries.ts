import { channels } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { leads, type ReminderFacts } from './rules.ts'

/**
 * Plans what is due, each once for a start, and its job with it. Only what was agreed on before it was due: whoever confirms
 * or moves within a day is told of that, and that is reminder enough.
 */
export async function planDue(db: Database, now: Date): Promise<void> {
  await sql`/* plan reminders */
    with due as (
      select taken.id, taken.starts_at, taken.customer_id, lead.kind
        from json_to_recordset(${JSON.stringify(leads)}::json) as lead(kind text, "beforeMin" int, "lateMin" int)
        join appointments taken
          on taken.status = 'CONFIRMED' and taken.customer_id is not null
         and taken.starts_at <= ${now}::timestamptz + make_interval(mins => lead."beforeMin")
         and taken.starts_at > ${now}::timestamptz + make_interval(mins => lead."beforeMin" - lead."lateMin")
         and taken.updated_at <= taken.starts_at - make_interval(mins => lead."beforeMin")
       where not exists (select from reminders known where known.appointment_id = taken.id and known.kind = lead.kind
                            and known.starts_at = taken.starts_at
                            and known.starts_at > ${now} and known.starts_at <= ${now}::timestamptz + interval '1 day')
    ),
    planned as (
      insert into reminders (appointment_id, kind, channel, starts_at, planned_at)
      select id, kind, channel, starts_at, ${now}
        from due cross join unnest(${[...channels]}::text[]) as channel
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

/** What was reminded of an appointment that is over serves nobody. */
export async function deletePastReminders(db: Database, now: Date): Promise<void> {
  await sql`/* delete past reminders */ delete from reminders where starts_at < ${now}::timestamptz - interval '1 day'`.execute(
    db,
  )
}

/** An appointment that still stands as agreed, and the person who is to come. */
export type Reminded = ReminderFacts & {
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

/** Undefined when it was cancelled, moved or finished meanwhile, or the person is leaving. */
export async function findReminded(
  db: Database,
  { appointmentId, startsAt }: { appointmentId: string; startsAt: Date },
) {
  const { rows } = await sql<Reminded>`/* find reminded */
    select taken.id, taken.version, taken.customer_id as "customerId", customers.name, customers.email::text as email,
           customers.phone, taken.starts_at as "startsAt", taken.service_name as "serviceName",
           taken.price_cents as "priceCents", users.name as "barberName", barbershops.name as "shopName",
           barbershops.address, barbershops.time_zone as "timeZone",
           taken.presence_confirmed_at is not null as "isPresenceConfirmed",
           taken.starts_at - make_interval(mins => barbershops.cancel_notice_minutes) as "canCancelUntil"
      from appointments taken join users customers on customers.id = taken.customer_id
      join users on users.id = taken.barber_user_id join barbershops on barbershops.id = taken.barbershop_id
     where taken.id = ${appointmentId} and taken.status = 'CONFIRMED' and taken.starts_at = ${startsAt}
       and not exists (select from account_deletions where user_id = taken.customer_id)`.execute(db)
  return rows[0]
}
