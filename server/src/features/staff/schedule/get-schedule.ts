import { ApiError } from '@na-regua/contract/errors'
import type { Schedule, ScheduleConflict, WeekSpan } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import type { Interval } from '../../../lib/intervals.ts'
import { type BarberScheduleRow, findBarberSchedule, listTimeOffSpans, listUpcoming } from './queries.ts'
import { isAtWork, type WeeklyIntervals, type WorkingHours } from './rules.ts'

/** The schedule, for the barber, the barbershop's owner and its managers. Throws FORBIDDEN for other callers. */
export async function getEditableSchedule(
  db: Database,
  barberId: string,
  caller: Pick<Caller, 'id'>,
): Promise<BarberScheduleRow> {
  const schedule = await findBarberSchedule(db, barberId)
  if (!schedule) throw new ApiError('BARBER_NOT_FOUND')
  if (caller.id !== schedule.userId && !schedule.editorIds.includes(caller.id)) throw new ApiError('FORBIDDEN')
  return schedule
}

export async function getSchedule(db: Database, schedule: BarberScheduleRow, now: Date): Promise<Schedule> {
  const timeOff = await listTimeOffSpans(db, schedule.barberId, now)
  const conflicts = listConflicts(await listUpcoming(db, schedule.barberId, now), schedule, schedule.timeZone, timeOff)
  const { barberId, name, barbershop, timeZone, version } = schedule
  return {
    barberId,
    name,
    barbershop,
    timeZone,
    version,
    conflicts,
    shopHours: toSpans(schedule.shopHours),
    hours: schedule.barberHours ? toSpans(schedule.barberHours) : null,
    breaks: toSpans(schedule.breaks),
  }
}

/** The appointments for which the barber is not at work. */
export function listConflicts(
  appointments: readonly ScheduleConflict[],
  week: WorkingHours,
  timeZone: string,
  timeOff: readonly Interval[],
): ScheduleConflict[] {
  return appointments.filter((appointment) => !isAtWork(week, timeZone, timeOff, minutesOf(appointment)))
}

function minutesOf({ startTime, endTime }: Pick<ScheduleConflict, 'startTime' | 'endTime'>): Interval {
  return [Math.floor(Date.parse(startTime) / 60_000), Math.ceil(Date.parse(endTime) / 60_000)]
}

function toSpans(week: WeeklyIntervals): WeekSpan[] {
  return week.flatMap((day, dayOfWeek) => day.map(([start, end]) => ({ dayOfWeek, start, end })))
}
