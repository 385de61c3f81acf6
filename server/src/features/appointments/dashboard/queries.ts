import type { Dashboard } from '@na-regua/contract/dashboard'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { percentChange } from '../agenda/rules.ts'
import { DASHBOARD_DAYS, fillDays } from './rules.ts'

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

/** One statement for any number of barbershops. Only the months that are shown are read. */
export async function getDashboard(db: Database, ownerId: string, now: Date): Promise<Dashboard> {
  const { rows } = await sql<Row>`/* get dashboard */
    with shops as (select id, is_active, time_zone, ${now}::timestamptz at time zone time_zone as now from barbershops where owner_id = ${ownerId}),
    booked as (
      select status, price_cents, ends_at, starts_at at time zone time_zone as local, shops.now::date - (starts_at at time zone time_zone)::date as ago,
             date_trunc('month', starts_at at time zone time_zone) as month, date_trunc('month', shops.now) as this_month
        from appointments join shops on shops.id = barbershop_id
       where status <> 'HELD'
         and starts_at between ${now}::timestamptz - interval '64 days' and ${now}::timestamptz + interval '32 days'
    ),
    counted as (select * from booked where status <> 'CANCELLED'),
    counts as (
      select count(*) filter (where status <> 'CANCELLED') as "thisMonth",
             count(*) filter (where status = 'COMPLETED') as completed,
             count(*) filter (where status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}) as upcoming,
             count(*) filter (where status in ('SCHEDULED', 'CONFIRMED') and ends_at <= ${now}) as unfinished,
             count(*) filter (where status = 'NO_SHOW') as missed, count(*) filter (where status = 'CANCELLED') as cancelled,
             (sum(price_cents) filter (where status = 'COMPLETED'))::int as "revenueCents"
        from booked where month = this_month
    )
    select (select count(*) from shops where is_active) as active, (select count(*) from shops) as total,
           (select count(*) from barbers join shops on shops.id = barbershop_id where removed_at is null) as barbers,
           (select count(*) from counted where month = this_month - interval '1 month') as "previousMonth", counts.*,
           to_char(coalesce((select max(now) from shops), ${now}::timestamptz at time zone 'America/Sao_Paulo'), 'YYYY-MM-DD') as today,
           (select coalesce(json_agg(json_build_object('ago', ago, 'count', count, 'completed', completed)), '[]')
              from (select ago, count(*), count(*) filter (where status = 'COMPLETED') as completed from counted where ago between 0 and ${DASHBOARD_DAYS - 1} group by ago) day) as days,
           (select coalesce(json_agg(json_build_object('dayOfWeek', day, 'hour', hour, 'count', count) order by day, hour), '[]')
              from (select extract(dow from local)::int as day, extract(hour from local)::int as hour, count(*)
                      from counted where ago between 0 and ${DASHBOARD_DAYS - 1} group by 1, 2) cell) as hours
      from counts`.execute(db)
  const { active, total, barbers, revenueCents, today, days, hours, ...appointments } = rows[0] as Row
  const changePercent = percentChange(appointments.thisMonth, appointments.previousMonth)
  return {
    barbershops: { active, total },
    ...{ barbers, revenueCents, hours, days: fillDays(today, days) },
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
  priceCents: number
  status: string
}

const fromLastYear = (ownerId: string, now: Date) => sql`
  from appointments join barbershops on barbershops.id = barbershop_id left join users customers on customers.id = customer_id
 where owner_id = ${ownerId} and appointments.status <> 'HELD' and starts_at > ${now}::timestamptz - interval '12 months'`

export async function listExportedAppointments(
  db: Database,
  ownerId: string,
  now: Date,
): Promise<ExportedAppointment[]> {
  const { rows } = await sql<ExportedAppointment>`/* list exported appointments */
    select to_char(starts_at at time zone time_zone, 'DD/MM/YYYY') as date, to_char(starts_at at time zone time_zone, 'HH24:MI') as time,
           barbershops.name as "shopName", (select name from users where users.id = barber_user_id) as "barberName",
           coalesce(customers.name, customer_name, 'Cliente') as "customerName", guest_name as "guestName", service_name as "serviceName",
           duration_min as "durationMin", price_cents as "priceCents", appointments.status
      ${fromLastYear(ownerId, now)} order by starts_at, appointments.id limit ${MAX_EXPORTED}`.execute(db)
  return rows
}

export type ExportedCustomer = {
  name: string
  phone: string | null
  completed: number
  spentCents: number
  /** Local dates of the last completed and the next upcoming appointment; null without one. */
  last: string | null
  next: string | null
  missed: number
  cancelled: number
}

export async function listExportedCustomers(db: Database, ownerId: string, now: Date): Promise<ExportedCustomer[]> {
  const { rows } = await sql<ExportedCustomer>`/* list exported customers */
    select customers.name, customers.phone, count(*) filter (where appointments.status = 'COMPLETED') as completed,
           coalesce(sum(price_cents) filter (where appointments.status = 'COMPLETED'), 0)::int as "spentCents",
           to_char(max(starts_at at time zone time_zone) filter (where appointments.status = 'COMPLETED'), 'DD/MM/YYYY') as last,
           to_char(min(starts_at at time zone time_zone)
             filter (where appointments.status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}), 'DD/MM/YYYY') as next,
           count(*) filter (where appointments.status = 'NO_SHOW') as missed,
           count(*) filter (where appointments.status = 'CANCELLED') as cancelled
      ${fromLastYear(ownerId, now)} and customer_id is not null
     group by customers.id having count(*) filter (where appointments.status <> 'CANCELLED') > 0 order by customers.name, customers.id limit ${MAX_EXPORTED}`.execute(
    db,
  )
  return rows
}
