import type { User } from '@na-regua/contract/accounts'
import type { Database } from '../../../lib/database.ts'
import { toUser, userColumns } from '../queries.ts'

type PasswordReset = { userId: string; email: string; passwordHash: string; now: Date }

/**
 * Sets a password after a reset by email, and revokes everything that still gives access to the account: sessions, codes,
 * links. False when the address changed in the meantime, or Google manages the account's password.
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
  if (numUpdatedRows !== 1n) return false
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('identity_links').where('user_id', '=', userId).execute()
  await tx.deleteFrom('codes').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  return true
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
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst()
}
