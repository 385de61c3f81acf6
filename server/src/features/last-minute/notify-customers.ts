import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { publishEvent } from '../notifications/events/queries.ts'
import { type ClaimedMessage, claimMessages, listConsenting } from './claim-messages.ts'
import { listDiscountedStarts } from './list-starts.ts'
import { getShopName } from './own-queries.ts'
import { describeStart, findSendingTime } from './rules.ts'

type NotifyDeps = { db: DatabasePool; clock: Clock }

/** Customers per transaction. */
const BATCH = 200

/**
 * Notifies customers of the last-minute slots of a barbershop: who has it as a favorite or is due for the next visit, of the first start;
 * who has a request of the waitlist around it, of the first one that fits. Only with consent, once a day and three times a week over all
 * barbershops, by the message stored in the same transaction. At night it waits for the morning.
 */
export async function notifyOfLastMinute(
  { db, clock }: NotifyDeps,
  { barbershopId }: { barbershopId: string },
  { batch = BATCH } = {},
) {
  const now = clock.now()
  const starts = await listDiscountedStarts(db, barbershopId, now)
  const [first] = starts
  if (!first) return
  const { timeZone } = first.slot
  const sendAt = findSendingTime(now, timeZone)
  if (sendAt > now) {
    await addJob(db, notifyOfLastMinuteJob, { barbershopId }, { key: `last-minute:${barbershopId}`, runAt: sendAt })
    return
  }
  const barbershopName = await getShopName(db, barbershopId)
  const today = toLocal(toEpochMinute(now), timeZone).date
  const userIds = await listConsenting(db, { barbershopId, starts })
  for (let from = 0; from < userIds.length; from += batch)
    await db.transaction().execute(async (tx) => {
      const some = userIds.slice(from, from + batch)
      const messages = await claimMessages(tx, { barbershopId, today, starts, userIds: some }, now)
      const notifications = messages.map((message) => toNotification(message, barbershopName, now))
      if (notifications.length > 0) await publishEvent(tx, { notifications, published: {}, jobs: [] }, now)
    })
}

export const notifyOfLastMinuteJob = defineJob('notify-of-last-minute', {
  run: (deps: NotifyDeps, payload: { barbershopId: string }) => notifyOfLastMinute(deps, payload),
})

function toNotification({ userId, reason, start }: ClaimedMessage, barbershopName: string, now: Date) {
  const { slot, price, startsAt } = start
  const { id, barbershopId, barber, timeZone, percent } = slot
  const { date } = toLocal(toEpochMinute(startsAt), timeZone)
  return {
    userId,
    type: 'last_minute',
    topic: 'last-minute',
    dedupeKey: `last-minute:${id}`,
    ...describeStart({ barbershopName, barberName: barber.name, startsAt, timeZone, percent, price, reason }, now),
    path: `/barbershop/${barbershopId}/booking/${barber.id}/${price.serviceId}?date=${date}`,
  } as const
}
