import type { deliveryStatuses, OutreachPurpose } from '@na-regua/contract/outreach'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { getReminderSecret } from '../appointments/reminder-reply/queries.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import { getBookingLinkSecret } from '../booking/link/queries.ts'
import { profileName, profilePhone, readsPhone } from '../customers/queries.ts'
import { type LinkSecrets, listBirthdays } from './rules.ts'

export async function getLinkSecrets(db: Database): Promise<LinkSecrets> {
  return { booking: await getBookingLinkSecret(db), reminder: await getReminderSecret(db) }
}

/** Days without a visit. After a year a message brings no customer back. */
const ABSENT_DAYS = sql.lit(45)
const GONE_DAYS = sql.lit(365)

export type Subject = { barbershopId: string; userId: string; purpose: OutreachPurpose; today: string; now: Date }

/** Never refused messages that are not about appointments, and may book. */
const isWelcome = sql`(
  profile.marketing_refused_at is null and profile.blocked_at is null
  and not exists (select from account_deletions where user_id = profile.user_id)
  and not exists (
    select from rhythm_consents withdrawn where withdrawn.user_id = profile.user_id and withdrawn_at is not null
       and not exists (select from rhythm_consents given where given.user_id = profile.user_id and given.withdrawn_at is null)))`

/** Who comes tomorrow with an agreed time. Who does not see everyone's appointments has their own. */
function selectTomorrow({ barbershopId, userId, today, now }: Subject) {
  return sql`
    select profile.id as profile_id, appointments.id as appointment_id, starts_at as about, starts_at as position
      from appointments join barbershops on barbershops.id = barbershop_id
      join customer_profiles profile on profile.barbershop_id = barbershops.id
       and (profile.id = appointments.profile_id or profile.user_id = appointments.customer_id)
     where appointments.barbershop_id = ${barbershopId}::uuid and appointments.status = 'CONFIRMED'
       and starts_at > ${now}::timestamptz and (starts_at at time zone time_zone)::date = ${today}::date + 1
       and (barber_user_id = ${userId}::uuid or ${isPermittedSql('agenda', userId)})`
}

function selectBirthdays({ barbershopId, today }: Subject) {
  const days = listBirthdays(today)
  return sql`
    select profile.id as profile_id, null::uuid as appointment_id, date::timestamp at time zone 'UTC' as about,
           date::timestamp at time zone 'UTC' as position
      from unnest(${days.map(({ birthday }) => birthday)}::text[], ${days.map(({ date }) => date)}::date[]) as days (birthday, date)
      join customer_profiles profile using (birthday)
     where profile.barbershop_id = ${barbershopId}::uuid and ${isWelcome}`
}

/** The last visit is long ago, and none is to come. In one pass over the appointments of the barbershop, the latest visit first. */
function selectAbsent({ barbershopId, now }: Subject) {
  const counted = sql`appointments.barbershop_id = ${barbershopId}::uuid and appointments.status in ('SCHEDULED', 'CONFIRMED', 'COMPLETED')`
  const lastVisit = sql`max(starts_at) filter (where status = 'COMPLETED')`
  return sql`
    select profile_id, null::uuid as appointment_id, about, now() - (about - timestamptz 'epoch') as position from (
      select profile_id, ${lastVisit} as about from (
        select profile_id, starts_at, status from appointments where ${counted} and profile_id is not null
        union all
        select profile.id, starts_at, status from appointments
          join customer_profiles profile on profile.barbershop_id = ${barbershopId}::uuid and profile.user_id = customer_id
         where ${counted} and profile_id is distinct from profile.id) visits
       group by profile_id
      having ${lastVisit} <= ${now}::timestamptz - make_interval(days => ${ABSENT_DAYS})
         and ${lastVisit} > ${now}::timestamptz - make_interval(days => ${GONE_DAYS})
         and not bool_or(status <> 'COMPLETED' and starts_at > ${now}::timestamptz)) lapsed
      join customer_profiles profile on profile.id = profile_id
     where ${isWelcome}`
}

export const subjects: Record<OutreachPurpose, (subject: Subject) => RawBuilder<unknown>> = {
  tomorrow: selectTomorrow,
  birthday: selectBirthdays,
  absent: selectAbsent,
}

export type DeliveryStatus = (typeof deliveryStatuses)[number]

export type OutreachRecord = {
  profileId: string
  version: number
  name: string
  phone: string | null
  isPhoneHidden: boolean
  about: string
  appointment: {
    id: string
    version: number
    /** With an account; null for a customer who was booked by phone. */
    customerId: string | null
    startsAt: string
    barberName: string
    guestName: string | null
    isPresenceConfirmed: boolean
  } | null
  sent: { at: string; by: string | null; delivery: DeliveryStatus | null } | null
}

const sentOf = sql`(
  select json_build_object('at', sent_at, 'by', senders.name, 'delivery', delivery_status)
    from outreach_messages message left join users senders on senders.id = sent_by
   where message.profile_id = found.profile_id and message.purpose = found.purpose and message.about = found.about
     and message.appointment_id is not distinct from found.appointment_id)`

/** One page and the total. */
export async function listOutreach(
  db: Database,
  subject: Subject,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: OutreachRecord[] }> {
  const { userId, purpose } = subject
  const phone = sql`case when ${readsPhone(userId)} then ${profilePhone} end`
  const { rows } = await sql<{ total: number; rows: OutreachRecord[] }>`${sql.raw(`/* list outreach ${purpose} */`)}
    with found as materialized (select *, ${purpose}::text as purpose from (${subjects[purpose](subject)}) subjects),
    page as (select * from found order by position, profile_id, appointment_id limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, (
      select coalesce(json_agg(listed order by position, "profileId"), '[]') from (
        select position, profile.id as "profileId", profile.version, ${profileName} as name, ${phone} as phone,
               ${profilePhone} is not null and not ${readsPhone(userId)} as "isPhoneHidden", found.about,
               case when booked.id is not null then json_build_object('id', booked.id, 'version', booked.version,
                 'customerId', booked.customer_id, 'startsAt', booked.starts_at,
                 'barberName', barber_users.name, 'guestName', booked.guest_name,
                 'isPresenceConfirmed', booked.presence_confirmed_at is not null) end as appointment,
               ${sentOf} as sent
          from page found join customer_profiles profile on profile.id = found.profile_id
          left join users on users.id = profile.user_id
          left join appointments booked on booked.id = found.appointment_id
          left join users barber_users on barber_users.id = booked.barber_user_id) listed) as rows`.execute(db)
  return rows[0] as { total: number; rows: OutreachRecord[] }
}

type Mark = Subject & { profileId: string; appointmentId: string | undefined; isSent: boolean }

/**
 * Notes that a customer of the list was written to, or that it was a mistake. Who noted it first stays, and a message that left by itself
 * is no mistake; what was not delivered is in the hands of staff. Undefined for a customer who is not in the list, or not any more.
 */
export async function markOutreach(db: Database, mark: Mark): Promise<{ sent: OutreachRecord['sent'] } | undefined> {
  const { userId, purpose, profileId, appointmentId = null, isSent, now } = mark
  const chosen = sql`
    select *, ${purpose}::text as purpose from (${subjects[purpose](mark)}) subjects
     where profile_id = ${profileId}::uuid and appointment_id is not distinct from ${appointmentId}::uuid`
  if (isSent)
    await sql`/* insert outreach message */
      insert into outreach_messages (profile_id, purpose, appointment_id, about, sent_by, sent_at)
      select profile_id, purpose, appointment_id, about, ${userId}::uuid, ${now}::timestamptz from (${chosen}) chosen
      on conflict on constraint outreach_messages_once do update
         set sent_by = excluded.sent_by, sent_at = excluded.sent_at, delivery_status = null
       where outreach_messages.delivery_status = 'FAILED'`.execute(db)
  else
    await sql`/* delete outreach message */
      delete from outreach_messages message using (${chosen}) chosen
       where message.delivery_status is null and message.profile_id = chosen.profile_id and message.purpose = chosen.purpose
         and message.about = chosen.about and message.appointment_id is not distinct from chosen.appointment_id`.execute(
      db,
    )
  const { rows } = await sql<{ sent: OutreachRecord['sent'] }>`/* get outreach message */
    select ${sentOf} as sent from (${chosen}) found`.execute(db)
  return rows[0]
}

export type OutreachShop = {
  id: string
  name: string
  timeZone: string
  text: string | null
  canEditText: boolean
  hour: number | null
}

/** The barbershop of staff, with its own text; undefined for everyone else. */
export async function findOutreachShop(
  db: Database,
  { barbershopId, userId, purpose }: Pick<Subject, 'barbershopId' | 'userId' | 'purpose'>,
): Promise<OutreachShop | undefined> {
  const { rows } = await sql<OutreachShop>`/* find outreach barbershop */
    select id, name, time_zone as "timeZone", ${isPermittedSql('settings', userId)} as "canEditText",
           (select hour from outreach_automations where barbershop_id = barbershops.id and purpose = ${purpose}) as hour,
           (select text from outreach_texts where barbershop_id = barbershops.id and purpose = ${purpose}) as text
      from barbershops where id = ${barbershopId} and ${isPermittedSql('customers', userId)}`.execute(db)
  return rows[0]
}

type TextChange = { barbershopId: string; userId: string; purpose: OutreachPurpose; text: string | null }

/** Null returns to the text that every barbershop has. False if the user may not. */
export async function saveOutreachText(db: Database, { barbershopId, userId, purpose, text }: TextChange) {
  const { rows } = await sql`/* save outreach text */
    with permitted as materialized (
      select id from barbershops where id = ${barbershopId}::uuid and ${isPermittedSql('settings', userId)}),
    removed as (
      delete from outreach_texts using permitted
       where barbershop_id = permitted.id and purpose = ${purpose} and ${text}::text is null),
    saved as (
      insert into outreach_texts (barbershop_id, purpose, text)
      select id, ${purpose}, ${text} from permitted where ${text}::text is not null
      on conflict on constraint outreach_texts_key do update set text = excluded.text)
    select from permitted`.execute(db)
  return rows.length === 1
}

type AutomationChange = { barbershopId: string; userId: string; purpose: OutreachPurpose; hour: number | null }

/** Null: the messages do not leave by themselves. False if the user may not. */
export async function saveAutomation(db: Database, { barbershopId, userId, purpose, hour }: AutomationChange) {
  const { rows } = await sql`/* save outreach automation */
    with permitted as materialized (
      select id from barbershops where id = ${barbershopId}::uuid and ${isPermittedSql('settings', userId)}),
    removed as (
      delete from outreach_automations using permitted
       where barbershop_id = permitted.id and purpose = ${purpose} and ${hour}::int is null),
    saved as (
      insert into outreach_automations (barbershop_id, purpose, hour)
      select id, ${purpose}, ${hour}::int from permitted where ${hour}::int is not null
      on conflict on constraint outreach_automations_key do update set hour = excluded.hour)
    select from permitted`.execute(db)
  return rows.length === 1
}
