import { sql } from 'kysely'
import type { Harness } from './harness.ts'

/** The kinds of advisory locks that a booking takes; see lockCustomerAndBarberUser. */
const kinds = { customer: 1, barber: 2 } as const

/**
 * Holds the lock that every booking of this customer, or with this barber's user, takes before it writes. A request can be stopped
 * between its decision and its statement in this way, and released after something else has changed.
 */
export async function pauseAtLock({ db }: Harness, { userId, kind }: { userId: string; kind: keyof typeof kinds }) {
  const key = sql`hashtextextended(${userId}::text, ${kinds[kind]})`
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const holding = db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    start()
    await released
    await sql`select pg_advisory_unlock(${key})`.execute(connection)
  })
  await started
  return {
    /** Resolves when a connection waits for the lock. */
    async untilWaiting() {
      for (;;) {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`.execute(db)
        if (rows.length > 0) return
      }
    },
    release: () => {
      release()
      return holding
    },
  }
}
