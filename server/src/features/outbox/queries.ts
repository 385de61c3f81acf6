import type { Database } from '../../lib/database.ts'

const MAX_MESSAGES = 100

export async function listOutboxMessages(db: Database) {
  const rows = await db
    .selectFrom('outbox_messages')
    .select(['recipient as to', 'subject', 'body as text', 'created_at'])
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  return rows.map(({ created_at, ...message }) => ({ ...message, createdAt: created_at.toISOString() }))
}
