import type { OutreachPurpose } from '@na-regua/contract/outreach'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { URGENT_PRIORITY } from '../../../lib/jobs.ts'
import type { ReceivedReply, ReceivedStatus } from './rules.ts'

/** A later status replaces an earlier one: they arrive in any order. */
const rankOf = (status: string) =>
  sql`array_position(array['QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'READ'], ${sql.ref(status)})`

/** Of messages that left by themselves and that staff have not sent by hand since. */
export async function saveDeliveryStatuses(db: Database, statuses: readonly ReceivedStatus[]): Promise<void> {
  if (statuses.length === 0) return
  await sql`/* save delivery statuses */
    with input as (
      select * from json_to_recordset(${JSON.stringify(statuses)}::json)
        as input(id text, reference uuid, status text, "waId" text)),
    matched as (
      select message.id, input.id as whatsapp_message_id, input."waId" as whatsapp_number, input.status, delivery_status
        from input join outreach_messages message on message.id = reference or message.whatsapp_message_id = input.id
       where delivery_status is not null order by message.id for update of message),
    latest as (
      select distinct on (id) * from matched where ${rankOf('status')} > ${rankOf('delivery_status')}
       order by id, ${rankOf('status')} desc)
    update outreach_messages message
       set delivery_status = latest.status, whatsapp_message_id = latest.whatsapp_message_id, whatsapp_number = coalesce(message.whatsapp_number, latest.whatsapp_number)
      from latest where message.id = latest.id`.execute(db)
}

/** How long after a message a text without a quotation replies to it. */
const CONVERSATION = sql.lit('7 days')

/**
 * Stores each reply once, with its job: to the message that it quotes, else to the latest one that its sender has. Replies of unknown
 * numbers are not stored. `isOther`: it quotes something else.
 */
export async function insertReplies(db: Database, replies: readonly ReceivedReply[], now: Date): Promise<void> {
  if (replies.length === 0) return
  await sql`/* insert outreach replies */
    with input as (
      select * from json_to_recordset(${JSON.stringify(replies)}::json)
        as input(id text, "waId" text, "contextId" text, text text)),
    matched as (
      select input.*, quoted.id as quoted_id, coalesce(quoted.id, (
          select message.id from outreach_messages message
           where message.whatsapp_number = input."waId" and sent_at > ${now}::timestamptz - ${CONVERSATION}::interval
           order by sent_at desc, message.id limit 1)) as message_id
        from input left join outreach_messages quoted on quoted.whatsapp_message_id = input."contextId" and quoted.whatsapp_number = input."waId"),
    inserted as (
      insert into outreach_replies (id, message_id, received_at)
      select id, message_id, ${now}::timestamptz from matched where message_id is not null
      on conflict on constraint outreach_replies_key do nothing returning id)
    select graphile_worker.add_job('respond-to-reply', job_key => 'outreach-reply:' || matched.id,
        priority => ${sql.lit(URGENT_PRIORITY)}, payload => json_build_object(
        'messageId', message_id, 'waId', "waId", 'text', text, 'isOther', "contextId" is not null and quoted_id is null))
      from inserted join matched on matched.id = inserted.id`.execute(db)
}

/** The message that a customer replies to, with its appointment as it is. */
export type RepliedMessage = {
  purpose: OutreachPurpose
  about: Date
  barbershopId: string
  shopName: string
  timeZone: string
  appointment: {
    id: string
    version: number
    customerId: string | null
    startsAt: Date
    serviceName: string
    barberName: string
  } | null
}

type RepliedRow = Omit<RepliedMessage, 'appointment'> & {
  id: string | null
  version: number
  customerId: string | null
  startsAt: Date
  serviceName: string
  barberName: string
}

/** Undefined when the customer was erased. */
export async function findRepliedMessage(db: Database, messageId: string): Promise<RepliedMessage | undefined> {
  const { rows } = await sql<RepliedRow>`/* find replied message */
    select purpose, about, barbershops.id as "barbershopId", barbershops.name as "shopName", time_zone as "timeZone", booked.id,
           booked.version, booked.customer_id as "customerId", booked.starts_at as "startsAt", booked.service_name as "serviceName",
           barber_users.name as "barberName"
      from outreach_messages message join customer_profiles profile on profile.id = message.profile_id
      join barbershops on barbershops.id = profile.barbershop_id
      left join appointments booked on booked.id = message.appointment_id
      left join users barber_users on barber_users.id = booked.barber_user_id
     where message.id = ${messageId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { purpose, about, barbershopId, shopName, timeZone, id, ...booked } = row
  return { purpose, about, barbershopId, shopName, timeZone, appointment: id === null ? null : { id, ...booked } }
}

/** True for the first reply to the message that has no known meaning. */
export async function claimResponse(db: Database, messageId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* claim response */
    update outreach_messages set responded_at = ${now}::timestamptz where id = ${messageId} and responded_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** In every barbershop that knows the customer of the message by this phone or account: all of them write from one number. */
export async function refuseMessages(db: Database, messageId: string, now: Date): Promise<void> {
  await sql`/* refuse messages */
    with refusing as (
      select profile.id, profile.phone, profile.user_id from outreach_messages message
        join customer_profiles profile on profile.id = message.profile_id where message.id = ${messageId}),
    locked as (
      select profile.id from customer_profiles profile
       where marketing_refused_at is null and (profile.id in (select id from refusing)
          or profile.phone in (select phone from refusing) or profile.user_id in (select user_id from refusing))
       order by profile.id for no key update)
    update customer_profiles set marketing_refused_at = ${now}::timestamptz, version = version + 1
     where id in (select id from locked)`.execute(db)
}
