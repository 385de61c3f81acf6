import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { getEditableSchedule } from '../schedule/get-schedule.ts'
import { deleteTimeOff } from './queries.ts'

type RemoveTimeOffRequest = { caller: Caller; barberId: string; timeOffId: string; now: Date }

/** Removes time off: its slots can be booked at once. */
export async function removeTimeOff(db: DatabasePool, { caller, barberId, timeOffId, now }: RemoveTimeOffRequest) {
  return db.transaction().execute(async (tx) => {
    const schedule = await getEditableSchedule(tx, barberId, caller)
    const removed = await deleteTimeOff(tx, { barberId: schedule.barberId, userId: caller.id }, timeOffId)
    if (!removed) throw new ApiError('TIME_OFF_NOT_FOUND')
    const { startsAt, endsAt } = removed
    await recordEvent(tx, { name: 'time-off.removed', barberId: schedule.barberId, startsAt, endsAt, at: now })
    await publish(tx, [schedule.userId, schedule.ownerId], 'appointments')
    return { removed: true }
  })
}
