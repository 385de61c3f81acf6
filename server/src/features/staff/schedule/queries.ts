import type { ScheduleConflict, WeekSpan } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { type Interval, union } from '../../../lib/intervals.ts'
import { type SpecialRow, toSpecialDays, toWeek, type WeekRow, type WorkingWeek } from './rules.ts'

/** A barber's chair with all that decides when he works there. */
export type ChairTime = WorkingWeek & {
  barberId: string
  userId: string
  ownerId: string
  name: string
  barbershop: { id: string; name: string }
  timeZone: string
  version: number
}

type Weeks = 'shopHours' | 'barberHours' | 'breaks'
type WeekRows = Record<Weeks, WeekRow[]> & { specialDays: SpecialRow[] }
/** The columns as they come: lists of rows. */
export type WithWeekRows<T> = Omit<T, keyof WeekRows> & WeekRows

type Row = WithWeekRows<ChairTime>

/** The days that break the shop's week, read from `barbershops`. */
export const specialDaysColumn = sql`
  (select coalesce(json_agg(json_build_array(date, opens_minute, closes_minute)), '[]')
     from special_dates where special_dates.barbershop_id = barbershops.id) as "specialDays"`

/** A week's columns, read from `barbers` and `barbershops`. */
export const weekColumns = sql`
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute) order by day_of_week, opens_minute), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
  ${specialDaysColumn},
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute) order by day_of_week, starts_minute), '[]')
     from barber_hours where barber_hours.barber_id = barbers.id) as "barberHours",
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute) order by day_of_week, starts_minute), '[]')
     from breaks where breaks.barber_id = barbers.id) as breaks`

/** A barber without hours of his own works whenever the shop is open. */
export function toWorkingWeek(row: WeekRows): WorkingWeek {
  const barberHours = row.barberHours.length > 0 ? toWeek(row.barberHours) : undefined
  const specialDays = toSpecialDays(row.specialDays)
  return { shopHours: toWeek(row.shopHours), specialDays, barberHours, breaks: toWeek(row.breaks) }
}

export async function findChairTime(db: Database, barberId: string): Promise<ChairTime | undefined> {
  const { rows } = await sql<Row>`/* find chair time */
    select barbers.id as "barberId", barbers.user_id as "userId", barbershops.owner_id as "ownerId", users.name,
      json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop,
      barbershops.time_zone as "timeZone", barbers.schedule_version as version, ${weekColumns}
    from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
    where barbers.id = ${barberId} and barbers.removed_at is null`.execute(db)
  return rows[0] && { ...rows[0], ...toWorkingWeek(rows[0]) }
}

/** One change of a barber's time after the other. Ends with the transaction. */
export async function lockBarber(tx: Database, barberId: string): Promise<void> {
  await sql`/* lock chair */ select 1 from barbers where id = ${barberId} for no key update`.execute(tx)
}

type NewWeek = { hours: readonly WeekSpan[]; breaks: readonly WeekSpan[] }

export async function replaceWeek(tx: Database, barberId: string, { hours, breaks }: NewWeek): Promise<void> {
  await sql`/* clear week */
    with old_hours as (delete from barber_hours where barber_id = ${barberId}),
         old_breaks as (delete from breaks where barber_id = ${barberId})
    update barbers set schedule_version = schedule_version + 1 where id = ${barberId}`.execute(tx)
  await sql`/* fill week */
    with new_hours as (
      insert into barber_hours (barber_id, day_of_week, starts_minute, ends_minute)
      select ${barberId}::uuid, "dayOfWeek", start, "end" from ${spanRows(hours)}
    )
    insert into breaks (barber_id, day_of_week, starts_minute, ends_minute)
    select ${barberId}::uuid, "dayOfWeek", start, "end" from ${spanRows(breaks)}`.execute(tx)
}

function spanRows(spans: readonly WeekSpan[]) {
  return sql`json_to_recordset(${JSON.stringify(spans)}::json) as span("dayOfWeek" smallint, start smallint, "end" smallint)`
}

/** Times off that are not over, as epoch minutes. */
export async function listTimeOffSpans(db: Database, barberId: string, now: Date): Promise<readonly Interval[]> {
  const { rows } = await sql<{ start: number; end: number }>`/* list time off spans */
    select floor(extract(epoch from starts_at) / 60)::int as start, ceil(extract(epoch from ends_at) / 60)::int as end
      from time_off where barber_id = ${barberId} and ends_at > ${now}`.execute(db)
  return union(rows.map(({ start, end }) => [start, end]))
}

/** Beyond any booking window times a full day; no screen shows more. */
const MOST = 2000

type ConflictRow = Omit<ScheduleConflict, 'startTime' | 'endTime'> & { startTime: Date; endTime: Date }

/** What this chair has ahead that still stands, by start. */
export async function listAhead(db: Database, barberId: string, now: Date): Promise<ScheduleConflict[]> {
  const { rows } = await sql<ConflictRow>`/* list ahead */
    select appointments.id, status, starts_at as "startTime", ends_at as "endTime", service_name as "serviceName",
           json_build_object('name', coalesce(customers.name, customer_name, 'Cliente'), 'phone', customers.phone) as customer
      from appointments left join users customers on customers.id = customer_id
     where barber_id = ${barberId} and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} and starts_at > ${now}::timestamptz - interval '1 day'
     order by starts_at limit ${MOST}`.execute(db)
  return rows.map((row) => ({ ...row, startTime: row.startTime.toISOString(), endTime: row.endTime.toISOString() }))
}

export async function listChairIds(db: Database, barbershopId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list chair ids */
    select id from barbers where barbershop_id = ${barbershopId} and removed_at is null order by position, id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
