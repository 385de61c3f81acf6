import type { TimeOff } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { editsBarber, type ScheduleEdit } from '../schedule/queries.ts'

/** Instants, and the requested days for time off in whole days. */
export type NewTimeOff = { start: Date; end: Date; firstDay?: string; lastDay?: string; reason?: string }

type Row = Omit<TimeOff, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }

/** Dates and times in the barbershop's zone, as they were entered. */
const columns = sql`
  off.id, off.starts_at as "startsAt", off.ends_at as "endsAt", off.reason,
  to_char(coalesce(off.first_day::timestamp, off.starts_at at time zone barbershops.time_zone), 'YYYY-MM-DD') as "startDate",
  to_char(coalesce(off.last_day::timestamp, off.ends_at at time zone barbershops.time_zone), 'YYYY-MM-DD') as "endDate",
  case when off.first_day is null then to_char(off.starts_at at time zone barbershops.time_zone, 'HH24:MI') end as "startTime",
  case when off.first_day is null then to_char(off.ends_at at time zone barbershops.time_zone, 'HH24:MI') end as "endTime"`

const joins = sql`join barbers on barbers.id = off.barber_id join barbershops on barbershops.id = barbers.barbershop_id`

function toTimeOff(row: Row): TimeOff {
  return { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }
}

/** The most upcoming entries of time off of one barber. */
export const MAX_UPCOMING_TIME_OFF = 100

export async function listTimeOff(db: Database, barberId: string, now: Date): Promise<TimeOff[]> {
  const { rows } = await sql<Row>`/* list time off */
    select ${columns} from time_off off ${joins}
     where off.barber_id = ${barberId} and off.ends_at > ${now} order by off.starts_at, off.id limit ${MAX_UPCOMING_TIME_OFF}`.execute(
    db,
  )
  return rows.map(toTimeOff)
}

/** For those who may edit the barber's schedule. */
export async function findTimeOff(db: Database, id: string, userId: string): Promise<TimeOff | undefined> {
  const { rows } = await sql<Row>`/* find time off */
    select ${columns} from time_off off ${joins}
     where off.id = ${id} and barbers.removed_at is null and (barbers.user_id = ${userId} or ${isPermittedSql('settings', userId)})`.execute(
    db,
  )
  return rows[0] && toTimeOff(rows[0])
}

/** Idempotent: the same span entered twice, by two taps or two tabs, stays one row. */
export async function insertTimeOff(
  tx: Database,
  barberId: string,
  { start, end, ...details }: NewTimeOff,
): Promise<TimeOff> {
  const { firstDay = null, lastDay = null, reason = null } = details
  const { rows } = await sql<Row>`/* insert time off */
    with existing as (select * from time_off where barber_id = ${barberId} and starts_at = ${start} and ends_at = ${end} limit 1),
    inserted as (
      insert into time_off (barber_id, starts_at, ends_at, first_day, last_day, reason)
      select ${barberId}::uuid, ${start}::timestamptz, ${end}::timestamptz, ${firstDay}::date, ${lastDay}::date, ${reason}::text
       where not exists (select 1 from existing) returning *
    ),
    off as (select * from existing union all select * from inserted)
    select ${columns} from off ${joins}`.execute(tx)
  return toTimeOff(rows[0] as Row)
}

/** Increments the version that bookings compare, like every change of a barber's availability. Returns the time; undefined if it is gone. */
export async function deleteTimeOff(
  tx: Database,
  { barberId, userId }: ScheduleEdit,
  id: string,
): Promise<{ startsAt: Date; endsAt: Date } | undefined> {
  const { step, allows } = editsBarber(userId)
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`/* delete time off */
    with ${step},
    barber as (
      update barbers set availability_version = availability_version + 1
        from barbershops where barbers.id = ${barberId} and barbershops.id = barbershop_id and ${allows} returning barbers.id)
    delete from time_off using barber where time_off.id = ${id} and barber_id = barber.id
    returning starts_at as "startsAt", ends_at as "endsAt"`.execute(tx)
  return rows[0]
}
