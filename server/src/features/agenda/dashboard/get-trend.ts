import type { Trend, TrendPeriod, TrendStep } from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { inScope, type Scope } from './queries.ts'
import { trendUnits } from './rules.ts'

type TrendFilters = Scope & { period: TrendPeriod; barberId: string | undefined; service: string | undefined }

/** Limits appointments to one service, also where it is one of several. */
function ofService(service: string | undefined) {
  if (!service) return sql``
  return sql`and (service_id = any(array(select service.id from shops join services service on service.barbershop_id = shops.id where service.name = ${service}))
    or exists (select from appointment_services more join services service on service.id = more.service_id
                where more.appointment_id = appointments.id and service.name = ${service}))`
}

/** Every step of the period up to the latest local date of the barbershops, in one statement of index ranges. */
export async function getTrend(db: Database, filters: TrendFilters, now: Date): Promise<Trend> {
  const { unit, step, since } = trendUnits[filters.period]
  const { barberId, service } = filters
  const { rows } = await sql<
    TrendStep & { shops: number }
  >`${sql.raw(`/* get trend by ${service ? 'service' : 'barber'} */`)}
    with shops as materialized (select id, time_zone from barbershops where ${inScope(filters)}),
    latest as (
      select coalesce(max(${now}::timestamptz at time zone time_zone), ${now}::timestamptz at time zone 'America/Sao_Paulo')::date as today from shops),
    steps as (select day::date as date, (day + ${step}::interval)::date as until
                from latest, generate_series(${sql.raw(since)}, today, ${step}::interval) day)
    select to_char(date, 'YYYY-MM-DD') as date, coalesce(sum(number) filter (where status <> 'CANCELLED'), 0)::int as count,
           coalesce(sum(number) filter (where status = 'COMPLETED'), 0)::int as completed,
           coalesce(sum(number) filter (where status = 'NO_SHOW'), 0)::int as missed,
           coalesce(sum(number) filter (where status = 'CANCELLED'), 0)::int as cancelled,
           coalesce(sum(cents) filter (where status = 'COMPLETED'), 0)::float8 as "revenueCents",
           (select count(*) from shops) as shops
      from steps left join lateral (
        select status, count(*) as number, sum(price_cents) as cents
          from shops join appointments on barbershop_id = shops.id
         where starts_at >= date::timestamp at time zone time_zone and starts_at < until::timestamp at time zone time_zone
           and status <> 'HELD' and (${barberId ?? null}::uuid is null or barber_id = ${barberId ?? null}) ${ofService(service)}
         group by status) counted on true
     group by date order by date`.execute(db)
  if (filters.barbershopId && rows[0]?.shops === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return { unit, steps: rows.map(({ shops: _, ...row }) => row) }
}
