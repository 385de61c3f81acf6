import type { Trend, TrendPeriod, TrendStep } from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { revenueRows } from '../../customers/revenue/queries.ts'
import { inScope, type Scope } from './queries.ts'
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

/**
 * Every step of the period up to the latest local date of the barbershops, in one statement of index ranges. Where no visit was ever closed,
 * all that was earned is what was agreed, which the counted appointments have; only otherwise are the rows of the whole period read.
 */
export async function getTrend(db: Database, filters: TrendFilters, now: Date): Promise<Trend> {
  const { unit, step, since: firstDay } = trendUnits[filters.period]
  const { barberId, service } = filters
  const ofBarber = sql`(${barberId ?? null}::uuid is null or barber_id = ${barberId ?? null})`
  const { rows } = await sql<
    TrendStep & { shops: number }
  >`${sql.raw(`/* get trend by ${service ? 'service' : 'barber'} */`)}
    with zoned as materialized (select id, time_zone from barbershops where ${inScope(filters)}),
    latest as (
      select coalesce(max(${now}::timestamptz at time zone time_zone), ${now}::timestamptz at time zone 'America/Sao_Paulo')::date as today from zoned),
    steps as materialized (
      select row_number() over (order by day) as number, day::date as date, (day + ${step}::interval)::date as until
        from latest, generate_series(${sql.raw(firstDay)}, today, ${step}::interval) day),
    shops as materialized (
      select id, time_zone, array(select date::timestamp at time zone time_zone from steps order by date) as starts,
             (select min(date) from steps)::timestamp at time zone time_zone as since,
             (select max(steps.until) from steps)::timestamp at time zone time_zone as until from zoned),
    earned as materialized (
      select width_bucket(at, starts) as number, sum(cents) as cents
        from (${revenueRows(sql`since`, sql`shops.until`)}) revenue join shops on shops.id = barbershop_id
       where kind = 'service' and ${ofBarber} ${ofService(service, 'revenue')} group by 1)
    select to_char(date, 'YYYY-MM-DD') as date, count, completed, missed, cancelled,
           coalesce(case when exists (select from visits join shops on shops.id = barbershop_id where closed_at is not null)
             then (select cents from earned where earned.number = steps.number) else agreed end, 0)::float8 as "revenueCents",
           (select count(*) from shops) as shops
      from steps cross join lateral (
        select count(*) filter (where status <> 'CANCELLED') as count, count(*) filter (where status = 'COMPLETED') as completed,
               count(*) filter (where status = 'NO_SHOW') as missed, count(*) filter (where status = 'CANCELLED') as cancelled,
               sum(price_cents) filter (where status = 'COMPLETED') as agreed
          from shops join appointments on barbershop_id = shops.id
         where starts_at >= steps.date::timestamp at time zone time_zone and starts_at < steps.until::timestamp at time zone time_zone
           and status <> 'HELD' and ${ofBarber} ${ofService(service, 'appointments')}) counted
     order by steps.date`.execute(db)
  if (filters.barbershopId && rows[0]?.shops === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return { unit, steps: rows.map(({ shops: _, ...row }) => row) }
}
