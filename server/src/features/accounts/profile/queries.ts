import type { User } from '@na-regua/contract/accounts'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { toUser, userColumns } from '../queries.ts'

type ProfileFields = { id: string; name: string; phone?: string | null }

export async function updateUser(tx: Database, { id, name, phone }: ProfileFields): Promise<User> {
  const row = await tx
    .updateTable('users')
    .set({ name, ...(phone !== undefined && { phone }) })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  return toUser(row)
}

/** Returns the URL that it replaced, undefined if there is no such user. The row lock makes concurrent requests each return a different one. */
export async function replaceAvatar(
  tx: Database,
  { id, url }: { id: string; url: string | null },
): Promise<string | null | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    with locked_user as (select id, avatar_url from users where id = ${id} for no key update)
    update users set avatar_url = ${url}::text from locked_user where users.id = locked_user.id
    returning locked_user.avatar_url as before`.execute(tx)
  return rows[0]?.before
}
