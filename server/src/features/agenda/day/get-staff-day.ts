import type { BarbershopWeek, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { addDays, listDates, toEpochMinute, toLocal, weekdayOf } from '../../../lib/local-time.ts'
import { getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import { getAppointmentFor } from '../../appointments/status/queries.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { findBarberSchedule } from '../../staff/schedule/queries.ts'
import { businessDate } from '../../staff/schedule/rules.ts'
import { isAgendaBarbershop } from '../lists/queries.ts'
import { type DayBarber, type DayViewer, listDayBarbers, listDayEntries } from './queries.ts'
import { countWorkday, daySpan, toBarberWorkday } from './rules.ts'

type DayRequest = { viewer: DayViewer; date: string | undefined; now: Date }

/** For users who are not a barber anywhere. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The day of each barber, in three statements. Without a date it is today at the first barber's barbershop. */
export async function getStaffDay(db: Database, { viewer, date, now }: DayRequest): Promise<StaffDay> {
  const { days } = await listStaffDays(db, { viewer, now, datesFrom: (today) => [date ?? today] })
  return days[0] as StaffDay
}

/** Seven days from the Sunday of the week that has the date, or today. `barberId`: only of that barber. */
export function getStaffWeek(
  db: Database,
  { viewer, date, now, barberId }: DayRequest & { barberId?: string },
): Promise<StaffDays> {
  const isShown = (barber: DayBarber) => barberId === undefined || barber.barberId === barberId
  return listStaffDays(db, { viewer, now, isShown, datesFrom: (today) => listDatesOfWeek(date ?? today) })
}

/** The same of all barbers of a barbershop, as numbers. */
export async function countStaffWeek(db: Database, request: DayRequest): Promise<BarbershopWeek> {
  const { today, days } = await getStaffWeek(db, request)
  const barbers = (days[0] as StaffDay).barbers.map(({ barberId, name, avatarUrl }) => ({
    id: barberId,
    name,
    avatarUrl,
  }))
  return { today, barbers, days: days.map(({ date, barbers }) => ({ date, barbers: barbers.map(countWorkday) })) }
}

function listDatesOfWeek(date: string): readonly string[] {
  return listDates(addDays(date, -weekdayOf(date)), 7)
}

type StaffDays = { today: string; days: StaffDay[] }

type DaysRequest = {
  viewer: DayViewer
  now: Date
  /** The dates by the one that it is at the first barber's barbershop. */
  datesFrom: (today: string) => readonly string[]
  isShown?: (barber: DayBarber) => boolean
}

/** Several days, in as many statements as one. Only the first has the barber's requests, which are of all days. */
export async function listStaffDays(
  db: Database,
  { viewer, now, datesFrom, isShown = () => true }: DaysRequest,
): Promise<StaffDays> {
  const all = await listDayBarbers(db, viewer)
  const [first] = all
  if (!first) {
    if (viewer.reader === 'owner' && !(await isAgendaBarbershop(db, viewer.userId, viewer.barbershopId)))
      throw new ApiError('BARBERSHOP_NOT_FOUND')
    const today = toLocal(toEpochMinute(now), DEFAULT_ZONE).date
    return { today, days: datesFrom(today).map((date) => ({ date, barbers: [] })) }
  }
  const today = businessDate(first, first.timeZone, now)
  const dates = datesFrom(today)
  const barbers = all.filter(isShown)
  const spans = dates.flatMap((date) => all.map((barber) => daySpan(barber, date)))
  const window = { from: Math.min(...spans.map(([from]) => from)), to: Math.max(...spans.map(([, to]) => to)) }
  const [entries, busyOf] = await Promise.all([
    listDayEntries(db, barbers, viewer, { ...window, now }),
    loadBusyIntervals(db, barbers, { ...window, now }),
  ])
  const days = dates.map((date, index) => ({
    date,
    barbers: barbers.map((barber) => toBarberWorkday(barber, date, { ...entries, busy: busyOf(barber), now })),
    ...(viewer.reader === 'barber' && index === 0 && { requests: entries.requests }),
  }))
  return { today, days }
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
