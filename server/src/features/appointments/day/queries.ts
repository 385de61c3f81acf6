import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { fromEpochMinute } from '../../../lib/local-time.ts'
import { toWorkingWeek, type WithWeekRows, weekColumns } from '../../staff/schedule/queries.ts'
import type { WorkingWeek } from '../../staff/schedule/rules.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from '../reading/queries.ts'

/** A chair that somebody sits behind today, with what decides when. */
export type Chair = WorkingWeek &
  Pick<BarberWorkday, 'barberId' | 'name' | 'avatarUrl' | 'barbershop' | 'timeZone'> & { userId: string }

/** Whose chairs: all of a barber's own, or those of one of the owner's shops. */
export type Viewer = { reader: 'barber'; userId: string } | { reader: 'owner'; userId: string; barbershopId: string }

const chairColumns = sql`
  barbers.id as "barberId", barbers.user_id as "userId", users.name, users.avatar_url as "avatarUrl",
  json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop,
  barbershops.time_zone as "timeZone", ${weekColumns}
  from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
  where barbers.removed_at is null`

export async function listChairs(db: Database, viewer: Viewer): Promise<Chair[]> {
  const query =
    viewer.reader === 'barber'
      ? sql<WithWeekRows<Chair>>`/* chairs of person */
          select ${chairColumns} and barbers.user_id = ${viewer.userId} order by barbershops.search_name, barbers.id`
      : sql<WithWeekRows<Chair>>`/* chairs of shop */
          select ${chairColumns} and barbershops.id = ${viewer.barbershopId} and barbershops.owner_id = ${viewer.userId}
           order by barbers.position, barbers.created_at, barbers.id`
  const { rows } = await query.execute(db)
  return rows.map((row) => ({ ...row, ...toWorkingWeek(row) }))
}

export type TimeOffRow = { barberId: string; start: number; end: number; reason: string | null }

/** Epoch minutes. */
type Window = { from: number; to: number }

/** What stands in these chairs' books: appointments that were not cancelled by their start, and time off in epoch minutes. */
export async function listBooks(db: Database, chairs: readonly Chair[], reader: Viewer['reader'], window: Window) {
  const ids = chairs.map(({ barberId }) => barberId)
  const [from, to] = [fromEpochMinute(window.from), fromEpochMinute(window.to)]
  type Row = { appointments: AppointmentRow[]; timeOff: TimeOffRow[] }
  const { rows } = await sql<Row>`${sql.raw(`/* books for ${reader} */`)}
    select
      (select coalesce(json_agg(booked), '[]') from (
         select ${appointmentColumns(reader)} from appointments taken ${appointmentJoins}
          where taken.barber_id = any(${ids}::uuid[]) and taken.status not in ('HELD', 'CANCELLED')
            and taken.starts_at >= ${from} and taken.starts_at < ${to} order by taken.starts_at, taken.id) booked) as appointments,
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'reason', reason,
                'start', floor(extract(epoch from starts_at) / 60), 'end', ceil(extract(epoch from ends_at) / 60))
              order by starts_at), '[]')
         from time_off where barber_id = any(${ids}::uuid[]) and ends_at > ${from} and starts_at < ${to}) as "timeOff"`.execute(
    db,
  )
  const { appointments, timeOff } = rows[0] as Row
  return { appointments: appointments.map(toAppointment), timeOff } satisfies {
    appointments: Appointment[]
    timeOff: TimeOffRow[]
  }
}
