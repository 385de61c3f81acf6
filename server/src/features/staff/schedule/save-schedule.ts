import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Schedule, ScheduleConflict, staffApi, WeekSpan } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { findFault } from './find-fault.ts'
import { getOwnChair, getSchedule, listMisplaced } from './get-schedule.ts'
import { type ChairTime, listAhead, listTimeOffSpans, lockBarber, replaceWeek } from './queries.ts'
import { toWeek, type WorkingWeek } from './rules.ts'

type Request = { caller: Caller; barberId: string; wish: Body<typeof staffApi.saveSchedule>; now: Date }

/**
 * Changes a barber's week. What is booked stays booked: appointments that the new week has no room for are answered with
 * 409 SCHEDULE_CONFLICT and their list, unless the person says to keep them. 409 SCHEDULE_CHANGED when another tab was faster.
 */
export async function saveSchedule(db: DatabasePool, { caller, barberId, wish, now }: Request): Promise<Schedule> {
  return db.transaction().execute(async (tx) => {
    await lockBarber(tx, barberId)
    const chair = await getOwnChair(tx, barberId, caller)
    if (wish.version !== chair.version) throw new ApiError('SCHEDULE_CHANGED')
    const fault = findFault({ ...wish, shopHours: chair.shopHours })
    if (fault) throw new ApiError('SCHEDULE_INVALID', {}, fault)
    if (!wish.keepConflicts) refuseConflicts(await listNewConflicts(tx, chair, weekOf(chair, wish), now))
    await replaceWeek(tx, chair.barberId, { hours: wish.hours ?? [], breaks: wish.breaks })
    await publish(tx, [chair.userId, chair.ownerId], 'appointments')
    return getSchedule(tx, await getOwnChair(tx, barberId, caller), now)
  })
}

function weekOf({ shopHours, specialDays }: ChairTime, { hours, breaks }: Request['wish']): WorkingWeek {
  const toRows = (spans: readonly WeekSpan[]) =>
    toWeek(spans.map(({ dayOfWeek, start, end }) => [dayOfWeek, start, end]))
  return { shopHours, specialDays, barberHours: hours ? toRows(hours) : undefined, breaks: toRows(breaks) }
}

/** What fits today and would not any more: somebody who kept a conflict once is not asked about it with every change. */
async function listNewConflicts(tx: Database, chair: ChairTime, next: WorkingWeek, now: Date) {
  const timeOff = await listTimeOffSpans(tx, chair.barberId, now)
  const misplaced = listMisplaced(await listAhead(tx, chair.barberId, now), next, chair.timeZone, timeOff)
  const old = new Set(listMisplaced(misplaced, chair, chair.timeZone, timeOff))
  return misplaced.filter((appointment) => !old.has(appointment))
}

/** Throws the list for the person to decide; nothing of it is moved or cancelled by itself. */
export function refuseConflicts(conflicts: readonly ScheduleConflict[]): void {
  if (conflicts.length === 0) return
  const words = conflicts.length === 1 ? 'Há 1 agendamento marcado' : `Há ${conflicts.length} agendamentos marcados`
  throw new ApiError('SCHEDULE_CONFLICT', { conflicts }, `${words} nesse tempo.`)
}
