import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { CalendarFeedRow } from '../../appointments/calendar-event/rules.ts'
import { appointmentJoins } from '../../appointments/queries.ts'

export async function findCalendarFeed(db: Database, userId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`/* find calendar feed */
    select created_at as "createdAt" from calendar_feeds where user_id = ${userId}`.execute(db)
  return rows[0]?.createdAt
}

type NewFeed = { userId: string; sessionHash: Buffer; tokenHash: Buffer; now: Date }

/**
 * One feed URL per user: a new one replaces the old one. False when the session has ended: a change of the password ends both, and this
 * waits for one that is being made.
 */
export async function saveCalendarFeed(db: Database, feed: NewFeed): Promise<boolean> {
  const { userId, sessionHash, tokenHash, now } = feed
  const { numAffectedRows } = await sql`/* save calendar feed */
    with owner as materialized (
      select users.id from users join sessions on sessions.user_id = users.id
       where users.id = ${userId} and sessions.token_hash = ${sessionHash} for share)
    insert into calendar_feeds (user_id, token_hash, created_at) select id, ${tokenHash}::bytea, ${now}::timestamptz from owner
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteCalendarFeed(db: Database, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`/* delete calendar feed */
    delete from calendar_feeds where user_id = ${userId}`.execute(db)
  return numAffectedRows === 1n
}

type CalendarFeedOwner = {
  userId: string
  /** It was created for a barber who has left every barbershop since. */
  isEnded: boolean
}

/** The user whose calendar the token opens; undefined once the account is being deleted. */
export async function findCalendarFeedOwner(db: Database, tokenHash: Buffer): Promise<CalendarFeedOwner | undefined> {
  const { rows } = await sql<CalendarFeedOwner>`/* find calendar feed owner */
    select user_id as "userId",
           exists (select from barbers former where former.user_id = calendar_feeds.user_id and removed_at >= calendar_feeds.created_at)
             and not exists (select from barbers present where present.user_id = calendar_feeds.user_id and removed_at is null) as "isEnded"
      from calendar_feeds
     where token_hash = ${tokenHash} and not exists (
       select from account_deletions where account_deletions.user_id = calendar_feeds.user_id)`.execute(db)
  return rows[0]
}

/** The columns of `CalendarFeedRow` but for the side. */
const calendarColumns = sql`
  appointments.id, appointments.version, appointments.status, appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
  appointments.updated_at as "updatedAt", appointments.service_name as "serviceName",
  coalesce(customers.name, appointments.customer_name, 'Cliente') as "customerName", appointments.guest_name as "guestName", users.name as "barberName",
  barbershops.id as "shopId", barbershops.name as "shopName", barbershops.address`

/** An appointment of the customer and the open ones of its group, as events of their calendar. */
export async function listCalendarAppointments(
  db: Database,
  { id, customerId }: { id: string; customerId: string },
): Promise<CalendarFeedRow[]> {
  const isOfGroup = sql`
    appointments.group_id = (select group_id from appointments where id = ${id}) and appointments.status in ('SCHEDULED', 'CONFIRMED')`
  const { rows } = await sql<CalendarFeedRow>`/* list calendar appointments */
    select ${calendarColumns}, 'customer' as side from appointments ${appointmentJoins}
     where appointments.customer_id = ${customerId} and appointments.status <> 'HELD' and (appointments.id = ${id} or (${isOfGroup}))
     order by appointments.starts_at, appointments.id`.execute(db)
  return rows
}

/**
 * The user's appointments from that instant on, as customer or as barber of a barbershop where they still work. Cancelled ones stay
 * as long after their cancellation, so that each client learns of it.
 */
export async function listCalendarFeed(db: Database, userId: string, from: Date): Promise<CalendarFeedRow[]> {
  const { rows } = await sql<CalendarFeedRow>`/* list calendar feed */
    select ${calendarColumns}, case when appointments.customer_id = ${userId} then 'customer' else 'barber' end as side
      from appointments ${appointmentJoins}
     where (appointments.customer_id = ${userId} or (appointments.barber_user_id = ${userId} and barbers.removed_at is null))
       and appointments.status <> 'HELD'
       and case when appointments.status = 'CANCELLED' then appointments.updated_at else appointments.starts_at end >= ${from}
     order by appointments.starts_at, appointments.id`.execute(db)
  return rows
}
