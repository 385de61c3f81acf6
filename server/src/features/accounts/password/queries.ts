import type { User } from '@na-regua/contract/accounts'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { MAX_CODE_ATTEMPTS, oneDayBefore, RESET_LINK_MINUTES } from '../codes/rules.ts'
import { deleteSessions, toUser, userColumns, verifiedName } from '../queries.ts'
import { MAX_RESET_ATTEMPTS_PER_DAY, type ResetHistory } from './rules.ts'

/** The resets of an account: those that this client requested, and all. */
export async function getResetHistory(
  db: Database,
  { userId, email, client }: { userId: string; email: string; client: Buffer },
  now: Date,
): Promise<ResetHistory> {
  const { rows } = await sql<ResetHistory>`/* get reset history */
    select count(*) as "countOfDay", count(*) filter (where requested_by = ${client}) as "countOfClient",
           max(created_at) filter (where requested_by = ${client}) as "lastOfClientAt",
           max(created_at) filter (where used_at is null and email = ${email}::citext) as "lastUnusedAt"
      from codes where user_id = ${userId} and purpose = 'reset-password' and created_at > ${oneDayBefore(now)}`.execute(
    db,
  )
  return rows[0] ?? { countOfDay: 0, countOfClient: 0, lastOfClientAt: null, lastUnusedAt: null }
}

type ResetGuess = { userId: string; email: string; client: Buffer }

/**
 * Counts an attempt on the account's newest code before the code is compared. Five per client and code, so that no client uses up
 * the attempts of another one, and a number per day for all clients together, so that many clients cannot guess the code.
 * Undefined when no attempt is left, or the code is used or expired.
 */
export async function takeResetAttempt(db: Database, { userId, email, client }: ResetGuess, now: Date) {
  const key = client.toString('base64url')
  const triesOfClient = sql`coalesce((client_tries ->> ${key}::text)::int, 0)`
  const { rows } = await sql<{ id: string; hash: Buffer | null }>`/* take reset attempt */
    update codes
       set tries = tries + 1, client_tries = jsonb_set(client_tries, array[${key}::text], to_jsonb(${triesOfClient} + 1))
     where id = (select id from codes where user_id = ${userId} and email = ${email}::citext and purpose = 'reset-password'
                  order by created_at desc limit 1)
       and used_at is null and expires_at > ${now} and ${triesOfClient} < ${MAX_CODE_ATTEMPTS}
       and tries + (select coalesce(sum(others.tries), 0) from codes others
                     where others.user_id = ${userId} and others.purpose = 'reset-password' and others.id <> codes.id
                       and others.created_at > ${oneDayBefore(now)}) < ${MAX_RESET_ATTEMPTS_PER_DAY}
    returning id, code_hash as hash`.execute(db)
  return rows[0]
}

/** The reset that a link belongs to. Undefined when it is used or expired. A newer reset does not invalidate it. */
export async function findResetByToken(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('codes')
    .select(['id', 'user_id as userId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - RESET_LINK_MINUTES * 60_000))
    .executeTakeFirst()
}

type PasswordReset = { userId: string; email: string; passwordHash: string; now: Date }

/**
 * Sets a password after a reset by email. False when the address changed in the meantime, or Google manages the account's password.
 * Locks the user's row before the codes and sessions that the reset changes.
 */
export async function resetPasswordHash(
  tx: Database,
  { userId, email, passwordHash, now }: PasswordReset,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
    }))
    .where('id', '=', userId)
    .where('email', '=', email)
    .where((eb) =>
      eb.or([
        eb('password_hash', 'is not', null),
        eb.not(eb.exists(eb.selectFrom('identities').select('subject').where('user_id', '=', userId))),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Revokes everything that still gives access to the account: sessions, codes, links. */
export async function revokeAccess(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('identity_links').where('user_id', '=', userId).execute()
  await tx.deleteFrom('codes').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  await deleteSessions(tx, userId)
}

export async function findPasswordHash(db: Database, userId: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash
}

type PasswordUpdate = { userId: string; from: string; to: string }

/** Undefined when the password is no longer `from`, which was verified: a concurrent request changed it. */
export async function updatePasswordHash(
  tx: Database,
  { userId, from, to }: PasswordUpdate,
): Promise<User | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .returning(userColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findUserContact(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select([verifiedName('users').as('name'), 'email'])
    .where('id', '=', userId)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst()
}
