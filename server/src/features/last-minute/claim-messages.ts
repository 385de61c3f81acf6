import { lastMinuteCaps } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { hasDecided, isOfUser, nextVisitIsDueSql, selectRhythms, visitsOfUsers } from '../customers/due/queries.ts'
import { isBlockedIn } from '../customers/queries.ts'
import type { DiscountedStart } from './list-starts.ts'
import { isCurrentConsent } from './own-queries.ts'
import type { MessageReason } from './rules.ts'

/** Without an appointment there for so many days. */
const FREE_DAYS = sql.lit(7)

/** True when the circle of `waitlist_requests`, or of their spans, contains the position of `barbershops`. */
const containsBarbershop = sql`(area @> position and cube_distance(center, position) <= radius_km)`

/**
 * Who might be notified, read once: consenting customers with the barbershop as a favorite; and those with the present text who know
 * the barbershop, or have a request of the waitlist around it. What is true of each is decided by `claimMessages`.
 */
export async function listConsenting(
  db: Database,
  { barbershopId, starts }: { barbershopId: string; starts: readonly DiscountedStart[] },
): Promise<string[]> {
  const first = starts.at(0)?.startsAt
  const last = starts.at(-1)?.startsAt
  const { rows } = await sql<{ userId: string }>`/* list consenting customers */
    select favorites.user_id as "userId" from favorites join last_minute_consents consent
        on consent.user_id = favorites.user_id and withdrawn_at is null
     where barbershop_id = ${barbershopId}
    union
    select profile.user_id from customer_profiles profile join last_minute_consents consent
        on consent.user_id = profile.user_id and withdrawn_at is null and ${isCurrentConsent}
     where barbershop_id = ${barbershopId}
    union
    select spans.user_id from barbershops
      join waitlist_area_spans spans on during && tstzrange(${first}::timestamptz, ${last}::timestamptz, '[]') and ${containsBarbershop}
      join last_minute_consents consent on consent.user_id = spans.user_id and withdrawn_at is null and ${isCurrentConsent}
     where barbershops.id = ${barbershopId}
     order by "userId"`.execute(db)
  return rows.map(({ userId }) => userId)
}

export type ClaimedMessage = { userId: string; reason: MessageReason; start: DiscountedStart }

type ClaimParams = {
  barbershopId: string
  /** The local day. */
  today: string
  /** At least one, in the order in which they are proposed. */
  starts: readonly DiscountedStart[]
  userIds: readonly string[]
}

/**
 * Those who are notified now, each with the message that counts against the caps, the first reason and a start that fits: for a request
 * of the waitlist one within its times, of its service and its price. The key of a person and day decides a race; a slot that has ended
 * since is not proposed.
 */
export async function claimMessages(
  tx: Database,
  { barbershopId, today, starts, userIds }: ClaimParams,
  now: Date,
): Promise<ClaimedMessage[]> {
  const prices = starts.map(({ price }) => price)
  const { rows } = await sql<{
    userId: string
    reason: MessageReason
    position: number
  }>`/* claim last-minute messages */
    with reachable as materialized (${selectReachable({ barbershopId, today, userIds }, now)}),
    due as (${selectDue(barbershopId, today)}),
    starts as materialized (
      select search_form(name) as form, price_cents, start.starts_at, position
        from unnest(${starts.map(({ slot }) => slot.id)}::uuid[], ${prices.map(({ name }) => name)}::text[], ${prices.map(({ priceCents }) => priceCents)}::int[],
               ${starts.map(({ startsAt }) => startsAt)}::timestamptz[]) with ordinality as start (slot_id, name, price_cents, starts_at, position)
        join last_minute_slots slots on slots.id = slot_id and status = 'OPEN'),
    requests as materialized (
      select reachable.user_id, wanted, max_price_cents, service_patterns
        from reachable join waitlist_requests open on open.user_id = reachable.user_id and open.status = 'ACTIVE'
        join barbershops on barbershops.id = ${barbershopId} and ${containsBarbershop}
       where is_current and not is_favorite),
    near as (
      select user_id, min(position) as position
        from requests join starts on wanted @> starts_at and price_cents <= coalesce(max_price_cents, price_cents)
         and form like all (service_patterns)
       group by user_id),
    chosen as (
      select reachable.user_id, case when is_favorite then 'favorite' when due.user_id is not null then 'due' else 'near' end as reason,
             case when is_favorite or due.user_id is not null then first.position else near.position end as position
        from (select min(position) as position from starts) first cross join reachable
        left join due on due.user_id = reachable.user_id left join near on near.user_id = reachable.user_id
       where first.position is not null and (is_favorite or due.user_id is not null or near.user_id is not null)),
    inserted as (
      insert into last_minute_messages (user_id, sent_on, barbershop_id, sent_at)
      select user_id, ${today}::date, ${barbershopId}::uuid, ${now}::timestamptz from chosen order by user_id
      on conflict on constraint last_minute_messages_key do nothing returning user_id)
    select user_id as "userId", reason, position::int from inserted join chosen using (user_id)`.execute(tx)
  return rows.map(({ userId, reason, position }) => ({
    userId,
    reason,
    start: starts[position - 1] as DiscountedStart,
  }))
}

/** Selects those of `reachable` whose own visits there say that the next one is due. */
function selectDue(barbershopId: string, today: string) {
  const userIds = sql`array(select user_id from reachable where is_current and not is_favorite)`
  return sql`
    select customer_key as user_id from (${selectRhythms(visitsOfUsers(userIds, barbershopId))}) rhythms
      join barbershops on barbershops.id = rhythms.barbershop_id
     where ${nextVisitIsDueSql(sql`${today}::date`)} and not ${hasDecided}`
}

/** Selects those of these users who have an active consent and may have a message of the barbershop today, whatever the reason. */
function selectReachable({ barbershopId, today, userIds }: Omit<ClaimParams, 'starts'>, now: Date) {
  const user = sql`consent.user_id`
  return sql`
    select ${user}, ${isCurrentConsent} as is_current,
           exists (select from favorites where favorites.user_id = ${user} and favorites.barbershop_id = barbershops.id) as is_favorite
      from last_minute_consents consent join barbershops on barbershops.id = ${barbershopId}
     where ${user} = any (${userIds}::uuid[]) and withdrawn_at is null
       and not exists (select from last_minute_messages sent where sent.user_id = ${user} and sent_on = ${today}::date)
       and (select count(*) from last_minute_messages sent where sent.user_id = ${user}
              and sent_on > ${today}::date - 7) < ${lastMinuteCaps.perWeek}
       and not exists (select from account_deletions where account_deletions.user_id = ${user})
       and exists (select from (values ('in-app'), ('push')) as wanted (channel)
             where not exists (select from notification_preferences preference where preference.user_id = ${user}
               and topic = 'last-minute' and preference.channel = wanted.channel and not is_on))
       and not exists (select from appointments where ${isOfUser(user)} and appointments.barbershop_id = barbershops.id
             and appointments.status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}::timestamptz
             and starts_at > ${now}::timestamptz - interval '1 day' and starts_at < ${now}::timestamptz + make_interval(days => ${FREE_DAYS}))
       and not ${isBlockedIn(sql`barbershops.id`, user)}`
}
