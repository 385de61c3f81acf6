import { type RawBuilder, sql } from 'kysely'

/** So many gaps make a rhythm, and the newest so many count. */
const LEAST_GAPS = sql.lit(3)
const MOST_GAPS = sql.lit(11)
/** Days. Who comes more often needs no nudge; who comes less often has no rhythm. */
const SHORTEST_GAP = sql.lit(7)
const LONGEST_GAP = sql.lit(180)
/** After so many times the usual gap without a visit it is no rhythm any more. */
const LAPSED_AFTER_GAPS = sql.lit(3)

/** True when one of `appointments` is a visit of the customer; `visitDay` is its local day. What was booked for a guest is none. */
export const isVisit = sql`(appointments.status = 'COMPLETED' and appointments.guest_name is null)`
export const visitDay = sql`(appointments.starts_at at time zone barbershops.time_zone)::date`

/**
 * The rhythm of each customer in each barbershop: the median of the days between visits, where there are at least three such gaps.
 * `visits` is a query with `customer_key`, `barbershop_id` and the local `day`; several on one day count once.
 */
export function selectRhythms(visits: RawBuilder<unknown>) {
  return sql`
    select customer_key, barbershop_id, max(day) as last_on, round(percentile_cont(0.5) within group (order by gap))::int as gap_days
      from (
        select customer_key, barbershop_id, day, day - lag(day) over visits as gap,
               row_number() over (partition by customer_key, barbershop_id order by day desc) as place
          from (select distinct customer_key, barbershop_id, day from (${visits}) visited) days
        window visits as (partition by customer_key, barbershop_id order by day)) gaps
     where place <= ${MOST_GAPS}
     group by customer_key, barbershop_id
    having count(gap) >= ${LEAST_GAPS}
       and percentile_cont(0.5) within group (order by gap) between ${SHORTEST_GAP} and ${LONGEST_GAP}`
}

/** True when the next visit of a row of `selectRhythms` is due on a local day, and the customer has not stayed away for so long that none is. */
export function nextVisitIsDueSql(today: RawBuilder<unknown>) {
  return sql`(last_on + gap_days <= ${today} and last_on + gap_days * ${LAPSED_AFTER_GAPS} >= ${today})`
}

/** The visits of the customers of one barbershop by profile, with an account or booked by phone. */
export function visitsOfBarbershop(barbershopId: string) {
  return sql`
    select profile_id as customer_key, barbershop_id, ${visitDay} as day
      from appointments join barbershops on barbershops.id = barbershop_id
     where barbershop_id = ${barbershopId}::uuid and profile_id is not null and ${isVisit}
    union all
    select profile.id, appointments.barbershop_id, ${visitDay}
      from appointments join barbershops on barbershops.id = barbershop_id
      join customer_profiles profile on profile.barbershop_id = ${barbershopId}::uuid and profile.user_id = customer_id
     where appointments.barbershop_id = ${barbershopId}::uuid and ${isVisit}`
}

/** The same of one customer. Needs `profile` in the FROM clause. */
export const visitsOfProfile = sql`
  select profile.id as customer_key, barbershop_id, ${visitDay} as day
    from appointments join barbershops on barbershops.id = barbershop_id
   where barbershop_id = profile.barbershop_id and (profile_id = profile.id or customer_id = profile.user_id) and ${isVisit}`

/** The visits of these users, an array of ids, in one barbershop or all; booked by themselves or by phone for them. */
export function visitsOfUsers(userIds: RawBuilder<unknown>, barbershopId?: string) {
  const isThere = barbershopId ? sql`appointments.barbershop_id = ${barbershopId}::uuid` : sql`true`
  return sql`
    select customer_id as customer_key, barbershop_id, ${visitDay} as day
      from appointments join barbershops on barbershops.id = barbershop_id
     where customer_id = any (${userIds}) and ${isThere} and ${isVisit}
    union all
    select profile.user_id, appointments.barbershop_id, ${visitDay}
      from customer_profiles profile join appointments on profile_id = profile.id and customer_id is null
      join barbershops on barbershops.id = appointments.barbershop_id
     where profile.user_id = any (${userIds}) and ${isThere} and ${isVisit}`
}

/** Needs `appointments`: those of the account, and those that barbershops booked by phone for it. */
export function isOfUser(userId: RawBuilder<unknown>) {
  return sql`(appointments.customer_id = ${userId} or appointments.customer_id is null and appointments.profile_id = any (array(
    select profile.id from customer_profiles profile where profile.user_id = ${userId})))`
}

/** An open appointment since the last visit: to come, or one that the barbershop has not marked. */
const hasOpenAppointment = sql`exists (
  select from appointments where ${isOfUser(sql`customer_key`)} and appointments.barbershop_id = barbershops.id
     and appointments.status in ('SCHEDULED', 'CONFIRMED') and ${visitDay} >= last_on)`

/** A standing appointment there, also a paused one. */
const hasSeries = sql`exists (
  select from appointment_series series
   where series.barbershop_id = barbershops.id and series.status <> 'ENDED' and series.guest_name is null
     and (series.customer_id = customer_key
          or series.profile_id = any (array(select id from customer_profiles where user_id = customer_key))))`

/** True when the customer of a row of `selectRhythms`, joined with `barbershops`, has decided when to come. */
export const hasDecided = sql`(${hasOpenAppointment} or ${hasSeries})`
