import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { staffApi, TimeOff } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { getOwnChair } from '../schedule/get-schedule.ts'
import { listAhead, lockBarber } from '../schedule/queries.ts'
import { refuseConflicts } from '../schedule/save-schedule.ts'
import { insertTimeOff, listTimeOff, MOST_AHEAD } from './queries.ts'
import { findFault, spanOf } from './rules.ts'

type Request = { caller: Caller; barberId: string; wish: Body<typeof staffApi.addTimeOff>; now: Date }

/** Takes time off. What is booked in it is answered with 409 and its list, unless the person says to keep it. */
export async function addTimeOff(db: DatabasePool, { caller, barberId, wish, now }: Request): Promise<TimeOff> {
  return db.transaction().execute(async (tx) => {
    await lockBarber(tx, barberId)
    const chair = await getOwnChair(tx, barberId, caller)
    const fault = findFault(wish, chair, now) ?? (await findCrowd(tx, chair.barberId, now))
    if (fault) throw new ApiError('TIME_OFF_INVALID', {}, fault)
    const { start, end } = spanOf(wish, chair)
    if (!wish.keepConflicts) refuseConflicts(await listBooked(tx, chair.barberId, { start, end, now }))
    const isDays = wish.startTime === undefined
    const timeOff = await insertTimeOff(tx, chair.barberId, {
      start,
      end,
      ...(isDays && { firstDay: wish.startDate, lastDay: wish.endDate }),
      reason: wish.reason?.trim() || undefined,
    })
    await publish(tx, [chair.userId, chair.ownerId], 'appointments')
    return timeOff
  })
}

async function findCrowd(tx: Database, barberId: string, now: Date): Promise<string | undefined> {
  const ahead = await listTimeOff(tx, barberId, now)
  return ahead.length < MOST_AHEAD ? undefined : `Já há ${MOST_AHEAD} folgas marcadas. Desmarque uma antes.`
}

async function listBooked(tx: Database, barberId: string, { start, end, now }: { start: Date; end: Date; now: Date }) {
  const ahead = await listAhead(tx, barberId, now)
  return ahead.filter(({ startTime, endTime }) => new Date(startTime) < end && new Date(endTime) > start)
}
