import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { getOwnChair } from '../schedule/get-schedule.ts'
import { deleteTimeOff } from './queries.ts'

type Request = { caller: Caller; barberId: string; timeOffId: string }

/** Gives the time back: it can be booked again at once. */
export async function removeTimeOff(db: DatabasePool, { caller, barberId, timeOffId }: Request) {
  return db.transaction().execute(async (tx) => {
    const chair = await getOwnChair(tx, barberId, caller)
    if (!(await deleteTimeOff(tx, chair.barberId, timeOffId))) throw new ApiError('TIME_OFF_NOT_FOUND')
    await publish(tx, [chair.userId, chair.ownerId], 'appointments')
    return { removed: true }
  })
}
