import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { relaySoon } from '../../lib/worker/relay-events.ts'
import {
  hasDecided,
  isOfUser,
  isVisit,
  nextVisitIsDueSql,
  selectRhythms,
  visitDay,
  visitsOfUsers,
} from '../customers/due/queries.ts'
import { isBlockedIn } from '../customers/queries.ts'
import { type EventRows, eventSteps, toEventParams } from '../notifications/events/queries.ts'
import { isSilentIn } from './consent/queries.ts'
import type { PastVisit, Rhythm } from './rules.ts'

export type LeasedConsent = { id: string; userId: string }

/**
 * Takes the consents whose rhythms have been due for a check the longest. Until the lease ends no other process takes them; after a
 * kill they are taken again.
 */
export async function leaseConsents(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<LeasedConsent[]> {
  const { rows } = await sql<LeasedConsent>`/* lease rhythm consents */
    update rhythm_consents set check_at = ${until}::timestamptz
     where id = any (array(
       select id from rhythm_consents where withdrawn_at is null and check_at <= ${now}::timestamptz
        order by check_at limit ${limit} for update skip locked))
    returning id, user_id as "userId"`.execute(db)
  return rows
}

/** In one statement, locked by id. */
export async function saveChecks(db: Database, checks: readonly { id: string; checkAt: Date }[]): Promise<void> {
  await sql`/* save rhythm checks */
    with checks as materialized (
      select * from json_to_recordset(${JSON.stringify(checks)}::json) as checks(id uuid, "checkAt" timestamptz)),
    locked as materialized (
      select id from rhythm_consents where id in (select id from checks) order by id for update)
    update rhythm_consents consent set check_at = "checkAt" from checks join locked using (id) where consent.id = checks.id`.execute(
    db,
  )
}

const isUnreachable = sql`(
  select count(*) = 3 from notification_preferences
   where user_id = customer_key and topic = 'rhythm' and channel in ('in-app', 'push', 'email') and not is_on)`

/** The rhythms of these users in all barbershops, with what speaks against a nudge. One statement for any number. */
export async function listRhythms(db: Database, userIds: readonly string[], now: Date): Promise<Rhythm[]> {
  const today = sql`(${now}::timestamptz at time zone time_zone)::date`
  const { rows } = await sql<Rhythm>`/* list rhythms */
    select customer_key as "userId", barbershop_id as "barbershopId", time_zone as "timeZone", last_on::text as "lastOn",
           gap_days as "gapDays", ${nextVisitIsDueSql(today)} as "isDue",
           case when ${nextVisitIsDueSql(today)} then (
             not barbershops.is_active or ${hasDecided} or ${isUnreachable}
             or exists (select from account_deletions where user_id = customer_key)
             or exists (select from rhythm_nudges nudge where nudge.user_id = customer_key
                   and nudge.barbershop_id = rhythms.barbershop_id and nudge.last_visit_on = last_on)
             or ${isBlockedIn(sql`barbershops.id`, sql`customer_key`)}
             or ${isSilentIn(sql`customer_key`, sql`barbershops.id`, sql`consent.given_at`, now)}) else false end as "isSuppressed"
      from (${selectRhythms(visitsOfUsers(sql`${[...userIds]}::uuid[]`))}) rhythms
      join barbershops on barbershops.id = barbershop_id
      join rhythm_consents consent on consent.user_id = customer_key and withdrawn_at is null
     order by last_on + gap_days, barbershop_id`.execute(db)
  return rows
}

/** Visits that what is usual is learned from. */
const USUAL_VISITS = 8

export type VisitHistory = { shopName: string; visits: PastVisit[] }

/** The newest visits of the user in the barbershop, newest first. */
export async function getVisitHistory(
  db: Database,
  { userId, barbershopId }: Pick<Rhythm, 'userId' | 'barbershopId'>,
): Promise<VisitHistory> {
  const { rows } = await sql<VisitHistory>`/* get visit history */
    select barbershops.name as "shopName", (
      select coalesce(json_agg(visit order by visit.date desc, visit.minute desc), '[]') from (
        select ${visitDay} as date, extract(epoch from (starts_at at time zone time_zone)::time)::int / 60 as minute, barber_id as "barberId",
               coalesce((select case when bool_and(service_id is not null) then json_agg(service_id order by position) else '[]' end
                           from appointment_services where appointment_id = appointments.id having count(*) > 0),
                        case when service_id is null then '[]' else json_build_array(service_id) end) as "serviceIds"
          from appointments
         where ${isOfUser(sql`${userId}::uuid`)} and barbershop_id = barbershops.id and ${isVisit}
         order by starts_at desc limit ${USUAL_VISITS}) visit) as visits
      from barbershops where id = ${barbershopId}`.execute(db)
  return rows[0] as VisitHistory
}

export type NewNudge = Rhythm & { id: string; startsAt: Date; event: EventRows }

/**
 * The nudge with its notification, in one statement. The consent is locked, so that none leaves after it was withdrawn; the constraint
 * decides that a cycle has one. False if nothing was inserted.
 */
export async function insertNudge(db: Database, nudge: NewNudge, now: Date): Promise<boolean> {
  const { id, userId, barbershopId, lastOn, gapDays, startsAt, event } = nudge
  const { rows } = await sql`/* insert nudge */
    with locked_consent as materialized (
      select user_id from rhythm_consents where user_id = ${userId}::uuid and withdrawn_at is null for share),
    inserted_nudge as (
      insert into rhythm_nudges (id, user_id, barbershop_id, last_visit_on, gap_days, starts_at, nudged_at)
      select ${id}::uuid, user_id, ${barbershopId}::uuid, ${lastOn}::date, ${gapDays}::smallint, ${startsAt}::timestamptz, ${now}::timestamptz
        from locked_consent
       where not exists (select from appointments where ${isOfUser(sql`${userId}::uuid`)} and barbershop_id = ${barbershopId}::uuid
               and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}::timestamptz)
      on conflict on constraint rhythm_nudges_one_per_cycle do nothing returning id),
    ${eventSteps(toEventParams(event), now, sql`exists (select from inserted_nudge)`)}
    select from inserted_nudge`.execute(db)
  relaySoon(db)
  return rows.length === 1
}

export type NudgeRecipient = { userId: string; name: string; email: string }

/** For the e-mail of a nudge. Undefined when the consent or the account has ended since, or there is an appointment now. */
export async function findNudgeRecipient(
  db: Database,
  nudgeId: string,
  now: Date,
): Promise<NudgeRecipient | undefined> {
  const { rows } = await sql<NudgeRecipient>`/* find nudge recipient */
    select users.id as "userId", users.name, users.email
      from rhythm_nudges nudge join users on users.id = nudge.user_id
     where nudge.id = ${nudgeId} and exists (select from rhythm_consents where user_id = users.id and withdrawn_at is null)
       and not exists (select from account_deletions where user_id = users.id)
       and not exists (select from appointments where ${isOfUser(sql`users.id`)} and barbershop_id = nudge.barbershop_id
             and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}::timestamptz)`.execute(db)
  return rows[0]
}
