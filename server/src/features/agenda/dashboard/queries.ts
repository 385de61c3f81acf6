import type { AppointmentSource } from '@na-regua/contract/appointments'
import type { Dashboard, Figures, RevenueLine } from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { fromEpochMinute } from '../../../lib/local-time.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { isSpent, revenueRows } from '../../customers/revenue/queries.ts'
import { scheduleColumns, toWorkingHours, type WithScheduleRows } from '../../staff/schedule/queries.ts'
import { customerKey, isOfKnownCustomer, selectFirstVisits } from '../lists/queries.ts'
import { percentChange } from '../lists/rules.ts'
import {
  DASHBOARD_DAYS,
  fillDays,
  type PanelBarber,
  type PanelBarbershop,
  type Period,
  type TodayEntry,
} from './rules.ts'

/** The barbershops whose figures the user may see, or one of them. */
export type Scope = { userId: string; barbershopId: string | undefined }

export const inScope = ({ userId, barbershopId }: Scope, action: 'money' | 'export' = 'money') =>
  sql`${isPermittedSql(action, userId)} and (${barbershopId ?? null}::uuid is null or barbershops.id = ${barbershopId ?? null})`

/** Those from which the user may not export do not exist for the caller. */
export async function requireExport(db: Database, scope: Scope): Promise<void> {
  if (!scope.barbershopId) return
  const { rows } = await sql`/* require export */ select 1 from barbershops where ${inScope(scope, 'export')}`.execute(
    db,
  )
  if (rows.length === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
}

type BarberRow = WithScheduleRows<PanelBarber> & { barbershop: PanelBarbershop['barbershop']; hasBarber: boolean }

/**
 * Every barbershop with its barbers, also those who have left, their working hours, and the time off from one day before until one day after
 * two dates. A barbershop without barbers is included.
 */
export async function listPanelBarbershops(
  db: Database,
  scope: Scope,
  { from, to }: Period,
): Promise<PanelBarbershop[]> {
  const { rows } = await sql<BarberRow>`/* list panel barbershops */
    select barbers.id is not null as "hasBarber", barbers.id, users.name, users.avatar_url as "avatarUrl",
      json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop, barbershops.time_zone as "timeZone",
      barbers.removed_at is not null as "hasLeft",
      floor(extract(epoch from least(barbers.created_at,
        (select min(starts_at) from appointments where appointments.barber_id = barbers.id))) / 60) as "worksSince",
      ${scheduleColumns},
      (select coalesce(json_agg(json_build_array(floor(extract(epoch from starts_at) / 60), ceil(extract(epoch from ends_at) / 60))), '[]')
         from time_off where time_off.barber_id = barbers.id and starts_at < ${to}::date + 2 and ends_at > ${from}::date - 1) as "timeOff"
      from barbershops
      left join barbers on barbers.barbershop_id = barbershops.id
      left join users on users.id = barbers.user_id
     where ${inScope(scope)}
     order by barbershops.search_name, barbershops.id, barbers.position, barbers.created_at, barbers.id`.execute(db)
  if (scope.barbershopId && rows.length === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return [...Map.groupBy(rows, ({ barbershop }) => barbershop.id).values()].map((group) => {
    const [first] = group as [BarberRow]
    return {
      barbershop: first.barbershop,
      timeZone: first.timeZone,
      openings: toWorkingHours(first),
      barbers: group.filter(({ hasBarber }) => hasBarber).map((row) => ({ ...row, ...toWorkingHours(row) })),
    }
  })
}

/** A barbershop and the epoch minutes of its business day. */
type TodaySpan = { id: string; from: number; to: number }

/**
 * The appointments that start in the span of their barbershop, also cancelled ones, what was earned in it, and how many requests wait for a
 * response.
 */
export async function listTodayEntries(db: Database, spans: readonly TodaySpan[], now: Date) {
  const ids = spans.map(({ id }) => id)
  const starts = spans.map(({ from }) => fromEpochMinute(from))
  const ends = spans.map(({ to }) => fromEpochMinute(to))
  const { rows } = await sql<{ entries: TodayEntry[]; doneCents: number; waiting: number }>`/* list today entries */
    with shops as (select * from unnest(${ids}::uuid[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as span(id, since, until))
    select
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'status', status, 'priceCents', price_cents,
                'start', floor(extract(epoch from starts_at) / 60), 'end', ceil(extract(epoch from ends_at) / 60))), '[]')
         from shops join appointments on barbershop_id = shops.id and starts_at >= since and starts_at < until
        where status <> 'HELD') as entries,
      (select coalesce(sum(cents), 0)::float8 from (${revenueRows(sql`since`, sql`until`)}) revenue where kind = 'service') as "doneCents",
      (select count(*) from appointments
        where status = 'SCHEDULED' and barbershop_id = any(${ids}::uuid[]) and starts_at > ${now}) as waiting`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

type Counts = Omit<Dashboard['appointments'], 'changePercent'>
type Row = Counts & {
  active: number
  total: number
  barbers: number
  revenueCents: number | null
  today: string
  days: { ago: number; count: number; completed: number }[]
  hours: Dashboard['hours']
}

/** What became of this month's appointments, from `shops`. */
const monthCounts = (now: Date) => sql`
    outcomes as (
      select status, count(*) as number, count(*) filter (where ends_at > ${now}) as ahead
        from shops join appointments on barbershop_id = shops.id and starts_at >= this_month and starts_at < next_month
       where status <> 'HELD' group by status),
    counts as (
      select coalesce(sum(number) filter (where status <> 'CANCELLED'), 0)::int as "thisMonth",
             coalesce(sum(number) filter (where status = 'COMPLETED'), 0)::int as completed,
             coalesce(sum(ahead) filter (where status in ('SCHEDULED', 'CONFIRMED')), 0)::int as upcoming,
             coalesce(sum(number - ahead) filter (where status in ('SCHEDULED', 'CONFIRMED')), 0)::int as unfinished,
             coalesce(sum(number) filter (where status = 'NO_SHOW'), 0)::int as missed,
             coalesce(sum(number) filter (where status = 'CANCELLED'), 0)::int as cancelled
        from outcomes)`

/** The appointments of the last days by quarters of an hour, which are local in every zone. */
const recentQuarters = sql`
    recent as (
      select starts_at at time zone time_zone as local, shops.now::date as today, number, completed
        from (select barbershop_id, date_bin('15 minutes', starts_at, '2000-01-01Z') as starts_at, count(*) as number,
                     count(*) filter (where status = 'COMPLETED') as completed
                from shops join appointments on barbershop_id = shops.id and starts_at >= first_day and starts_at < tomorrow
               where status not in ('HELD', 'CANCELLED') group by 1, 2) binned join shops on shops.id = barbershop_id)`

/**
 * One statement for any number of barbershops. Days and months become instants once per barbershop, so that an index has everything
 * that is counted.
 */
export async function getDashboard(db: Database, userId: string, now: Date): Promise<Dashboard> {
  const { rows } = await sql<Row>`/* get dashboard */
    with zoned as (
      select id, is_active, time_zone, ${now}::timestamptz at time zone time_zone as now from barbershops where ${isPermittedSql('money', userId)}),
    shops as materialized (
      select id, is_active, time_zone, now, (date_trunc('month', now) - interval '1 month') at time zone time_zone as previous_month,
             date_trunc('month', now) at time zone time_zone as this_month,
             (date_trunc('month', now) + interval '1 month') at time zone time_zone as next_month,
             (now::date - ${DASHBOARD_DAYS - 1}::int)::timestamp at time zone time_zone as first_day, (now::date + 1)::timestamp at time zone time_zone as tomorrow
        from zoned),
    ${monthCounts(now)}, ${recentQuarters}
    select (select count(*) from shops where is_active) as active, (select count(*) from shops) as total,
           (select count(*) from barbers join shops on shops.id = barbershop_id where removed_at is null) as barbers,
           (select count(*) from shops join appointments on barbershop_id = shops.id and starts_at >= previous_month and starts_at < this_month
             where status not in ('HELD', 'CANCELLED')) as "previousMonth", counts.*,
           (select sum(cents)::float8 from (${revenueRows(sql`this_month`, sql`next_month`)}) revenue where kind = 'service') as "revenueCents",
           to_char(coalesce((select max(now) from shops), ${now}::timestamptz at time zone 'America/Sao_Paulo'), 'YYYY-MM-DD') as today,
           (select coalesce(json_agg(json_build_object('ago', ago, 'count', count, 'completed', completed)), '[]')
              from (select today - local::date as ago, sum(number) as count, sum(completed) as completed from recent group by 1) day) as days,
           (select coalesce(json_agg(json_build_object('dayOfWeek', day, 'hour', hour, 'count', count) order by day, hour), '[]')
              from (select extract(dow from local)::int as day, extract(hour from local)::int as hour, sum(number) as count
                      from recent group by 1, 2) cell) as hours
      from counts`.execute(db)
  const { active, total, barbers, revenueCents, today, days, hours, ...appointments } = rows[0] as Row
  const changePercent = percentChange(appointments.thisMonth, appointments.previousMonth)
  return {
    barbershops: { active, total },
    barbers,
    revenueCents,
    hours,
    days: fillDays(today, days),
    appointments: { ...appointments, changePercent },
  }
}

/** Figures of the period and of the one before. */
type VisitTotals = { isCurrent: boolean; visits: number; valueCents: number; newCustomers: number }

type BarberVisits = {
  id: string
  visits: number
  returningVisits: number
  reviews: number
  averageRating: number | null
}

type FigureRows = Pick<Figures, 'outcomes' | 'hours' | 'customers' | 'sources' | 'closedVisits'> & {
  totals: [VisitTotals, VisitTotals]
  barbers: BarberVisits[]
  earned: { barberId: string; valueCents: number }[]
  booked: { barberId: string; isCurrent: boolean; minutes: number }[]
}

/** When a barber works in the period and in the one before: multiranges of epoch minutes. */
export type OpenTimes = { barberId: string; current: string; previous: string }

const figureRows = (scope: Scope, { from, to }: Period, before: Period, openTimes: readonly OpenTimes[]) => sql`
    with shops as materialized (
      select id, time_zone, ${before.from}::date::timestamp at time zone time_zone as before_since,
             ${from}::date::timestamp at time zone time_zone as since, (${to}::date + 1)::timestamp at time zone time_zone as until
        from barbershops where ${inScope(scope)}),
    first_visits as materialized (
      select first.*, starts_at >= since as is_current
        from (${selectFirstVisits(sql`appointments.barbershop_id = any (array(select id from shops))`)}) first
        join shops on shops.id = barbershop_id and starts_at >= before_since and starts_at < until),
    found as materialized (
      select appointments.id, barbershop_id, barber_id, status, source, starts_at, ends_at, customer_id, profile_id,
             starts_at >= since as is_current, ${isOfKnownCustomer} as is_known
        from shops join appointments on barbershop_id = shops.id and starts_at >= before_since and starts_at < until
       where status <> 'HELD'),
    revenue as materialized (
      select barber_id, kind, cents, appointment_id, visit_id, at >= since as is_current
        from (${revenueRows(sql`before_since`, sql`until`)}) earned join shops on shops.id = barbershop_id),
    services as (select * from revenue where is_current and kind = 'service'),
    completed as materialized (select * from found where is_current and status = 'COMPLETED'),
    people as (
      select appointments.barbershop_id, ${customerKey} as customer_key, count(*) as visits
        from completed appointments left join customer_profiles profile on profile.id = profile_id
       where is_known group by 1, 2),
    busy as (
      select barber_id, is_current,
             range_agg(int4range((date_part('epoch', starts_at) / 60)::int, (date_part('epoch', ends_at) / 60)::int)) as minutes
        from found where status in ('COMPLETED', 'SCHEDULED', 'CONFIRMED') group by 1, 2),
    booked as (
      select barber_id, is_current,
             (select coalesce(sum(upper(common) - lower(common)), 0)
                from unnest(minutes * case when is_current then current else previous end) common) as minutes
        from busy join json_to_recordset(${JSON.stringify(openTimes)}::json)
          as open("barberId" uuid, current int4multirange, previous int4multirange) on "barberId" = barber_id)`

/**
 * The figures of a period and of the one before in one statement. What is a row of the owner's list of appointments is decided there, too:
 * by the same `selectFirstVisits` and `isOfKnownCustomer`.
 */
export async function getFigureRows(
  db: Database,
  scope: Scope,
  { period, before, openTimes }: { period: Period; before: Period; openTimes: readonly OpenTimes[] },
): Promise<FigureRows> {
  const list = (columns: RawBuilder<unknown>) => sql`coalesce((select json_agg(listed) from (${columns}) listed), '[]')`
  const { rows } = await sql<FigureRows>`/* get figures */
    ${figureRows(scope, period, before, openTimes)}
    select
      ${list(sql`select period.is_current as "isCurrent",
        (select count(*) from found where status = 'COMPLETED' and found.is_current = period.is_current) as visits,
        (select coalesce(sum(cents), 0) from revenue where kind = 'service' and revenue.is_current = period.is_current) as "valueCents",
        (select count(*) from first_visits where first_visits.is_current = period.is_current) as "newCustomers"
        from (values (true), (false)) as period(is_current) order by period.is_current desc`)} as totals,
      ${list(sql`select barber_id as "barberId", sum(cents) as "valueCents" from services where barber_id is not null group by barber_id`)} as earned,
      (select json_build_object('count', count(distinct visit_id),
          'withoutAppointmentCents', coalesce(sum(cents) filter (where kind = 'service' and appointment_id is null), 0),
          'withoutBarberCents', coalesce(sum(cents) filter (where kind = 'service' and barber_id is null), 0),
          'productsCents', coalesce(sum(cents) filter (where kind = 'product'), 0),
          'tipsCents', coalesce(sum(cents) filter (where kind = 'tip'), 0))
         from revenue where is_current and visit_id is not null) as "closedVisits",
      ${list(sql`select barber_id as "barberId", is_current as "isCurrent", minutes from booked`)} as booked,
      (select json_build_object('missed', count(*) filter (where status = 'NO_SHOW'),
          'cancelled', count(*) filter (where status = 'CANCELLED'),
          'open', count(*) filter (where status in ('SCHEDULED', 'CONFIRMED')))
         from found where is_current) as outcomes,
      ${list(sql`select completed.barber_id as id, count(*) as visits,
        count(*) filter (where is_known)
          - (select count(*) from first_visits where is_current and first_visits.barber_id = completed.barber_id) as "returningVisits",
        count(reviews.id) as reviews, avg(rating)::float8 as "averageRating"
        from completed left join reviews on reviews.appointment_id = completed.id group by completed.barber_id`)} as barbers,
      ${list(sql`select extract(dow from local)::int as "dayOfWeek", extract(hour from local)::int as hour, count(*) as count
        from (select starts_at at time zone time_zone as local from completed join shops on shops.id = barbershop_id) started
        group by 1, 2 order by 1, 2`)} as hours,
      (select json_build_object('new', new, 'returning', known - new, 'unknown', unknown, 'returningPeople', (
          select count(distinct customer_key) from people left join first_visits using (barbershop_id, customer_key)
           where visits > case when first_visits.is_current then 1 else 0 end))
         from (select count(*) filter (where is_known) as known, count(*) filter (where not is_known) as unknown,
                      (select count(*) from first_visits where is_current) as new
                 from completed) counted) as customers,
      ${list(sql`select coalesce(source, 'unknown') as source, count(*) as visits from completed group by 1 order by 2 desc, 1`)} as sources`.execute(
    db,
  )
  return rows[0] as FigureRows
}

type RevenueRequest = { period: Period; barberId: string | undefined; limit: number; offset: number }

/** The lines that the value of a period is the sum of, or what a barber has of it; the newest first. */
export async function listRevenue(
  db: Database,
  scope: Scope,
  { period: { from, to }, barberId, limit, offset }: RevenueRequest,
): Promise<{ total: number; totalCents: number; lines: RevenueLine[] }> {
  const { rows } = await sql<{
    shops: number
    total: number
    totalCents: number
    lines: RevenueLine[]
  }>`/* list revenue */
    with shops as materialized (
      select id, name, time_zone, ${from}::date::timestamp at time zone time_zone as since,
             (${to}::date + 1)::timestamp at time zone time_zone as until
        from barbershops where ${inScope(scope)}),
    found as materialized (
      select * from (${revenueRows(sql`since`, sql`until`)}) revenue
       where kind = 'service' and (${barberId ?? null}::uuid is null or barber_id = ${barberId ?? null})),
    page as (select * from found order by at desc, appointment_id, visit_id, position limit ${limit} offset ${offset})
    select (select count(*) from shops) as shops, (select count(*) from found) as total,
           (select coalesce(sum(cents), 0)::float8 from found) as "totalCents",
           (select coalesce(json_agg(json_build_object(
                'date', to_char(at at time zone shops.time_zone, 'YYYY-MM-DD'), 'time', to_char(at at time zone shops.time_zone, 'HH24:MI'),
                'name', page.name, 'cents', cents, 'barberName', users.name,
                'barbershop', json_build_object('id', shops.id, 'name', shops.name), 'appointmentId', page.appointment_id,
                'visit', case when visits.id is not null then json_build_object('id', visits.id, 'day', visits.day, 'number', number, 'position', page.position) end)
              order by at desc, page.appointment_id, visit_id, page.position), '[]')
              from page join shops on shops.id = page.barbershop_id left join visits on visits.id = visit_id
              left join barbers on barbers.id = page.barber_id left join users on users.id = barbers.user_id) as lines`.execute(
    db,
  )
  const [{ shops, ...found }] = rows as [(typeof rows)[number]]
  if (scope.barbershopId && shops === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return found
}

/** More than any barbershop serves in a year. */
export const MAX_EXPORTED = 50_000

export type ExportedAppointment = {
  date: string
  time: string
  shopName: string
  barberName: string
  customerName: string
  guestName: string | null
  serviceName: string
  durationMin: number
  /** Null for a reader who may not see the money. */
  priceCents: number | null
  /** What it brought; null also where it brought nothing that counts. */
  valueCents: number | null
  status: string
  source: AppointmentSource | null
}

export type ExportRequest = Scope & { dates?: Period | undefined }

const fromLastYear = (now: Date) => sql`starts_at > ${now}::timestamptz - interval '12 months'`

const exported = (scope: Scope, isInTime: RawBuilder<unknown>, join = sql``) => sql`
  from appointments join barbershops on barbershops.id = barbershop_id left join users customers on customers.id = customer_id ${join}
 where ${inScope(scope, 'export')} and appointments.status <> 'HELD' and ${isInTime}`

export async function listExportedAppointments(
  db: Database,
  { dates, ...scope }: ExportRequest,
  now: Date,
): Promise<ExportedAppointment[]> {
  const since = dates
    ? sql`${dates.from}::date::timestamp at time zone time_zone`
    : sql`${now}::timestamptz - interval '12 months'`
  const until = dates ? sql`(${dates.to}::date + 1)::timestamp at time zone time_zone` : sql`'infinity'::timestamptz`
  const isInTime = sql`starts_at >= ${since} and starts_at < ${until}`
  const { rows } = await sql<ExportedAppointment>`/* list exported appointments */
    with shops as (select id, ${since} as since, ${until} as until from barbershops where ${inScope(scope, 'export')}),
    earned as (
      select appointment_id, sum(cents)::float8 as cents from (${revenueRows(sql`since`, sql`until`)}) revenue
       where kind = 'service' and appointment_id is not null group by appointment_id)
    select to_char(starts_at at time zone time_zone, 'DD/MM/YYYY') as date, to_char(starts_at at time zone time_zone, 'HH24:MI') as time,
           barbershops.name as "shopName", (select name from users where users.id = barber_user_id) as "barberName",
           coalesce(customers.name, customer_name, 'Cliente') as "customerName", guest_name as "guestName", service_name as "serviceName",
           duration_min as "durationMin", case when ${isPermittedSql('money', scope.userId)} then price_cents end as "priceCents",
           case when ${isPermittedSql('money', scope.userId)} then earned.cents end as "valueCents",
           appointments.status, source
      ${exported(scope, isInTime, sql`left join earned on earned.appointment_id = appointments.id`)} order by starts_at, appointments.id limit ${MAX_EXPORTED}`.execute(
    db,
  )
  return rows
}

export type ExportedCustomer = {
  name: string
  phone: string | null
  completed: number
  /** Null for a reader who may not see it. */
  spentCents: number | null
  /** Local dates of the last completed and the next upcoming appointment; null without one. */
  last: string | null
  next: string | null
  missed: number
  cancelled: number
}

export async function listExportedCustomers(db: Database, userId: string, now: Date): Promise<ExportedCustomer[]> {
  const { rows } = await sql<ExportedCustomer>`/* list exported customers */
    with shops as (
      select id, ${now}::timestamptz - interval '12 months' as since, 'infinity'::timestamptz as until from barbershops
       where ${isPermittedSql('export', userId)}),
    spent as (
      select coalesce(customer_id, (select user_id from customer_profiles where id = profile_id)) as user_id, sum(cents)::float8 as cents
        from (${revenueRows(sql`since`, sql`until`)}) revenue where ${isSpent} group by 1)
    select customers.name, case when bool_or(${isPermittedSql('phones', userId)}) then customers.phone end as phone,
           count(*) filter (where appointments.status = 'COMPLETED') as completed,
           case when bool_and(${isPermittedSql('spend', userId)})
             then coalesce(max(spent.cents), 0) end as "spentCents",
           to_char(max(starts_at at time zone time_zone) filter (where appointments.status = 'COMPLETED'), 'DD/MM/YYYY') as last,
           to_char(min(starts_at at time zone time_zone)
             filter (where appointments.status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}), 'DD/MM/YYYY') as next,
           count(*) filter (where appointments.status = 'NO_SHOW') as missed,
           count(*) filter (where appointments.status = 'CANCELLED') as cancelled
      ${exported({ userId, barbershopId: undefined }, fromLastYear(now), sql`left join spent on spent.user_id = customer_id`)} and customer_id is not null
     group by customers.id having count(*) filter (where appointments.status <> 'CANCELLED') > 0 order by customers.name, customers.id limit ${MAX_EXPORTED}`.execute(
    db,
  )
  return rows
}
