import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Database } from '../../../lib/database.ts'
import { listConflicts } from './get-schedule.ts'
import { findBarberSchedule, listBarberIds, listTimeOffSpans, listUpcoming } from './queries.ts'

/** The upcoming appointments of a barbershop, by start. */
export async function listUpcomingOfBarbershop(
  tx: Database,
  barbershopId: string,
  now: Date,
): Promise<ScheduleConflict[]> {
  const upcoming: ScheduleConflict[] = []
  for (const id of await listBarberIds(tx, barbershopId)) upcoming.push(...(await listUpcoming(tx, id, now)))
  return upcoming.toSorted((one, other) => one.startTime.localeCompare(other.startTime))
}

/** The users of a barbershop's barbers, and the upcoming appointments for which their barber is not at work. */
export async function listConflictsOfBarbershop(tx: Database, barbershopId: string, now: Date) {
  const userIds: string[] = []
  const conflicts: ScheduleConflict[] = []
  for (const id of await listBarberIds(tx, barbershopId)) {
    const schedule = await findBarberSchedule(tx, id)
    if (!schedule) continue
    userIds.push(schedule.userId)
    const timeOff = await listTimeOffSpans(tx, id, now)
    conflicts.push(...listConflicts(await listUpcoming(tx, id, now), schedule, schedule.timeZone, timeOff))
  }
  return { userIds, conflicts: conflicts.toSorted((one, other) => one.startTime.localeCompare(other.startTime)) }
}
