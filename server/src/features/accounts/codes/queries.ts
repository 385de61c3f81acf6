import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { CODE_TRIES, type CodeHistory, type CodeScope, dayBefore, endOfCode } from './rules.ts'

type Request = Omit<CodeScope, 'id'>

/** Requests of one account, and of one address by several accounts, happen one after the other until the commit. */
export async function lockCodeRequests(tx: Database, { userId, email }: Request) {
  await sql`select pg_advisory_xact_lock(hashtextextended('codes:' || ${userId}::text, 0))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended('codes:' || lower(${email}::text), 0))`.execute(tx)
}

/**
 * When the account last asked, and which codes the address got in 24 hours. What strangers asked for an address that
 * belongs to somebody else does not count: no letter left, and its owner must not be shut out by it.
 */
export async function getCodeHistory(
  db: Database,
  { userId, email, purpose }: Request,
  now: Date,
): Promise<CodeHistory> {
  const { rows } = await sql<CodeHistory>`
    select count(*) as "countOfDay", min(created_at) as "firstOfDay",
      (select max(created_at) from codes where user_id = ${userId} and purpose = ${purpose}) as "lastAt"
    from codes where email = ${email}::citext and created_at > ${dayBefore(now)}::timestamptz
      and (user_id = ${userId} or not exists (
        select 1 from users where users.email = codes.email and users.id <> codes.user_id
      ))`.execute(db)
  return rows[0] ?? { lastAt: null, firstOfDay: null, countOfDay: 0 }
}

export async function insertCode(db: Database, { userId, email, purpose }: Request, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('codes')
    .values({ user_id: userId, email, purpose, created_at: now, expires_at: endOfCode(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const newest = (db: Database, { userId, email, purpose }: Request) =>
  db
    .selectFrom('codes')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)

/**
 * Takes one of the newest code's five tries, before anything is compared: a thousand guesses at once take five.
 * Undefined when no try is left, or the code was used or is too old.
 */
export async function takeTry(db: Database, request: Request, now: Date) {
  return db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', newest(db, request).select('id'))
    .where('tries', '<', CODE_TRIES)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash as hash'])
    .executeTakeFirst()
}

export async function findNewestCode(db: Database, request: Request) {
  return newest(db, request).select(['id', 'code_hash as hash', 'used_at as usedAt']).executeTakeFirst()
}

/** False when another request used it first. */
export async function useCode(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The code whose letter should still leave: the account's newest, unused, alive, for an address nobody else owns. */
export async function findCodeToSend(db: Database, id: string, now: Date) {
  const { rows } = await sql<CodeScope & { name: string; isGoogleManaged: boolean }>`
    select codes.id, codes.user_id as "userId", codes.email, codes.purpose, users.name,
      users.password_hash is null and exists (select 1 from identities where user_id = users.id) as "isGoogleManaged"
    from codes join users on users.id = codes.user_id
    where codes.id = ${id} and codes.used_at is null and codes.expires_at > ${now}::timestamptz
      and not exists (select 1 from users others where others.email = codes.email and others.id <> codes.user_id)
      and not exists (
        select 1 from codes newer
        where newer.user_id = codes.user_id and newer.purpose = codes.purpose and newer.created_at > codes.created_at
      )`.execute(db)
  return rows[0]
}

/** False when it was used meanwhile. */
export async function setCodeHash(db: Database, id: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ code_hash: hash })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
