import type { OutreachPurpose } from '@na-regua/contract/outreach'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { SentMessage } from '../../../lib/whatsapp.ts'
import { profileName, profilePhone } from '../../customers/queries.ts'
import { subjects } from '../queries.ts'

/** After its hour a message waits so long for a process that was stopped; later it would come at night. */
const LATE_HOURS = sql.lit(3)
/** Of one barbershop on one day: who turns it on has had customers for years. */
const MAX_MESSAGES: Record<OutreachPurpose, number> = { tomorrow: 500, birthday: 100, absent: 30 }

export type DueAutomation = {
  barbershopId: string
  /** Whose lists are read: those of the whole barbershop. */
  ownerId: string
  purpose: OutreachPurpose
  /** Local to the barbershop. */
  today: string
}

/** Those whose hour has come, and whose messages of the day are not planned. */
export async function listDueAutomations(db: Database, now: Date): Promise<DueAutomation[]> {
  const local = sql`(${now}::timestamptz at time zone time_zone)`
  const { rows } = await sql<DueAutomation>`/* list due automations */
    select barbershops.id as "barbershopId", owner_id as "ownerId", purpose, ${local}::date::text as today
      from outreach_automations join barbershops on barbershops.id = barbershop_id
     where is_active and planned_on is distinct from ${local}::date
       and extract(hour from ${local}) >= hour and extract(hour from ${local}) < hour + ${LATE_HOURS}
     order by 1, 3`.execute(db)
  return rows
}

/** False if another process has planned the day. */
export async function claimAutomation(tx: Database, { barbershopId, purpose, today }: DueAutomation): Promise<boolean> {
  const { numAffectedRows } = await sql`/* claim automation */
    update outreach_automations set planned_on = ${today}::date
     where barbershop_id = ${barbershopId}::uuid and purpose = ${purpose} and planned_on is distinct from ${today}::date`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/**
 * Who may be sent a message that no member of staff reads first. Who refused messages, and who has the reminders of their account on WhatsApp, is
 * not sent the question about tomorrow either.
 */
const isReachable = sql`(
  ${profilePhone} is not null and profile.marketing_refused_at is null and profile.blocked_at is null
  and not exists (select from account_deletions where user_id = profile.user_id)
  and (found.purpose <> 'tomorrow' or not exists (
    select from whatsapp_consents where user_id = profile.user_id and withdrawn_at is null))
  and not exists (select from appointments where id = found.appointment_id and presence_confirmed_at is not null))`

/** The list of the purpose; of birthdays those of today. */
function selectReachable({ barbershopId, ownerId, purpose, today }: DueAutomation, now: Date) {
  return sql`
    select found.* from (
        select *, ${purpose}::text as purpose
          from (${subjects[purpose]({ barbershopId, userId: ownerId, purpose, today, now })}) listed) found
      join customer_profiles profile on profile.id = found.profile_id left join users on users.id = profile.user_id
     where ${isReachable} and (found.purpose <> 'birthday' or about = ${today}::date::timestamp at time zone 'UTC')`
}

/** Stores the messages of the day with their jobs, except those that staff have sent. */
export async function insertAutomaticMessages(tx: Database, due: DueAutomation, now: Date): Promise<void> {
  await sql`/* insert automatic messages */
    with chosen as (
      select * from (${selectReachable(due, now)}) found
       where not exists (
         select from outreach_messages message
          where message.profile_id = found.profile_id and message.purpose = found.purpose and message.about = found.about
            and message.appointment_id is not distinct from found.appointment_id)
       order by position, profile_id limit ${MAX_MESSAGES[due.purpose]}),
    inserted as (
      insert into outreach_messages (profile_id, purpose, appointment_id, about, sent_at, delivery_status)
      select profile_id, purpose, appointment_id, about, ${now}::timestamptz, 'QUEUED' from chosen
      on conflict on constraint outreach_messages_once do nothing returning id)
    select graphile_worker.add_job('send-outreach', payload => json_build_object('messageId', id), job_key => 'outreach:' || id)
      from inserted`.execute(tx)
}

export type QueuedMessage = DueAutomation & { id: string; shopName: string; timeZone: string }

/** A message that has not left. */
export async function findQueuedMessage(db: Database, id: string, now: Date): Promise<QueuedMessage | undefined> {
  const { rows } = await sql<QueuedMessage>`/* find queued message */
    select message.id, barbershops.id as "barbershopId", owner_id as "ownerId", message.purpose, barbershops.name as "shopName",
           time_zone as "timeZone", (${now}::timestamptz at time zone time_zone)::date::text as today
      from outreach_messages message join customer_profiles profile on profile.id = profile_id
      join barbershops on barbershops.id = profile.barbershop_id
     where message.id = ${id} and delivery_status = 'QUEUED'`.execute(db)
  return rows[0]
}

export type MessageToSend = {
  name: string
  phone: string | null
  /** Still what the list of the barbershop says, and wanted by barbershop and customer. */
  isDue: boolean
  appointment: { id: string; version: number; customerId: string | null; startsAt: Date; barberName: string } | null
}

type ClaimedRow = Omit<MessageToSend, 'appointment'> & {
  appointmentId: string | null
  version: number
  customerId: string | null
  startsAt: Date
  barberName: string
}

/** Undefined if another process sends it: from now on it is never sent again, even if this process stops. */
export async function claimMessage(db: Database, queued: QueuedMessage, now: Date): Promise<MessageToSend | undefined> {
  const { rows } = await sql<ClaimedRow>`/* claim outreach message */
    with claimed as (
      update outreach_messages set delivery_status = 'SENDING', sent_at = ${now}::timestamptz
       where id = ${queued.id} and delivery_status = 'QUEUED' returning profile_id, purpose, appointment_id, about)
    select ${profileName} as name, ${profilePhone} as phone, booked.id as "appointmentId", booked.version, booked.customer_id as "customerId",
           booked.starts_at as "startsAt", barber_users.name as "barberName",
           exists (
             select from (${selectReachable(queued, now)}) found
              where found.profile_id = claimed.profile_id and found.about = claimed.about
                and found.appointment_id is not distinct from claimed.appointment_id)
           and exists (
             select from outreach_automations
              where barbershop_id = profile.barbershop_id and outreach_automations.purpose = claimed.purpose) as "isDue"
      from claimed join customer_profiles profile on profile.id = claimed.profile_id
      left join users on users.id = profile.user_id
      left join appointments booked on booked.id = claimed.appointment_id
      left join users barber_users on barber_users.id = booked.barber_user_id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { name, phone, isDue, appointmentId, version, customerId, startsAt, barberName } = row
  return {
    name,
    phone,
    isDue,
    appointment: appointmentId === null ? null : { id: appointmentId, version, customerId, startsAt, barberName },
  }
}

/** It was not sent, and the list does not say that it was. */
export async function deleteUnsentMessage(db: Database, id: string): Promise<void> {
  await sql`/* delete unsent message */
    delete from outreach_messages where id = ${id} and delivery_status = 'SENDING'`.execute(db)
}

/** A status may have arrived before the response. */
export async function saveSentMessage(db: Database, id: string, sent: SentMessage): Promise<void> {
  await sql`/* save sent message */
    update outreach_messages
       set whatsapp_message_id = ${sent.id}, whatsapp_number = ${sent.waId},
           delivery_status = case when delivery_status = 'SENDING' then 'SENT' else delivery_status end
     where id = ${id} and delivery_status is not null`.execute(db)
}

/** QUEUED: the job sends it again. FAILED: staff may write by hand. */
export async function saveUnsentMessage(db: Database, id: string, status: 'QUEUED' | 'FAILED'): Promise<void> {
  await sql`/* save unsent message */
    update outreach_messages set delivery_status = ${status} where id = ${id} and delivery_status = 'SENDING'`.execute(
    db,
  )
}

/** What has not left within an hour is for the hands of staff: a process stopped while it sent it, or WhatsApp did not respond. */
export async function failLateMessages(db: Database, now: Date): Promise<void> {
  await sql`/* fail late messages */
    update outreach_messages set delivery_status = 'FAILED'
     where id in (
       select id from outreach_messages
        where delivery_status in ('QUEUED', 'SENDING') and sent_at < ${now}::timestamptz - interval '1 hour'
        order by id for update)`.execute(db)
}
