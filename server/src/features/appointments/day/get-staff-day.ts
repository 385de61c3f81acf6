import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { findBarberSchedule } from '../../staff/schedule/queries.ts'
import { businessDate } from '../../staff/schedule/rules.ts'
import { isAgendaBarbershop } from '../agenda/queries.ts'
import { getAppointmentRecordFor, listActors } from '../status/change-status.ts'
import { getAppointmentFor } from '../status/queries.ts'
import { type DayViewer, listDayBarbers, listDayEntries } from './queries.ts'
import { daySpan, toBarberWorkday } from './rules.ts'

type DayRequest = { viewer: DayViewer; date: string | undefined; now: Date }

/** For users who are not a barber anywhere. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The day of each barber, in three statements. Without a date it is today at the first barber's barbershop. */
export async function getStaffDay(db: Database, { viewer, date: requestedDate, now }: DayRequest): Promise<StaffDay> {
  const barbers = await listDayBarbers(db, viewer)
  const [first] = barbers
  if (!first) {
    if (viewer.reader === 'owner' && !(await isAgendaBarbershop(db, viewer.userId, viewer.barbershopId)))
      throw new ApiError('BARBERSHOP_NOT_FOUND')
    return { date: requestedDate ?? toLocal(toEpochMinute(now), DEFAULT_ZONE).date, chairs: [] }
  }
  const date = requestedDate ?? businessDate(first, first.timeZone, now)
  const spans = barbers.map((barber) => daySpan(barber, date))
  const window = { from: Math.min(...spans.map(([from]) => from)), to: Math.max(...spans.map(([, to]) => to)) }
  const [entries, busyOf] = await Promise.all([
    listDayEntries(db, barbers, viewer.reader, { ...window, now }),
    loadBusyIntervals(db, barbers, { ...window, now }),
  ])
  return {
    date,
    chairs: barbers.map((barber) => toBarberWorkday(barber, date, { ...entries, busy: busyOf(barber), now })),
    ...(viewer.reader === 'barber' && { requests: entries.requests }),
  }
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
    getAppointmentFor(db, id, actor),
    findBarberSchedule(db, barberId),
  ])
  // The owner may open an appointment of a barber who left and has no schedule any more.
  const date = schedule ? businessDate(schedule, timeZone, startsAt) : toLocal(toEpochMinute(startsAt), timeZone).date
  return { date, appointment }
}
