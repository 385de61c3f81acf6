import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { FeedRow } from './rules.ts'

export async function findFeed(db: Database, userId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`/* find feed */
    select created_at as "createdAt" from calendar_feeds where user_id = ${userId}`.execute(db)
  return rows[0]?.createdAt
}

/** One address a person: a new one ends the old. */
export async function replaceFeed(db: Database, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`/* replace feed */
    insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(db)
}

export async function deleteFeed(db: Database, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`/* delete feed */
    delete from calendar_feeds where user_id = ${userId}`.execute(db)
  return numAffectedRows === 1n
}

/** Whose calendar the address opens: nobody's once the account is leaving. */
export async function findFeedOwner(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`/* find feed owner */
    select user_id as "userId" from calendar_feeds
     where token_hash = ${tokenHash} and not exists (
       select from account_deletions where account_deletions.user_id = calendar_feeds.user_id)`.execute(db)
  return rows[0]?.userId
}

/** All that is the person's from that instant on, on either side of the chair, cancelled ones too. */
export async function listFeed(db: Database, userId: string, from: Date): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`/* list feed */
    select taken.id, taken.version, taken.status, taken.starts_at as "startsAt", taken.ends_at as "endsAt",
           taken.updated_at as "updatedAt", taken.service_name as "serviceName",
           coalesce(customers.name, taken.customer_name, 'Cliente') as "customerName", users.name as "barberName",
           barbershops.id as "shopId", barbershops.name as "shopName", barbershops.address,
           case when taken.customer_id = ${userId} then 'customer' else 'barber' end as side
      from appointments taken join users on users.id = taken.barber_user_id
      join barbershops on barbershops.id = taken.barbershop_id left join users customers on customers.id = taken.customer_id
     where (taken.customer_id = ${userId} or taken.barber_user_id = ${userId})
       and taken.status <> 'HELD' and taken.starts_at >= ${from}
     order by taken.starts_at, taken.id`.execute(db)
  return rows
}
