import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { ScheduleConflict, staffApi, TimeOff } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { getEditableSchedule } from '../schedule/get-schedule.ts'
import { listUpcoming, lockAvailability } from '../schedule/queries.ts'
import { checkNoConflicts } from '../schedule/save-schedule.ts'
import { insertTimeOff, listTimeOff, MAX_UPCOMING_TIME_OFF } from './queries.ts'
import { findTimeOffProblem, spanOf } from './rules.ts'

export type AddTimeOffRequest = {
  caller: Pick<Caller, 'id'>
  barberId: string
  input: Body<typeof staffApi.addTimeOff>
  record?: RecordChange
  now: Date
}

/** Adds time off. Appointments in it are returned with 409 SCHEDULE_CONFLICT unless the request keeps them. */
export async function addTimeOff(db: DatabasePool, request: AddTimeOffRequest): Promise<TimeOff> {
  return db.transaction().execute(async (tx) => {
    const { timeOff, conflicts } = await writeTimeOff(tx, request)
    if (!request.input.keepConflicts) checkNoConflicts(conflicts)
    await request.record?.(tx, { id: timeOff.id, version: 1 })
    return timeOff
  })
}

/** Writes the time off in a transaction of the caller, and returns the appointments in it. */
export async function writeTimeOff(
  tx: Database,
  { caller, barberId, input, now }: Omit<AddTimeOffRequest, 'record'>,
): Promise<{ timeOff: TimeOff; conflicts: ScheduleConflict[] }> {
  await lockAvailability(tx, { barberId, userId: caller.id })
  const schedule = await getEditableSchedule(tx, barberId, caller)
  const problem = findTimeOffProblem(input, schedule, now) ?? (await findLimitProblem(tx, schedule.barberId, now))
  if (problem) throw new ApiError('TIME_OFF_INVALID', {}, problem)
  const { start, end } = spanOf(input, schedule)
  const conflicts = await listAppointmentsIn(tx, schedule.barberId, { start, end, now })
  const isDays = input.startTime === undefined
  const timeOff = await insertTimeOff(tx, schedule.barberId, {
    start,
    end,
    ...(isDays && { firstDay: input.startDate, lastDay: input.endDate }),
    reason: input.reason?.trim() || undefined,
  })
  await publish(tx, [schedule.userId, schedule.ownerId], 'appointments')
  return { timeOff, conflicts }
}

async function findLimitProblem(tx: Database, barberId: string, now: Date): Promise<string | undefined> {
  const upcoming = await listTimeOff(tx, barberId, now)
  return upcoming.length < MAX_UPCOMING_TIME_OFF
    ? undefined
    : `Já há ${MAX_UPCOMING_TIME_OFF} folgas marcadas. Desmarque uma antes.`
}

async function listAppointmentsIn(
  tx: Database,
  barberId: string,
  { start, end, now }: { start: Date; end: Date; now: Date },
) {
  const upcoming = await listUpcoming(tx, barberId, now)
  return upcoming.filter(({ startTime, endTime }) => new Date(startTime) < end && new Date(endTime) > start)
}
