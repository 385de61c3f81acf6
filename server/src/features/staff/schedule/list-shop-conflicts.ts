import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Database } from '../../../lib/database.ts'
import { listMisplaced } from './get-schedule.ts'
import { findChairTime, listAhead, listChairIds, listTimeOffSpans } from './queries.ts'

/** What is booked in a shop from now on, with whomever, by start. */
export async function listShopAhead(tx: Database, barbershopId: string, now: Date): Promise<ScheduleConflict[]> {
  const ahead: ScheduleConflict[] = []
  for (const id of await listChairIds(tx, barbershopId)) ahead.push(...(await listAhead(tx, id, now)))
  return ahead.toSorted((one, other) => one.startTime.localeCompare(other.startTime))
}

/** Of every chair of a shop: who sits there, and what is ahead for which that barber is not at work. */
export async function listShopConflicts(tx: Database, barbershopId: string, now: Date) {
  const userIds: string[] = []
  const conflicts: ScheduleConflict[] = []
  for (const id of await listChairIds(tx, barbershopId)) {
    const chair = await findChairTime(tx, id)
    if (!chair) continue
    userIds.push(chair.userId)
    const timeOff = await listTimeOffSpans(tx, id, now)
    conflicts.push(...listMisplaced(await listAhead(tx, id, now), chair, chair.timeZone, timeOff))
  }
  return { userIds, conflicts: conflicts.toSorted((one, other) => one.startTime.localeCompare(other.startTime)) }
}
