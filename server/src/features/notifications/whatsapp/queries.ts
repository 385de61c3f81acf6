import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

type Consent = { phone: string | null; givenAt: Date | null }

/** The user's phone number and when consent was given. Undefined when the account no longer exists. */
export async function findWhatsAppConsent(db: Database, userId: string): Promise<Consent | undefined> {
  const { rows } = await sql<Consent>`/* find whatsapp consent */
    select phone, (select given_at from whatsapp_consents where user_id = users.id and withdrawn_at is null) as "givenAt"
      from users where id = ${userId}`.execute(db)
  return rows[0]
}

/** An existing consent keeps its date. */
export async function insertWhatsAppConsent(db: Database, userId: string, now: Date): Promise<void> {
  await sql`/* give whatsapp consent */
    insert into whatsapp_consents (user_id, given_at) values (${userId}, ${now})
    on conflict (user_id) where withdrawn_at is null do nothing`.execute(db)
}

export async function withdrawWhatsAppConsent(db: Database, userId: string, now: Date): Promise<void> {
  await sql`/* withdraw whatsapp consent */
    update whatsapp_consents set withdrawn_at = ${now} where user_id = ${userId} and withdrawn_at is null`.execute(db)
}
