import { sql } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import type { Database } from '../lib/database.ts'
import type { Outbox } from '../lib/mail.ts'

const MAX_MESSAGES = 500
/**
 * How far below the limit a message is still looked for. Without this bound every deletion reads the index entries of all messages
 * deleted before. More than a crash of PostgreSQL leaves out of a sequence.
 */
const MAX_GAP = 100

/** Stores messages where the demo lists them. Only the newest are kept: a demo runs for months. */
export function createOutbox({ db, clock }: { db: Database; clock: Clock }): Outbox {
  return async ({ to, subject, text }) => {
    await sql`/* store outbox message */
      with stored as (
        insert into outbox_messages (recipient, subject, body, created_at) values (${to}, ${subject}, ${text}, ${clock.now()})
        returning id)
      delete from outbox_messages
       where id > (select id from stored) - ${MAX_MESSAGES + MAX_GAP}::int and id <= (select id from stored) - ${MAX_MESSAGES}::int`.execute(
      db,
    )
  }
}
