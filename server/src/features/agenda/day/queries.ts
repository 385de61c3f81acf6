import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { fromEpochMinute } from '../../../lib/local-time.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from '../../appointments/queries.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { scheduleColumns, toWorkingHours, type WithScheduleRows } from '../../staff/schedule/queries.ts'
import type { WorkingHours } from '../../staff/schedule/rules.ts'

/** A current barber with the schedule that decides when they work. */
export type DayBarber = WorkingHours &
  Pick<BarberWorkday, 'barberId' | 'name' | 'avatarUrl' | 'barbershop' | 'timeZone'> & { userId: string }

/** Whose day: a barber's in every barbershop, or that of all barbers in a barbershop, for its owner, managers and receptionists. */
export type DayViewer = { reader: 'barber'; userId: string } | { reader: 'owner'; userId: string; barbershopId: string }

const dayBarberColumns = sql`
  barbers.id as "barberId", barbers.user_id as "userId", users.name, users.avatar_url as "avatarUrl",
  json_build_object('id', barbershops.id, 'name', barbershops.name, 'usesVisits', barbershops.uses_visits) as barbershop,
  barbershops.time_zone as "timeZone", ${scheduleColumns}
  from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
  where barbers.removed_at is null`

export async function listDayBarbers(db: Database, viewer: DayViewer): Promise<DayBarber[]> {
  const query =
    viewer.reader === 'barber'
      ? sql<WithScheduleRows<DayBarber>>`/* list day barbers of user */
          select ${dayBarberColumns} and barbers.user_id = ${viewer.userId} order by barbershops.search_name, barbers.id`
      : sql<WithScheduleRows<DayBarber>>`/* list day barbers of barbershop */
          select ${dayBarberColumns} and barbershops.id = ${viewer.barbershopId} and ${isPermittedSql('agenda', viewer.userId)}
           order by barbers.position, barbers.created_at, barbers.id`
  const { rows } = await query.execute(db)
  return rows.map((row) => ({ ...row, ...toWorkingHours(row) }))
}

export type TimeOffRow = { barberId: string; start: number; end: number; reason: string | null }
/** An open offer to a customer of the waitlist; `until` in epoch milliseconds. */
export type OfferRow = { barberId: string; start: number; end: number; until: number }

/** Epoch minutes. */
type Window = { from: number; to: number; now: Date }

/** Requests expire within a day (decision 07): no barber has so many. */
const MAX_REQUESTS = 200

/**
 * Appointments that are not cancelled, by start, time off and open offers in epoch minutes. For a barber also the upcoming requests of all days,
 * the most urgent first.
 */
export async function listDayEntries(
  db: Database,
  barbers: readonly DayBarber[],
  { reader, userId }: DayViewer,
  window: Window,
) {
  const ids = barbers.map(({ barberId }) => barberId)
  const from = fromEpochMinute(window.from)
  const to = fromEpochMinute(window.to)
  type Row = { appointments: AppointmentRow[]; timeOff: TimeOffRow[]; offers: OfferRow[]; requests: AppointmentRow[] }
  const requests = sql`
      (select coalesce(json_agg(open_requests), '[]') from (
         select ${appointmentColumns(reader, userId)} from appointments ${appointmentJoins}
          where appointments.barber_id = any(${ids}::uuid[]) and appointments.status = 'SCHEDULED'
            and appointments.starts_at > ${window.now} order by appointments.starts_at limit ${MAX_REQUESTS}) open_requests)`
  const { rows } = await sql<Row>`${sql.raw(`/* list day entries for ${reader} */`)}
    select
      (select coalesce(json_agg(entries), '[]') from (
         select ${appointmentColumns(reader, userId)} from appointments ${appointmentJoins}
          where appointments.barber_id = any(${ids}::uuid[]) and appointments.status not in ('HELD', 'CANCELLED')
            and appointments.starts_at >= ${from} and appointments.starts_at < ${to} order by appointments.starts_at, appointments.id) entries) as appointments,
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'reason', reason,
                'start', floor(extract(epoch from starts_at) / 60), 'end', ceil(extract(epoch from ends_at) / 60))
              order by starts_at), '[]')
         from time_off where barber_id = any(${ids}::uuid[]) and ends_at > ${from} and starts_at < ${to}) as "timeOff",
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'until', floor(extract(epoch from expires_at) * 1000),
                'start', floor(extract(epoch from starts_at) / 60), 'end', ceil(extract(epoch from ends_at) / 60))
              order by starts_at), '[]')
         from waitlist_offers where barber_id = any(${ids}::uuid[]) and status = 'OPEN' and expires_at > ${window.now}
          and ends_at > ${from} and starts_at < ${to}) as offers,
      ${reader === 'barber' ? requests : sql`'[]'::json`} as requests`.execute(db)
  const found = rows[0] as Row
  return {
    appointments: found.appointments.map((row): Appointment => toAppointment(row)),
    timeOff: found.timeOff,
    offers: found.offers,
    requests: found.requests.map(toAppointment).toSorted(byDeadline),
  }
}

const byDeadline = (one: Appointment, other: Appointment) => ((one.confirmBy ?? '') < (other.confirmBy ?? '') ? -1 : 1)
