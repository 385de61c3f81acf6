import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { listDates, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import { getAppointmentFor } from '../../appointments/status/queries.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { findBarberSchedule } from '../../staff/schedule/queries.ts'
import { businessDate } from '../../staff/schedule/rules.ts'
import { isAgendaBarbershop } from '../lists/queries.ts'
import { type DayViewer, listDayBarbers, listDayEntries } from './queries.ts'
import { daySpan, toBarberWorkday } from './rules.ts'

type DayRequest = { viewer: DayViewer; date: string | undefined; now: Date }

/** For users who are not a barber anywhere. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The day of each barber, in three statements. Without a date it is today at the first barber's barbershop. */
export async function getStaffDay(db: Database, request: DayRequest): Promise<StaffDay> {
  const [day] = await listStaffDays(db, { ...request, count: 1 })
  return day as StaffDay
}

/** Today and the next days, in as many statements as one day. Only the first has the barber's requests, which are of all days. */
export async function listStaffDays(
  db: Database,
  { viewer, date: requestedDate, now, count }: DayRequest & { count: number },
): Promise<StaffDay[]> {
  const barbers = await listDayBarbers(db, viewer)
  const [first] = barbers
  if (!first) {
    if (viewer.reader === 'owner' && !(await isAgendaBarbershop(db, viewer.userId, viewer.barbershopId)))
      throw new ApiError('BARBERSHOP_NOT_FOUND')
    const date = requestedDate ?? toLocal(toEpochMinute(now), DEFAULT_ZONE).date
    return listDates(date, count).map((date) => ({ date, barbers: [] }))
  }
  const dates = listDates(requestedDate ?? businessDate(first, first.timeZone, now), count)
  const spans = dates.flatMap((date) => barbers.map((barber) => daySpan(barber, date)))
  const window = { from: Math.min(...spans.map(([from]) => from)), to: Math.max(...spans.map(([, to]) => to)) }
  const [entries, busyOf] = await Promise.all([
    listDayEntries(db, barbers, viewer, { ...window, now }),
    loadBusyIntervals(db, barbers, { ...window, now }),
  ])
  return dates.map((date, index) => ({
    date,
    barbers: barbers.map((barber) => toBarberWorkday(barber, date, { ...entries, busy: busyOf(barber), now })),
    ...(viewer.reader === 'barber' && index === 0 && { requests: entries.requests }),
  }))
}

/**
 * An appointment as its barber or owner may read it, and the day on which the agenda has it. For everyone else it does not exist; a
 * barber who left the barbershop gets FORBIDDEN.
 */
export async function getAppointmentDay(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<{ date: string; appointment: Appointment }> {
  const record = await getAppointmentRecordFor(db, id, userId)
  const actor = listActors(record, userId).find((side) => side !== 'customer')
  if (!actor) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const { barberId, timeZone, startsAt } = record
  const [appointment, schedule] = await Promise.all([
    getAppointmentFor(db, id, actor, userId),
    findBarberSchedule(db, barberId),
  ])
  // The owner may open an appointment of a barber who left and has no schedule any more.
  const date = schedule ? businessDate(schedule, timeZone, startsAt) : toLocal(toEpochMinute(startsAt), timeZone).date
  return { date, appointment }
}
