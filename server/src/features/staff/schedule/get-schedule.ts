import { ApiError } from '@na-regua/contract/errors'
import type { Schedule, ScheduleConflict, WeekSpan } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import type { Interval } from '../../../lib/intervals.ts'
import { type ChairTime, findChairTime, listAhead, listTimeOffSpans } from './queries.ts'
import { isAtWork, type Week, type WorkingWeek } from './rules.ts'

/** The chair, for the person in it and the shop's owner; nobody else has a say in a barber's time. */
export async function getOwnChair(db: Database, barberId: string, caller: Pick<Caller, 'id'>): Promise<ChairTime> {
  const chair = await findChairTime(db, barberId)
  if (!chair) throw new ApiError('BARBER_NOT_FOUND')
  if (caller.id !== chair.userId && caller.id !== chair.ownerId) throw new ApiError('FORBIDDEN')
  return chair
}

export async function getSchedule(db: Database, chair: ChairTime, now: Date): Promise<Schedule> {
  const timeOff = await listTimeOffSpans(db, chair.barberId, now)
  const conflicts = listMisplaced(await listAhead(db, chair.barberId, now), chair, chair.timeZone, timeOff)
  const { barberId, name, barbershop, timeZone, version } = chair
  return {
    ...{ barberId, name, barbershop, timeZone, version, conflicts },
    shopHours: toSpans(chair.shopHours),
    hours: chair.barberHours ? toSpans(chair.barberHours) : null,
    breaks: toSpans(chair.breaks),
  }
}

/** Those of the appointments for which the barber is not at work. */
export function listMisplaced(
  appointments: readonly ScheduleConflict[],
  week: WorkingWeek,
  timeZone: string,
  timeOff: readonly Interval[],
): ScheduleConflict[] {
  return appointments.filter((appointment) => !isAtWork(week, timeZone, timeOff, minutesOf(appointment)))
}

export function minutesOf({ startTime, endTime }: Pick<ScheduleConflict, 'startTime' | 'endTime'>): Interval {
  return [Math.floor(Date.parse(startTime) / 60_000), Math.ceil(Date.parse(endTime) / 60_000)]
}

function toSpans(week: Week): WeekSpan[] {
  return week.flatMap((day, dayOfWeek) => day.map(([start, end]) => ({ dayOfWeek, start, end })))
}
