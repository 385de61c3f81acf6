import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { dayLine, fromEpochMinute, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import type { Booking } from '../queries.ts'

/**
 * The bookings whose chair is free, in the order in which they should be tried: the chair that the customer already holds for this
 * time, then whoever serves the fewest people on that day, then the order of the shop. All of one slot, their chairs locked.
 */
export async function rankBookings(tx: Database, bookings: readonly Booking[], now: Date): Promise<Booking[]> {
  const { customerId, userIds, chair, visit, start, end } = bookings[0] as Booking
  const busyUntil = new Date(end.getTime() + visit.bufferMin * 60_000)
  const line = dayLine(toLocal(toEpochMinute(start), chair.timeZone).date, chair.timeZone)
  const [dayStart, dayEnd] = [fromEpochMinute(line.toEpoch(0)), fromEpochMinute(line.toEpoch(1440))]
  const { rows } = await sql<{ userId: string }>`/* rank chairs */
    select chair.user_id as "userId" from unnest(${userIds}::uuid[]) with ordinality as chair(user_id, place)
     where not exists (
       select 1 from appointments where barber_user_id = chair.user_id and status in ('HELD', 'SCHEDULED', 'CONFIRMED')
          and (status <> 'HELD' or (held_until > ${now} and customer_id <> ${customerId}))
          and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${busyUntil}))
     order by
       exists (select 1 from appointments where barber_user_id = chair.user_id and customer_id = ${customerId}
                  and status = 'HELD' and starts_at = ${start}) desc,
       (select count(*) from appointments where barber_user_id = chair.user_id and starts_at >= ${dayStart}
           and starts_at < ${dayEnd} and status not in ('HELD', 'CANCELLED')),
       place`.execute(tx)
  return rows.flatMap(({ userId }) => bookings.find((booking) => booking.chair.userId === userId) ?? [])
}
