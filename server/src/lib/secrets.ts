import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/** A random secret shared by all processes of this database, generated on first use. 64 hexadecimal digits. */
export async function getSecret(db: Database, name: string): Promise<string> {
  const value = randomBytes(32).toString('hex')
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return stored.value
}
