import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { CalendarFeedRow } from './rules.ts'

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

/** The user whose calendar the token opens; undefined once the account is being deleted. */
export async function findCalendarFeedOwner(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`/* find calendar feed owner */
    select user_id as "userId" from calendar_feeds
     where token_hash = ${tokenHash} and not exists (
       select from account_deletions where account_deletions.user_id = calendar_feeds.user_id)`.execute(db)
  return rows[0]?.userId
}

/** The user's appointments from that instant on, as customer or barber, including cancelled ones. */
export async function listCalendarFeed(db: Database, userId: string, from: Date): Promise<CalendarFeedRow[]> {
  const { rows } = await sql<CalendarFeedRow>`/* list calendar feed */
    select appointments.id, appointments.version, appointments.status, appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
           appointments.updated_at as "updatedAt", appointments.service_name as "serviceName",
           coalesce(customers.name, appointments.customer_name, 'Cliente') as "customerName", appointments.guest_name as "guestName", users.name as "barberName",
           barbershops.id as "shopId", barbershops.name as "shopName", barbershops.address,
           case when appointments.customer_id = ${userId} then 'customer' else 'barber' end as side
      from appointments join users on users.id = appointments.barber_user_id
      join barbershops on barbershops.id = appointments.barbershop_id left join users customers on customers.id = appointments.customer_id
     where (appointments.customer_id = ${userId} or appointments.barber_user_id = ${userId})
       and appointments.status <> 'HELD' and appointments.starts_at >= ${from}
     order by appointments.starts_at, appointments.id`.execute(db)
  return rows
}
