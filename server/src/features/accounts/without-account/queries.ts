import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** The row that stands for a person whose account does not exist yet: a name and perhaps a picture, and no way to sign in. */
export async function insertUserWithoutAccount(tx: Database, name: string, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({ name, role: 'BARBER', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False for an account, whose name is its own. */
export async function renameUserWithoutAccount(tx: Database, id: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`/* rename user without account */
    update users set name = ${name} where id = ${id} and email is null`.execute(tx)
  return numAffectedRows === 1n
}

/** False if the account has a picture of its own. */
export async function giveAvatar(tx: Database, userId: string, url: string): Promise<boolean> {
  const { numAffectedRows } = await sql`/* give avatar */
    update users set avatar_url = ${url} where id = ${userId} and avatar_url is null`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteUserWithoutAccount(tx: Database, id: string): Promise<void> {
  await sql`/* delete user without account */ delete from users where id = ${id} and email is null`.execute(tx)
}
