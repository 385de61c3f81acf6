import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB as Tables } from './database-schema.generated.ts'

/** A pool or a transaction: what every query takes first. */
export type Database = Kysely<Tables> | Transaction<Tables>

// bigint counts fit a double long before the business does.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseHandle = { db: Kysely<Tables>; pool: pg.Pool; close(): Promise<void> }

/** Opens a pool. A statement ends after 5 s, a wait for a free connection after 1 s: a slow base answers 503, it never hangs. */
export function openDatabase(url: string, options: { max: number }): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: 1000,
    statement_timeout: 4500,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c TimeZone=UTC',
    application_name: 'na-regua',
  })
  // An idle connection that dies (a restart of the base) must not end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
