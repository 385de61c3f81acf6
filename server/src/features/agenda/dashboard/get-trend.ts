import type { Trend, TrendPeriod, TrendStep } from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { inScope, revenueRows, type Scope } from './queries.ts'
import { trendUnits } from './rules.ts'

type TrendFilters = Scope & { period: TrendPeriod; barberId: string | undefined; service: string | undefined }

/** Limits appointments to one service, also where it is one of several; the line of a visit has only one. */
function ofService(service: string | undefined, table: 'appointments' | 'revenue') {
  if (!service) return sql``
  const appointmentId =
    table === 'appointments' ? sql`appointments.id` : sql`case when visit_id is null then revenue.appointment_id end`
  return sql`and (service_id = any(array(select service.id from shops join services service on service.barbershop_id = shops.id where service.name = ${service}))
    or exists (select from appointment_services more join services service on service.id = more.service_id
                where more.appointment_id = ${appointmentId} and service.name = ${service}))`
}

/** Every step of the period up to the latest local date of the barbershops, in one statement of index ranges. */
export async function getTrend(db: Database, filters: TrendFilters, now: Date): Promise<Trend> {
  const { unit, step, since: firstDay } = trendUnits[filters.period]
  const { barberId, service } = filters
  const ofBarber = sql`(${barberId ?? null}::uuid is null or barber_id = ${barberId ?? null})`
  const since = sql`date::timestamp at time zone time_zone`
  const until = sql`steps.until::timestamp at time zone time_zone`
  const { rows } = await sql<
    TrendStep & { shops: number }
  >`${sql.raw(`/* get trend by ${service ? 'service' : 'barber'} */`)}
    with shops as materialized (select id, time_zone from barbershops where ${inScope(filters)}),
    latest as (
      select coalesce(max(${now}::timestamptz at time zone time_zone), ${now}::timestamptz at time zone 'America/Sao_Paulo')::date as today from shops),
    steps as (select day::date as date, (day + ${step}::interval)::date as until
                from latest, generate_series(${sql.raw(firstDay)}, today, ${step}::interval) day)
    select to_char(date, 'YYYY-MM-DD') as date, coalesce(sum(number) filter (where status <> 'CANCELLED'), 0)::int as count,
           coalesce(sum(number) filter (where status = 'COMPLETED'), 0)::int as completed,
           coalesce(sum(number) filter (where status = 'NO_SHOW'), 0)::int as missed,
           coalesce(sum(number) filter (where status = 'CANCELLED'), 0)::int as cancelled,
           (select coalesce(sum(cents), 0)::float8 from (${revenueRows(since, until)}) revenue
             where kind = 'service' and ${ofBarber} ${ofService(service, 'revenue')}) as "revenueCents",
           (select count(*) from shops) as shops
      from steps left join lateral (
        select status, count(*) as number
          from shops join appointments on barbershop_id = shops.id
         where starts_at >= ${since} and starts_at < ${until} and status <> 'HELD' and ${ofBarber} ${ofService(service, 'appointments')}
         group by status) counted on true
     group by date, steps.until order by date`.execute(db)
  if (filters.barbershopId && rows[0]?.shops === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return { unit, steps: rows.map(({ shops: _, ...row }) => row) }
}
