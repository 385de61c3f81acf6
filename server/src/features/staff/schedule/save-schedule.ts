import { ApiError } from '@na-regua/contract/errors'
import type { Body, Output } from '@na-regua/contract/route'
import type { ScheduleConflict, staffApi, WeekSpan } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { findScheduleProblem } from './find-schedule-problem.ts'
import { getEditableSchedule, getSchedule, listConflicts } from './get-schedule.ts'
import { type BarberScheduleRow, listTimeOffSpans, listUpcoming, lockAvailability, replaceSchedule } from './queries.ts'
import { toWeeklyIntervals, type WorkingHours } from './rules.ts'

type SaveScheduleRequest = {
  caller: Pick<Caller, 'id'>
  barberId: string
  input: Body<typeof staffApi.saveSchedule>
  now: Date
}

/**
 * Replaces a barber's weekly hours and breaks. Appointments stay: those outside the new schedule are returned with 409
 * SCHEDULE_CONFLICT unless the request keeps them. 409 SCHEDULE_CHANGED when the version is stale.
 */
export async function saveSchedule(
  db: DatabasePool,
  request: SaveScheduleRequest,
): Promise<Output<typeof staffApi.saveSchedule>> {
  const { caller, barberId, input, now } = request
  return db.transaction().execute(async (tx) => {
    const conflicts = await changeSchedule(tx, request)
    if (!input.keepConflicts) checkNoConflicts(conflicts)
    await recordEvent(tx, { name: 'hours.changed', barberId, at: now })
    return getSchedule(tx, await getEditableSchedule(tx, barberId, caller), now)
  })
}

/**
 * Writes the schedule in a transaction of the caller, and returns the appointments that are newly outside of it. The caller settles these,
 * and then records that the hours have changed.
 */
export async function changeSchedule(
  tx: Database,
  { caller, barberId, input, now }: SaveScheduleRequest,
): Promise<ScheduleConflict[]> {
  await lockAvailability(tx, { barberId, userId: caller.id })
  const schedule = await getEditableSchedule(tx, barberId, caller)
  if (input.version !== schedule.version) throw new ApiError('SCHEDULE_CHANGED')
  const problem = findScheduleProblem({ ...input, shopHours: schedule.shopHours })
  if (problem) throw new ApiError('SCHEDULE_INVALID', {}, problem)
  const conflicts = await listNewConflicts(tx, schedule, toProposedHours(schedule, input), now)
  await replaceSchedule(tx, schedule.barberId, { hours: input.hours ?? [], breaks: input.breaks })
  await publish(tx, [schedule.userId, schedule.ownerId], 'appointments')
  return conflicts
}

function toProposedHours(
  { shopHours, specialDates }: BarberScheduleRow,
  { hours, breaks }: SaveScheduleRequest['input'],
): WorkingHours {
  const toRows = (spans: readonly WeekSpan[]) =>
    toWeeklyIntervals(spans.map(({ dayOfWeek, start, end }) => [dayOfWeek, start, end]))
  return {
    shopHours,
    specialDates: specialDates,
    barberHours: hours ? toRows(hours) : undefined,
    breaks: toRows(breaks),
  }
}

/** Appointments that fit the old schedule and not the new one: a conflict that was kept once is not reported again. */
async function listNewConflicts(tx: Database, schedule: BarberScheduleRow, next: WorkingHours, now: Date) {
  const timeOff = await listTimeOffSpans(tx, schedule.barberId, now)
  const conflicts = listConflicts(await listUpcoming(tx, schedule.barberId, now), next, schedule.timeZone, timeOff)
  const old = new Set(listConflicts(conflicts, schedule, schedule.timeZone, timeOff))
  return conflicts.filter((appointment) => !old.has(appointment))
}

/** Throws SCHEDULE_CONFLICT with the list. No appointment is moved or cancelled implicitly. */
export function checkNoConflicts(conflicts: readonly ScheduleConflict[]): void {
  if (conflicts.length === 0) return
  const words = conflicts.length === 1 ? 'Há 1 agendamento marcado' : `Há ${conflicts.length} agendamentos marcados`
  throw new ApiError('SCHEDULE_CONFLICT', { conflicts }, `${words} nesse tempo.`)
}
