import type { ScheduleConflict, WeekSpan } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { type Interval, union } from '../../../lib/intervals.ts'
import { holdRole, usersFor } from '../../barbershops/roles/queries.ts'
import { type SpecialDateRow, toSpecialDates, toWeeklyIntervals, type WeeklyRow, type WorkingHours } from './rules.ts'

/** A barber with everything that decides when they work in this barbershop. */
export type BarberScheduleRow = WorkingHours & {
  barberId: string
  userId: string
  ownerId: string
  /** The owner and the managers; the barber edits their own schedule too. */
  editorIds: string[]
  name: string
  barbershop: { id: string; name: string }
  timeZone: string
  version: number
}

type ScheduleColumn = 'shopHours' | 'barberHours' | 'breaks'
type ScheduleRows = Record<ScheduleColumn, WeeklyRow[]> & { specialDates: SpecialDateRow[] }
/** The columns as PostgreSQL returns them: lists of rows. */
export type WithScheduleRows<T> = Omit<T, keyof ScheduleRows> & ScheduleRows

type Row = WithScheduleRows<BarberScheduleRow>

/** The special dates of the barbershop. Needs `barbershops` in the FROM clause. */
export const specialDaysColumn = sql`
  (select coalesce(json_agg(json_build_array(date, opens_minute, closes_minute)), '[]')
     from special_dates where special_dates.barbershop_id = barbershops.id) as "specialDates"`

/** Opening hours, special dates, barber hours and breaks. Needs `barbers` and `barbershops` in the FROM clause. */
export const scheduleColumns = sql`
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute) order by day_of_week, opens_minute), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
  ${specialDaysColumn},
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute) order by day_of_week, starts_minute), '[]')
     from barber_hours where barber_hours.barber_id = barbers.id) as "barberHours",
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute) order by day_of_week, starts_minute), '[]')
     from breaks where breaks.barber_id = barbers.id) as breaks`

/** A barber without own hours works whenever the barbershop is open. */
export function toWorkingHours(row: ScheduleRows): WorkingHours {
  const barberHours = row.barberHours.length > 0 ? toWeeklyIntervals(row.barberHours) : undefined
  const specialDates = toSpecialDates(row.specialDates)
  return {
    shopHours: toWeeklyIntervals(row.shopHours),
    specialDates: specialDates,
    barberHours,
    breaks: toWeeklyIntervals(row.breaks),
  }
}

export async function findBarberSchedule(db: Database, barberId: string): Promise<BarberScheduleRow | undefined> {
  const { rows } = await sql<Row>`/* find barber schedule */
    select barbers.id as "barberId", barbers.user_id as "userId", barbershops.owner_id as "ownerId", ${usersFor('settings')} as "editorIds", users.name,
      json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop,
      barbershops.time_zone as "timeZone", barbers.schedule_version as version, ${scheduleColumns}
    from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
    where barbers.id = ${barberId} and barbers.removed_at is null`.execute(db)
  return rows[0] && { ...rows[0], ...toWorkingHours(rows[0]) }
}

/**
 * Starts a change of a barber's hours, breaks or time off: serialises it with others, waits for bookings that are being written, and
 * increments the version, so that bookings that were decided before are not written after it. Does nothing for a user who may not edit.
 */
export async function lockAvailability(tx: Database, { barberId, userId }: ScheduleEdit): Promise<void> {
  const { step, allows } = editsBarber(userId)
  await sql`/* lock availability */
    with ${step}
    update barbers set availability_version = availability_version + 1
      from barbershops where barbers.id = ${barberId} and barbershops.id = barbershop_id and ${allows}`.execute(tx)
}

/** `userId` is the editor. */
export type ScheduleEdit = { barberId: string; userId: string }

/** As `holdRole`, for what a barber edits too: their own schedule and portfolio. */
export function editsBarber(userId: string) {
  const { step, allows } = holdRole('settings', userId)
  return { step, allows: sql<boolean>`(barbers.user_id = ${userId}::uuid or ${allows})` }
}

type NewSchedule = { hours: readonly WeekSpan[]; breaks: readonly WeekSpan[] }

export async function replaceSchedule(tx: Database, barberId: string, { hours, breaks }: NewSchedule): Promise<void> {
  await sql`/* delete schedule */
    with old_hours as (delete from barber_hours where barber_id = ${barberId}),
         old_breaks as (delete from breaks where barber_id = ${barberId})
    update barbers set schedule_version = schedule_version + 1 where id = ${barberId}`.execute(tx)
  await sql`/* insert schedule */
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

/** Current and future time off, in epoch minutes. */
export async function listTimeOffSpans(db: Database, barberId: string, now: Date): Promise<readonly Interval[]> {
  const { rows } = await sql<{ start: number; end: number }>`/* list time off spans */
    select floor(extract(epoch from starts_at) / 60)::int as start, ceil(extract(epoch from ends_at) / 60)::int as end
      from time_off where barber_id = ${barberId} and ends_at > ${now}`.execute(db)
  return union(rows.map(({ start, end }) => [start, end]))
}

/** More than any booking window can hold; no screen shows more. */
const MAX_UPCOMING = 2000

type ConflictRow = Omit<ScheduleConflict, 'startTime' | 'endTime'> & { startTime: Date; endTime: Date }

/**
 * True when one of `appointments` is a date of a standing appointment at the time of the series. One that was moved alone, or chosen instead, is an
 * appointment as any other.
 */
export function isOfSeriesAt(now: Date) {
  return sql<boolean>`(appointments.starts_at > ${now} and appointments.serving_from is null and exists (
    select from series_dates join appointment_series series on series.id = series_id join barbershops shop on shop.id = series.barbershop_id
     where series_dates.appointment_id = appointments.id and series_dates.status = 'BOOKED' and not is_moving and series.status = 'ACTIVE'
       and appointments.starts_at at time zone shop.time_zone = date + make_interval(mins => series.minute)))`
}

/** The upcoming active appointments of this barber, by start. */
export async function listUpcoming(db: Database, barberId: string, now: Date): Promise<ScheduleConflict[]> {
  const { rows } = await sql<ConflictRow>`/* list upcoming */
    select appointments.id, status, starts_at as "startTime", ends_at as "endTime", service_name as "serviceName",
           json_build_object('name', coalesce(customers.name, customer_name, 'Cliente'), 'phone', customers.phone) as customer,
           ${isOfSeriesAt(now)} as "isOfSeries"
      from appointments left join users customers on customers.id = customer_id
     where barber_id = ${barberId} and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} and starts_at > ${now}::timestamptz - interval '1 day'
     order by starts_at limit ${MAX_UPCOMING}`.execute(db)
  return rows.map((row) => ({ ...row, startTime: row.startTime.toISOString(), endTime: row.endTime.toISOString() }))
}

export async function listBarberIds(db: Database, barbershopId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list barber ids */
    select id from barbers where barbershop_id = ${barbershopId} and removed_at is null order by position, id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
