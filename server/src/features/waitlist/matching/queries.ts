import { MAX_OFFERS_PER_DAY } from '@na-regua/contract/waitlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { Interval } from '../../../lib/intervals.ts'
import { fromEpochMinute } from '../../../lib/local-time.ts'
import { isNoShowIn } from '../../appointments/confirmation/queries.ts'
import type { OfferHold } from '../../booking/offers/queries.ts'
import { isBlockedIn } from '../../customers/queries.ts'
import type { FreedTime, WaitlistCandidate } from '../rules.ts'
import type { BarberSpan } from './rules.ts'

/** Customers wait for times of the barbershop, which offers them. */
const isWanted = (barbershopId: RawBuilder<unknown>) => sql`(
  not exists (select from waitlist_settings where waitlist_settings.barbershop_id = ${barbershopId} and not is_on)
  and (exists (select from waitlist_targets targets where targets.barbershop_id = ${barbershopId} and is_active)
       or exists (select from barbershops shop join waitlist_area_spans on area @> position where shop.id = ${barbershopId})))`

type NewFreedTimes = {
  cause: string
  freed: readonly BarberSpan[]
  /** Without those for which no customer waits. */
  onlyWanted?: boolean
}

/** Returns the ids of those for which customers wait. */
export async function insertFreedTimes(
  tx: Database,
  { cause, freed, onlyWanted = false }: NewFreedTimes,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`/* insert freed times */
    insert into freed_times (barbershop_id, barber_id, during, cause, status, freed_at)
    select barbershop_id, barber_id, during, ${cause}, case when is_wanted then 'OPEN' else 'DONE' end, ${now}
      from (select barbershop_id, barbers.id as barber_id, tstzrange("from", "until") as during,
                   ${isWanted(sql`barbers.barbershop_id`)} as is_wanted
              from json_to_recordset(${JSON.stringify(freed)}::json) as span("barberId" uuid, "from" timestamptz, "until" timestamptz)
              join barbers on barbers.id = "barberId") as freed
     where is_wanted or not ${onlyWanted}::boolean
    returning id, status`.execute(tx)
  return rows.filter(({ status }) => status === 'OPEN').map(({ id }) => id)
}

/**
 * All time of the barbers from now on, if customers wait for it: one row each until it is matched. Returns also the ids of rows that were
 * there: their matching may have read the hours of before.
 */
export async function insertFreedTimesOfHours(
  tx: Database,
  change: ({ barbershopId: string } | { barberId: string }) & { at: Date },
): Promise<string[]> {
  const isOfChange =
    'barberId' in change ? sql`barbers.id = ${change.barberId}` : sql`barbers.barbershop_id = ${change.barbershopId}`
  await sql`/* insert freed times of hours */
    insert into freed_times (barbershop_id, barber_id, during, cause, status, freed_at)
    select barbershop_id, id, '(,)', 'hours', 'OPEN', ${change.at}
      from barbers where ${isOfChange} and removed_at is null and ${isWanted(sql`barbers.barbershop_id`)}
     order by id
    on conflict (barber_id) where cause = 'hours' and status <> 'DONE' do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`/* list freed times of hours */
    select freed_times.id from freed_times join barbers on barbers.id = barber_id
     where ${isOfChange} and cause = 'hours' and status <> 'DONE'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Undefined when it is gone, the barber or the barbershop takes no bookings, or its owner offers nothing. */
export async function findFreedTime(db: Database, id: string): Promise<FreedTime | undefined> {
  const { rows } = await sql<FreedTime>`/* find freed time */
    select freed_times.id, barber_id as "barberId", barbers.user_id as "barberUserId", barbershops.id as "barbershopId",
           barbershops.name as "shopName", owner_id as "ownerId", time_zone as "timeZone", booking_window_days as "bookingWindowDays",
           lower(during) as "from", upper(during) as "until"
      from freed_times join barbers on barbers.id = barber_id join barbershops on barbershops.id = barbers.barbershop_id
     where freed_times.id = ${id} and removed_at is null and is_active
       and not exists (select from waitlist_settings where waitlist_settings.barbershop_id = barbershops.id and not is_on)`.execute(
    db,
  )
  return rows[0]
}

/** After an offer the customer is left in peace for so long. */
export const PAUSE_MIN = 30

/** May the customer of `ordered` have an offer of this time now? Decided again, under the customer's lock, before it is made. */
const mayBeOffered = (now: Date, timeZone: string) => sql`
  not exists (select from waitlist_offers open_offer where open_offer.user_id = ordered.user_id and open_offer.status = 'OPEN')
  and not exists (select from waitlist_offers recent where recent.user_id = ordered.user_id
                     and recent.offered_at > ${now}::timestamptz - make_interval(mins => ${sql.lit(PAUSE_MIN)}))
  and (select count(*) from waitlist_offers today where today.user_id = ordered.user_id
          and today.offered_at >= date_trunc('day', ${now}::timestamptz, ${timeZone})) < ${sql.lit(MAX_OFFERS_PER_DAY)}`

type MatchSpan = { during: Interval; limit: number; skip: number }

type MatchInput = { freed: FreedTime; span: RawBuilder<unknown>; now: Date }

/**
 * The requests that want the time, best first: requests for this barber, for this barbershop, for the area; then who has the barbershop
 * as a favorite, then who has waited longest. Without those who may not have an offer now: one open offer, three a day and one in half
 * an hour per person, each time once, one a day of a barbershop that they did not name, none from one that blocked them or where they
 * did not appear twice.
 */
export async function matchWaitlist(
  db: Database,
  freed: FreedTime,
  { during, limit, skip }: MatchSpan,
  now: Date,
): Promise<WaitlistCandidate[]> {
  const { barberUserId, barbershopId } = freed
  const [from, until] = during.map(fromEpochMinute) as [Date, Date]
  const span = sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`
  const input = { freed, span, now }
  const { rows } = await sql<WaitlistCandidate>`/* match waitlist */
    with matched as (${requestsOfBarbershop(input)} union all ${requestsOfAreas(input)}),
    ordered as (
      select matched.*, exists (select from favorites where favorites.barbershop_id = ${barbershopId}::uuid
               and favorites.user_id = matched.user_id) as is_favorite
        from matched where matched.user_id <> ${barberUserId}::uuid
       order by rank, is_favorite desc, created_at, id offset 0)
    select ordered.id as "requestId", user_id as "userId", (array['barber', 'barbershop', 'area'])[rank + 1] as fit,
           is_favorite as "isFavorite", created_at as "waitingSince", chosen.ids as "serviceIds", max_price_cents as "maxPriceCents",
           ${intervalsOf(sql`select unnest(wanted * tstzmultirange(${span}))`)} as wanted,
           ${intervalsOf(sql`select tstzrange(starts_at, ends_at) from appointments where customer_id = ordered.user_id
              and guest_name is null and status in ('HELD', 'SCHEDULED', 'CONFIRMED') and tstzrange(starts_at, ends_at) && ${span}
              union all select tstzrange(starts_at, ends_at) from ${offersBefore(freed, now)}`)} as busy
      from ordered
     cross join lateral (select wanted, max_price_cents, service_patterns as patterns from waitlist_requests requests
       where requests.id = ordered.id offset 0) as request
     cross join lateral (select coalesce(ordered.service_ids, ${serviceLike(freed)}) as ids offset 0) as chosen
     where ${isFree(input)} and ${isAffordable(freed)}
     order by rank, is_favorite desc, created_at, ordered.id limit ${limit} offset ${skip}`.execute(db)
  return rows
}

const requestsOfBarbershop = ({ freed: { barbershopId, barberId }, span }: MatchInput) => sql`
  select requests.id, requests.user_id, case when targets.barber_id is null then 1 else 0 end as rank, targets.service_ids, created_at
    from waitlist_targets targets join waitlist_requests requests on requests.id = request_id
   where targets.is_active and targets.barbershop_id = ${barbershopId}::uuid and targets.wanted && ${span}
     and (targets.barber_id is null or targets.barber_id = ${barberId}::uuid)`

function requestsOfAreas({ freed: { barbershopId }, span }: MatchInput) {
  const position = sql`(select position from barbershops where id = ${barbershopId}::uuid)`
  return sql`
    select request_id, user_id, 2, null, created_at from waitlist_area_spans
     where during && ${span} and area @> ${position} and cube_distance(center, ${position}) <= radius_km
     group by request_id, user_id, created_at`
}

/** True when a row of `ordered` is free at that time. PostgreSQL must evaluate it row by row in the order of the candidates: as joins it would be evaluated for all of them. */
const isFree = ({ freed: { id, barbershopId, timeZone }, now }: MatchInput) => sql`
  case when ${mayBeOffered(now, timeZone)}
    and not exists (select from waitlist_offers earlier where earlier.freed_time_id = ${id}::uuid and earlier.user_id = ordered.user_id)
    and not exists (select from account_deletions where account_deletions.user_id = ordered.user_id)
    and not exists (select from notification_preferences muted where muted.user_id = ordered.user_id and topic = 'waitlist' and not is_on
                       and channel in ('in-app', 'push', 'email') having count(*) = 3)
    and not (rank = 2 and exists (
      select from waitlist_offers today join barbers on barbers.id = today.barber_id where today.user_id = ordered.user_id
         and barbers.barbershop_id = ${barbershopId}::uuid and today.offered_at >= date_trunc('day', ${now}::timestamptz, ${timeZone})))
    and not ${isNoShowIn(sql`${barbershopId}::uuid`, sql`ordered.user_id`)}
    and not ${isBlockedIn(sql`${barbershopId}::uuid`, sql`ordered.user_id`)} then true else false end`

/** What the barber offered the customer of `ordered` in the last day: a time that opens again is the same time. */
const offersBefore = ({ barberId }: FreedTime, now: Date) => sql`
  waitlist_offers before where before.user_id = ordered.user_id and before.barber_id = ${barberId}::uuid
     and before.offered_at > ${now}::timestamptz - interval '1 day'`

/** The barber offers all of `chosen`, a single service for what the customer pays. Several may be cheaper together. */
const isAffordable = ({ barberId }: FreedTime) => sql`
  (select count(*) = cardinality(chosen.ids)
          and (count(*) > 1 or max_price_cents is null or min(coalesce(own.price_cents, services.price_cents)) <= max_price_cents)
     from services left join barber_services own on own.service_id = services.id and own.barber_id = ${barberId}::uuid
    where services.id = any (chosen.ids) and services.is_active and own.is_provided is not false)`

/** Ranges as JSON in epoch minutes, in their order. */
const intervalsOf = (ranges: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(json_build_array(ceil(extract(epoch from lower(span)) / 60), floor(extract(epoch from upper(span)) / 60))
            order by span), '[]') from (${ranges}) as spans(span))`

/** The first service of the barber with the words of a request for an area. */
const serviceLike = ({ barbershopId, barberId }: FreedTime) => sql`
  (select array[services.id] from services where services.barbershop_id = ${barbershopId}::uuid and is_active
      and not exists (select from barber_services own where own.barber_id = ${barberId}::uuid and own.service_id = services.id and not is_provided)
      and search_form(services.name) like all (request.patterns) order by position, name, id limit 1)`

/** Whether the customer may still have an offer of the time. The caller has locked the customer's bookings. */
export async function isStillFree(
  tx: Database,
  {
    userId,
    requestId,
    freed,
    hold,
  }: { userId: string; requestId: string; freed: FreedTime; hold: Pick<OfferHold, 'start' | 'selected'> },
  now: Date,
): Promise<boolean> {
  const end = new Date(hold.start.getTime() + hold.selected.durationMin * 60_000)
  const { rows } = await sql`/* is customer still without offer */
    select 1 from waitlist_requests ordered
     where id = ${requestId} and user_id = ${userId} and status = 'ACTIVE' and ${mayBeOffered(now, freed.timeZone)}
       and not exists (select from waitlist_offers earlier where earlier.freed_time_id = ${freed.id} and earlier.user_id = ${userId})
       and not exists (select from ${offersBefore(freed, now)} and tstzrange(starts_at, ends_at) && tstzrange(${hold.start}, ${end}))
       for no key update`.execute(tx)
  return rows.length === 1
}

/**
 * What no customer is left for is free for all, DONE; with an open offer it is OFFERING. `restFrom`: the rest is matched
 * then, or now if more is left than one run offers.
 */
export async function settleFreedTime(db: Database, id: string, restFrom: Date | undefined): Promise<void> {
  await sql`/* settle freed time */
    update freed_times set offered_from = ${restFrom ?? null}::timestamptz, status = case
             when ${restFrom ?? null}::timestamptz is not null and not ${isGrownAgain} then 'OPEN'
             when exists (select from waitlist_offers where freed_time_id = ${id} and status = 'OPEN') then 'OFFERING' else 'DONE' end
     where id = ${id}`.execute(db)
}

/** The hours grew again since: the newer row of the barber is matched. */
const isGrownAgain = sql`(cause = 'hours' and exists (select from freed_times newer where newer.barber_id = freed_times.barber_id
  and newer.cause = 'hours' and newer.status <> 'DONE' and newer.id <> freed_times.id))`

/** Times that wait for their matching, and those whose offers have all ended: the oldest first, of those freed at once the soonest. */
export async function listPendingTimes(db: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list pending freed times */
    select id from freed_times
     where status <> 'DONE' and case status
             when 'OPEN' then offered_from is null or offered_from <= ${now}
             else not exists (select from waitlist_offers where freed_time_id = freed_times.id and waitlist_offers.status = 'OPEN') end
     order by freed_at, lower(during), id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
