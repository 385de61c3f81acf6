import type { Database } from '../../lib/database.ts'

const SHOWN = 100

export async function listOutboxMessages(db: Database) {
  const rows = await db
    .selectFrom('outbox_messages')
    .select(['recipient as to', 'subject', 'body as text', 'created_at'])
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ created_at, ...message }) => ({ ...message, createdAt: created_at.toISOString() }))
}
