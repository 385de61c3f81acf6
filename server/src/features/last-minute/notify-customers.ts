import { offerCaps } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { isBlockedIn } from '../customers/queries.ts'
import { publishEvent } from '../notifications/events/queries.ts'
import { listOpenSlots } from './queries.ts'
import { describeSlot, findFirstStart, findSendingTime, type StartGrid } from './rules.ts'

type NotifyDeps = { db: DatabasePool; clock: Clock }

/** Customers per transaction. */
const BATCH = 200
/** Without an appointment there for so many days. */
const FREE_DAYS = 7

/**
 * Notifies the customers who have the barbershop as a favorite of its first last-minute slot. Only with consent, once a day and three
 * times a week over all barbershops, by the message stored in the same transaction. At night it waits for the morning.
 */
export async function notifyOfLastMinute(
  { db, clock }: NotifyDeps,
  { barbershopId }: { barbershopId: string },
  { batch = BATCH } = {},
) {
  const now = clock.now()
  const { name: barbershopName, ...grid } = await getShop(db, barbershopId)
  const slots = await listOpenSlots(db, barbershopId, now)
  const slot = slots.find(({ startsAt, endsAt }) => findFirstStart(startsAt, grid, now) < new Date(endsAt))
  if (!slot) return
  const sendAt = findSendingTime(now, slot.timeZone)
  if (sendAt > now) {
    await addJob(db, notifyOfLastMinuteJob, { barbershopId }, { key: `last-minute:${barbershopId}`, runAt: sendAt })
    return
  }
  const startsAt = findFirstStart(slot.startsAt, grid, now)
  const texts = describeSlot({ ...slot, barbershopName, barberName: slot.barber.name, startsAt }, now)
  const { date } = toLocal(toEpochMinute(startsAt), slot.timeZone)
  const path = `/barbershop/${barbershopId}/booking/${slot.barber.id}?date=${date}`
  const today = toLocal(toEpochMinute(now), slot.timeZone).date
  const fans = await listConsenting(db, barbershopId)
  for (let first = 0; first < fans.length; first += batch)
    await db.transaction().execute(async (tx) => {
      const some = fans.slice(first, first + batch)
      const userIds = await claimMessages(tx, { barbershopId, today, fans: some }, now)
      const notification = {
        type: 'last_minute',
        topic: 'offers',
        fact: `last-minute:${slot.id}`,
        ...texts,
        path,
      } as const
      const notifications = userIds.map((userId) => ({ ...notification, userId }))
      if (userIds.length > 0) await publishEvent(tx, { notifications, published: {}, jobs: [] }, now)
    })
}

export const notifyOfLastMinuteJob = defineJob('notify-of-last-minute', {
  run: (deps: NotifyDeps, payload: { barbershopId: string }) => notifyOfLastMinute(deps, payload),
})

async function getShop(db: Database, barbershopId: string): Promise<StartGrid & { name: string }> {
  const { rows } = await sql<StartGrid & { name: string }>`/* barbershop of last-minute slot */
    select name, minimum_notice_minutes as "noticeMin", grid_minutes as "gridMinutes" from barbershops where id = ${barbershopId}`.execute(
    db,
  )
  return rows[0] ?? { name: '', noticeMin: 0, gridMinutes: 15 }
}

/** Who might be notified, read once. What can change meanwhile is decided by `claimMessages`. */
async function listConsenting(db: Database, barbershopId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`/* list consenting favorites */
    select favorites.user_id as "userId" from favorites join offer_consents consent
        on consent.user_id = favorites.user_id and withdrawn_at is null
     where barbershop_id = ${barbershopId} order by favorites.user_id`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Those who are notified now, each with the message that counts against the caps. The key of a person and day decides a race. */
async function claimMessages(
  tx: Database,
  { barbershopId, today, fans }: { barbershopId: string; today: string; fans: readonly string[] },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`/* claim last-minute messages */
    insert into last_minute_messages (user_id, sent_on, barbershop_id, sent_at)
    select favorites.user_id, ${today}::date, favorites.barbershop_id, ${now}::timestamptz
      from favorites join barbershops on barbershops.id = favorites.barbershop_id
     where favorites.barbershop_id = ${barbershopId} and favorites.user_id = any (${fans}::uuid[])
       and exists (select from offer_consents where offer_consents.user_id = favorites.user_id and withdrawn_at is null)
       and not exists (select from account_deletions where account_deletions.user_id = favorites.user_id)
       and not exists (select from appointments where customer_id = favorites.user_id and appointments.barbershop_id = ${barbershopId}
             and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}::timestamptz
             and starts_at < ${now}::timestamptz + make_interval(days => ${FREE_DAYS}))
       and not exists (select from last_minute_messages sent where sent.user_id = favorites.user_id and sent_on = ${today}::date)
       and (select count(*) from last_minute_messages sent where sent.user_id = favorites.user_id
              and sent_on > ${today}::date - 7) < ${offerCaps.perWeek}
       and (exists (select from (values ('in-app'), ('push')) as wanted (channel)
             where not exists (select from notification_preferences preference where preference.user_id = favorites.user_id
               and topic = 'offers' and preference.channel = wanted.channel and not is_on)))
       and not ${isBlockedIn(sql`barbershops.id`, sql`favorites.user_id`)}
     order by favorites.user_id
    on conflict on constraint last_minute_messages_key do nothing returning user_id as "userId"`.execute(tx)
  return rows.map(({ userId }) => userId)
}
