import type { User } from '@na-regua/contract/accounts'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { lockUser, toUser, userColumns } from '../queries.ts'

const UNDO_DAYS = 7

type EmailUpdate = { userId: string; from: string; to: string; now: Date }

/** Undefined when the account no longer has the address `from`. Violates users_email_unique when another account has `to`. */
export async function updateEmail(tx: Database, { userId, from, to, now }: EmailUpdate): Promise<User | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ email: to, email_verified_at: now })
    .where('id', '=', userId)
    .where('email', '=', from)
    .returning(userColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function insertEmailChange(
  tx: Database,
  change: { userId: string; oldEmail: string; now: Date },
): Promise<string> {
  const { userId, oldEmail, now } = change
  const { id } = await tx
    .insertInto('email_changes')
    .values({
      user_id: userId,
      old_email: oldEmail,
      created_at: now,
      expires_at: new Date(now.getTime() + UNDO_DAYS * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Data for the email to the old address. Undefined when the change can no longer be undone. */
export async function findEmailChange(db: Database, id: string, now: Date) {
  return db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .where('email_changes.id', '=', id)
    .where('undone_at', 'is', null)
    .where('email_changes.expires_at', '>', now)
    .where('users.email', 'is not', null)
    .select(['users.name', 'users.email', 'old_email as oldEmail'])
    .$narrowType<{ email: string }>()
    .executeTakeFirst()
}

export async function setEmailUndoToken(db: Database, id: string, tokenHash: Buffer) {
  await db.updateTable('email_changes').set({ token_hash: tokenHash }).where('id', '=', id).execute()
}

/**
 * Marks the change with this token, and every later change of the account, as undone, so that undo links sent to addresses in
 * between become invalid. Undefined when the token is used or expired. Locks the user's row first, as everything that changes the
 * address does.
 */
export async function markEmailChangesUndone(tx: Database, tokenHash: Buffer, now: Date) {
  const change = await tx
    .selectFrom('email_changes')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!change) return undefined
  await lockUser(tx, change.userId)
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

type Restoration = { userId: string; oldEmail: string; changedAt: Date; unusableHash: string; now: Date }

/** Restores the address and revokes what an attacker may have left behind: the password and identities linked since the change. */
export async function restoreAccount(tx: Database, { userId, oldEmail, changedAt, unusableHash, now }: Restoration) {
  await tx
    .updateTable('users')
    .set({
      email: oldEmail,
      email_verified_at: now,
      password_hash: sql`case when password_hash is null then null else ${unusableHash} end`,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('identities').where('user_id', '=', userId).where('created_at', '>=', changedAt).execute()
}
