import type { User } from '@na-regua/contract/accounts'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { toUser, wireColumns } from '../queries.ts'

type Profile = { id: string; name: string; phone?: string | null }

export async function updateProfile(tx: Database, { id, name, phone }: Profile): Promise<User> {
  const row = await tx
    .updateTable('users')
    .set({ name, ...(phone !== undefined && { phone }) })
    .where('id', '=', id)
    .returning(wireColumns)
    .executeTakeFirstOrThrow()
  return toUser(row)
}

/** Answers the address that it replaced; of two at once each replaces another one. */
export async function replaceAvatar(
  tx: Database,
  { id, url }: { id: string; url: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with mine as (select id, avatar_url from users where id = ${id} for update)
    update users set avatar_url = ${url}::text from mine where users.id = mine.id
    returning mine.avatar_url as before`.execute(tx)
  return rows[0]?.before ?? null
}
