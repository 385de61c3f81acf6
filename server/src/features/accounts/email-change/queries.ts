import type { User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { toUser, wireColumns } from '../queries.ts'
import { endOfUndo } from './rules.ts'

type Change = { userId: string; from: string; to: string; now: Date }

/** Undefined when the account no longer has the address `from`. Breaks users_email_unique when somebody else owns `to`. */
export async function changeEmail(tx: Database, { userId, from, to, now }: Change): Promise<User | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ email: to, email_verified_at: now })
    .where('id', '=', userId)
    .where('email', '=', from)
    .returning(wireColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

/**
 * Asked after an address was written, in the same transaction: throws EMAIL_TAKEN when another account may still take it
 * back. Before the writing it could be asked too early to see a change that is just being made.
 */
export async function refuseReservedEmail(
  tx: Database,
  { userId, email, now }: { userId: string; email: string; now: Date },
) {
  const reserved = await tx
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('user_id', '!=', userId)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (reserved) throw new ApiError('EMAIL_TAKEN')
}

export async function insertEmailChange(
  tx: Database,
  change: { userId: string; oldEmail: string; now: Date },
): Promise<string> {
  const { userId, oldEmail, now } = change
  const { id } = await tx
    .insertInto('email_changes')
    .values({ user_id: userId, old_email: oldEmail, created_at: now, expires_at: endOfUndo(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the letter to the old address needs, while the change can be undone. */
export async function findChangeToTell(db: Database, id: string, now: Date) {
  return db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .where('email_changes.id', '=', id)
    .where('undone_at', 'is', null)
    .where('email_changes.expires_at', '>', now)
    .select(['users.name', 'users.email', 'old_email as oldEmail'])
    .executeTakeFirst()
}

export async function setUndoToken(db: Database, id: string, tokenHash: Buffer) {
  await db.updateTable('email_changes').set({ token_hash: tokenHash }).where('id', '=', id).execute()
}

/**
 * Uses the way back: this change and all that came after it are over, so that a link sent to an address in between opens
 * nothing any more. Undefined when it was used or is too old.
 */
export async function useUndo(tx: Database, tokenHash: Buffer, now: Date) {
  const undone = await tx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('token_hash', '=', tokenHash)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'old_email as oldEmail', 'created_at as changedAt'])
    .executeTakeFirst()
  if (!undone) return undefined
  await tx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('user_id', '=', undone.userId)
    .where('created_at', '>=', undone.changedAt)
    .where('undone_at', 'is', null)
    .execute()
  return undone
}

type Restored = { userId: string; oldEmail: string; changedAt: Date; closedPassword: string; now: Date }

/** Gives the account its address back and shuts what whoever changed it may have left open: the password, and linked identities. */
export async function restoreAccount(tx: Database, { userId, oldEmail, changedAt, closedPassword, now }: Restored) {
  await tx
    .updateTable('users')
    .set({
      email: oldEmail,
      email_verified_at: now,
      password_hash: sql`case when password_hash is null then null else ${closedPassword} end`,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('identities').where('user_id', '=', userId).where('created_at', '>=', changedAt).execute()
}

/** The way back is open for seven days; then nobody has a reason to keep the address. */
export async function deleteOldEmailChanges(db: Database, now: Date) {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}
