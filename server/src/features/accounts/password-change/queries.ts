import type { User } from '@na-regua/contract/accounts'
import type { Database } from '../../../lib/database.ts'
import { toUser, wireColumns } from '../queries.ts'

export async function findPasswordHash(db: Database, userId: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash
}

type Change = { userId: string; from: string; to: string }

/** Undefined when the password is no longer the one that was compared. */
export async function replacePasswordHash(tx: Database, { userId, from, to }: Change): Promise<User | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .returning(wireColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findPersonToTell(db: Database, userId: string) {
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst()
}
