import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabasePool } from '../server/src/lib/database.ts'

/** Waits until the app follows the change feed and searches in memory. Returns the milliseconds that took. */
export async function waitForIndex(db: DatabasePool): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle' and query like '%pg_visible_in_snapshot%'
         and pid <> pg_backend_pid()`.execute(db)
    if (rows.length > 0) return performance.now() - started
    await wait(50)
  }
}
