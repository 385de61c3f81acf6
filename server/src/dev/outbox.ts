import type { Database } from '../lib/database.ts'

const KEPT = 500

/** Keeps a letter where the demo shows it. Only the newest stay: a demo runs for months. */
export async function saveToOutbox(
  db: Database,
  letter: { to: string; subject: string; text: string; createdAt: Date },
) {
  const { id } = await db
    .insertInto('outbox_messages')
    .values({ recipient: letter.to, subject: letter.subject, body: letter.text, created_at: letter.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('outbox_messages')
    .where('id', '<=', String(Number(id) - KEPT))
    .execute()
}
