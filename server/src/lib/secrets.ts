import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
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

/** Bytes that only this installation can compute, the same each time: an email that is sent again contains the same link or code. */
export async function deriveBytes(db: Database, secretName: string, subject: string): Promise<Buffer> {
  return createHmac('sha256', await getSecret(db, secretName))
    .update(subject)
    .digest()
}

/** A token of 256 bits for a link in an email. */
export async function deriveToken(db: Database, secretName: string, subject: string): Promise<string> {
  return (await deriveBytes(db, secretName, subject)).toString('base64url')
}

/** True for the token that was made for this subject. */
export async function isDerivedToken(
  db: Database,
  { secretName, subject, token }: { secretName: string; subject: string; token: string },
): Promise<boolean> {
  const expected = Buffer.from(await deriveToken(db, secretName, subject))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
