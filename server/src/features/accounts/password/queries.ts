import type { Database } from '../../../lib/database.ts'

type Reset = { userId: string; email: string; passwordHash: string; now: Date }

/**
 * Sets a password that was asked for through the address, and takes back whatever could still open the account: sessions,
 * codes, links. False when the address was changed in between, or Google keeps the account's password.
 */
export async function replacePassword(tx: Database, { userId, email, passwordHash, now }: Reset): Promise<boolean> {
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
