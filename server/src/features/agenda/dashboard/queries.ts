import type { Dashboard } from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { fromEpochMinute } from '../../../lib/local-time.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { scheduleColumns, toWorkingHours, type WithScheduleRows } from '../../staff/schedule/queries.ts'
import { percentChange } from '../lists/rules.ts'
import { DASHBOARD_DAYS, fillDays, type TodayBarber, type TodayBarbershop, type TodayEntry } from './rules.ts'

/** The barbershops whose figures the user may see, or one of them. */
export type Scope = { userId: string; barbershopId: string | undefined }

export const inScope = ({ userId, barbershopId }: Scope) =>
  sql`${isPermittedSql('money', userId)} and (${barbershopId ?? null}::uuid is null or barbershops.id = ${barbershopId ?? null})`

type TodayRow = WithScheduleRows<TodayBarber> & { barbershop: TodayBarbershop['barbershop']; hasBarber: boolean }

/**
 * Every barbershop with its current barbers, their working hours, and the time off around now in epoch minutes. A barbershop without
 * barbers is included.
 */
export async function listTodayBarbershops(db: Database, scope: Scope, now: Date): Promise<TodayBarbershop[]> {
  const { rows } = await sql<TodayRow>`/* list today barbershops */
    select barbers.id is not null as "hasBarber", barbers.id, users.name, users.avatar_url as "avatarUrl",
      json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop, barbershops.time_zone as "timeZone",
      ${scheduleColumns},
      (select coalesce(json_agg(json_build_array(floor(extract(epoch from starts_at) / 60), ceil(extract(epoch from ends_at) / 60))), '[]')
         from time_off where time_off.barber_id = barbers.id and starts_at < ${now}::timestamptz + interval '3 days'
          and ends_at > ${now}::timestamptz - interval '3 days') as "timeOff"
      from barbershops
      left join barbers on barbers.barbershop_id = barbershops.id and barbers.removed_at is null
      left join users on users.id = barbers.user_id
     where ${inScope(scope)}
     order by barbershops.search_name, barbershops.id, barbers.position, barbers.created_at, barbers.id`.execute(db)
  if (scope.barbershopId && rows.length === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return [...Map.groupBy(rows, ({ barbershop }) => barbershop.id).values()].map((group) => {
    const [first] = group as [TodayRow]
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

/** The appointments that start in the span of their barbershop, also cancelled ones, and how many requests wait for a response. */
export async function listTodayEntries(db: Database, spans: readonly TodaySpan[], now: Date) {
  const ids = spans.map(({ id }) => id)
  const starts = spans.map(({ from }) => fromEpochMinute(from))
  const ends = spans.map(({ to }) => fromEpochMinute(to))
  const { rows } = await sql<{ entries: TodayEntry[]; waiting: number }>`/* list today entries */
    select
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'status', status, 'priceCents', price_cents,
                'start', floor(extract(epoch from starts_at) / 60), 'end', ceil(extract(epoch from ends_at) / 60))), '[]')
         from unnest(${ids}::uuid[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as span(id, since, until)
         join appointments on barbershop_id = span.id and starts_at >= since and starts_at < until
        where status <> 'HELD') as entries,
      (select count(*) from appointments
        where status = 'SCHEDULED' and barbershop_id = any(${ids}::uuid[]) and starts_at > ${now}) as waiting`.execute(
    db,
  )
  return rows[0] as { entries: TodayEntry[]; waiting: number }
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
      select status, count(*) as number, count(*) filter (where ends_at > ${now}) as ahead, sum(price_cents) as cents
        from shops join appointments on barbershop_id = shops.id and starts_at >= this_month and starts_at < next_month
       where status <> 'HELD' group by status),
    counts as (
      select coalesce(sum(number) filter (where status <> 'CANCELLED'), 0)::int as "thisMonth",
             coalesce(sum(number) filter (where status = 'COMPLETED'), 0)::int as completed,
             coalesce(sum(ahead) filter (where status in ('SCHEDULED', 'CONFIRMED')), 0)::int as upcoming,
             coalesce(sum(number - ahead) filter (where status in ('SCHEDULED', 'CONFIRMED')), 0)::int as unfinished,
             coalesce(sum(number) filter (where status = 'NO_SHOW'), 0)::int as missed,
             coalesce(sum(number) filter (where status = 'CANCELLED'), 0)::int as cancelled,
             (sum(cents) filter (where status = 'COMPLETED'))::float8 as "revenueCents"
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
  status: string
}

const fromLastYear = (userId: string, now: Date) => sql`
  from appointments join barbershops on barbershops.id = barbershop_id left join users customers on customers.id = customer_id
 where ${isPermittedSql('export', userId)} and appointments.status <> 'HELD' and starts_at > ${now}::timestamptz - interval '12 months'`

export async function listExportedAppointments(
  db: Database,
  userId: string,
  now: Date,
): Promise<ExportedAppointment[]> {
  const { rows } = await sql<ExportedAppointment>`/* list exported appointments */
    select to_char(starts_at at time zone time_zone, 'DD/MM/YYYY') as date, to_char(starts_at at time zone time_zone, 'HH24:MI') as time,
           barbershops.name as "shopName", (select name from users where users.id = barber_user_id) as "barberName",
           coalesce(customers.name, customer_name, 'Cliente') as "customerName", guest_name as "guestName", service_name as "serviceName",
           duration_min as "durationMin", case when ${isPermittedSql('money', userId)} then price_cents end as "priceCents", appointments.status
      ${fromLastYear(userId, now)} order by starts_at, appointments.id limit ${MAX_EXPORTED}`.execute(db)
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
    select customers.name, case when bool_or(${isPermittedSql('phones', userId)}) then customers.phone end as phone,
           count(*) filter (where appointments.status = 'COMPLETED') as completed,
           case when bool_and(${isPermittedSql('spend', userId)})
             then coalesce(sum(price_cents) filter (where appointments.status = 'COMPLETED'), 0)::int end as "spentCents",
           to_char(max(starts_at at time zone time_zone) filter (where appointments.status = 'COMPLETED'), 'DD/MM/YYYY') as last,
           to_char(min(starts_at at time zone time_zone)
             filter (where appointments.status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}), 'DD/MM/YYYY') as next,
           count(*) filter (where appointments.status = 'NO_SHOW') as missed,
           count(*) filter (where appointments.status = 'CANCELLED') as cancelled
      ${fromLastYear(userId, now)} and customer_id is not null
     group by customers.id having count(*) filter (where appointments.status <> 'CANCELLED') > 0 order by customers.name, customers.id limit ${MAX_EXPORTED}`.execute(
    db,
  )
  return rows
}
