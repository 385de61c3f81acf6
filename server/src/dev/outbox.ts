import type { Clock } from '../lib/clock.ts'
import type { Database } from '../lib/database.ts'
import type { Outbox } from '../lib/mail.ts'

const MAX_MESSAGES = 500

/** Stores messages where the demo lists them. Only the newest are kept: a demo runs for months. */
export function createOutbox({ db, clock }: { db: Database; clock: Clock }): Outbox {
  return async ({ to, subject, text }) => {
    const { id } = await db
      .insertInto('outbox_messages')
      .values({ recipient: to, subject, body: text, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('outbox_messages')
      .where('id', '<=', String(Number(id) - MAX_MESSAGES))
      .execute()
  }
}
