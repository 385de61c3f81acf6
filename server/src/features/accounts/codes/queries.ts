import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { verifiedName } from '../queries.ts'
import {
  type CodeHistory,
  type CodeRequest,
  type CodeScope,
  codeExpiresAt,
  MAX_CODE_ATTEMPTS,
  oneDayBefore,
} from './rules.ts'

/** Serializes requests of one account, and requests of several accounts for one address, until the transaction ends. */
export async function lockCodeRequests(tx: Database, { userId, email }: CodeRequest) {
  await sql`select pg_advisory_xact_lock(hashtextextended('codes:' || ${userId}::text, 0))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended('codes:' || lower(${email}::text), 0))`.execute(tx)
}

/**
 * The account's latest request, and the codes issued for the address in 24 hours. Requests of other accounts for an address
 * that has an owner do not count: no email was sent, and they must not lock the owner out. Nor do password resets, which anyone
 * may request.
 */
export async function getCodeHistory(
  db: Database,
  { userId, email, purpose }: CodeRequest,
  now: Date,
): Promise<CodeHistory> {
  const { rows } = await sql<CodeHistory>`/* get code history */
    select count(*) as "countOfDay", min(created_at) as "firstOfDay",
      (select max(created_at) from codes where user_id = ${userId} and purpose = ${purpose}) as "lastAt"
    from codes where email = ${email}::citext and purpose <> 'reset-password' and created_at > ${oneDayBefore(now)}::timestamptz
      and (user_id = ${userId} or not exists (
        select 1 from users where users.email = codes.email and users.id <> codes.user_id
      ))`.execute(db)
  return rows[0] ?? { lastAt: null, firstOfDay: null, countOfDay: 0 }
}

type NewCode = CodeRequest & { requestedBy?: Buffer }

export async function insertCode(db: Database, code: NewCode, now: Date): Promise<string> {
  const { userId, email, purpose, requestedBy } = code
  const times = { created_at: now, expires_at: codeExpiresAt(now) }
  const { id } = await db
    .insertInto('codes')
    .values({ user_id: userId, email, purpose, requested_by: requestedBy, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const selectNewest = (db: Database, { userId, email, purpose }: CodeRequest) =>
  db
    .selectFrom('codes')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)

/**
 * Counts an attempt on the newest code before the code is compared, so that a thousand concurrent guesses get five attempts.
 * Undefined when no attempt is left, or the code is used or expired.
 */
export async function takeCodeAttempt(db: Database, request: CodeRequest, now: Date) {
  return db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', selectNewest(db, request).select('id'))
    .where('tries', '<', MAX_CODE_ATTEMPTS)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash as hash', 'tries'])
    .executeTakeFirst()
}

export async function findNewestCode(db: Database, request: CodeRequest) {
  return selectNewest(db, request)
    .select(['id', 'code_hash as hash', 'used_at as usedAt', 'tries', 'expires_at as expiresAt'])
    .executeTakeFirst()
}

/** False when a concurrent request used it first. */
export async function markCodeUsed(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * A code that should still be emailed: the account's newest, unused, not expired, for an address no other account has. With the name
 * of the account only if the address is its own and verified.
 */
export async function findCodeToSend(db: Database, id: string, now: Date) {
  const { rows } = await sql<CodeScope & { name: string | null; isGoogleManaged: boolean }>`/* find code to send */
    select codes.id, codes.user_id as "userId", codes.email, codes.purpose,
      case when users.email = codes.email then ${verifiedName('users')} end as name,
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

/** False when the code was used in the meantime. */
export async function setCodeHashes(
  db: Database,
  id: string,
  { codeHash, tokenHash }: { codeHash: Buffer; tokenHash: Buffer | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ code_hash: codeHash, token_hash: tokenHash })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
