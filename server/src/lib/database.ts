import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB as Tables } from './database-schema.generated.ts'

/** A pool or a transaction; the first parameter of every query. */
export type Database = Kysely<Tables> | Transaction<Tables>

/** For use cases that open their own transaction. */
export type DatabasePool = Kysely<Tables>

// bigint counts are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseHandle = { db: Kysely<Tables>; pool: pg.Pool; close(): Promise<void> }

/** Name of each prepared statement by its text. Variants of one statement share a comment, so a number is appended. */
const statementNames = new Map<string, string>()
const MAX_STATEMENTS = 1000

/** Undefined beyond a number that code alone cannot reach: then some text contains data, and is not worth preparing. */
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= MAX_STATEMENTS) return known
  const comment = /^\s*\/\* ([\w -]+) \*\//.exec(text)?.[1]
  if (comment) statementNames.set(text, `${comment} ${statementNames.size}`)
  return statementNames.get(text)
}

/**
 * Prepares statements that begin with a name, as in `/* find user *\/ select …`, once per connection. Their text must not vary
 * with data: lists are one array parameter.
 */
class NamingClient extends pg.Client {
  /**
   * A connection that dies without a TCP reset (power loss, network partition) looks like a slow database for a quarter of an hour.
   * Closes it when a statement gets no data for `silenceMs`, so that the pool opens another.
   */
  closeWhenSilent(silenceMs: number) {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(silenceMs, () => {
      if (this.isQuerying) stream.destroy()
    })
  }

  /**
   * When the wait for a synchronous standby is cancelled (by the statement timeout), PostgreSQL reports the commit as done, with a
   * warning: this server has it, but after a failover it may be lost. The request must fail, and a retry finds the actual state.
   */
  rejectUnreplicatedCommits() {
    this.on('notice', ({ routine }) => {
      if (routine !== 'SyncRepWaitForLSN') return
      const error = Object.assign(new Error('the standby may not have this commit'), {
        code: TRANSACTION_RESOLUTION_UNKNOWN,
      })
      ;(this as unknown as { connection: EventEmitter }).connection.emit('error', error)
    })
  }

  private get isQuerying() {
    return !(this as unknown as { readyForQuery: boolean }).readyForQuery
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver overloads query() in eight ways and this passes each on unchanged
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const send = super.query.bind(this) as (...passed: any[]) => any
    return name ? send({ name, text, values }, ...rest) : send(...args)
  }
}

/** SQLSTATE: transaction resolution unknown. */
const TRANSACTION_RESOLUTION_UNKNOWN = '08007'

type PoolOptions = {
  max: number
  /** Timeout for a free connection; longer for tests and seeding on a busy machine. */
  connectMs?: number
  /** Time without data in the middle of a statement after which the connection counts as lost; 0 disables this. */
  silenceMs?: number
}

/** Longer than the statement timeout, so that slow statements end by themselves. */
const SILENCE_MS = 6000

/** Opens a pool. Statements time out after 4.5 s, waits for a connection within 1 s: a slow database means 503, never a hang. */
export function openDatabase(url: string, options: PoolOptions): DatabaseHandle {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: options.connectMs ?? 900,
    // Opening a connection forks a server process and verifies a password: on a busy machine that alone may take the second that
    // a request waits. Idle connections stay open, with their prepared statements.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    statement_timeout: 4500,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c TimeZone=UTC',
    application_name: 'na-regua',
  })
  // An unhandled 'error' event would end the process when the database restarts. Within a transaction the next statement fails by
  // itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (!(client instanceof NamingClient)) return
    client.closeWhenSilent(options.silenceMs ?? SILENCE_MS)
    client.rejectUnreplicatedCommits()
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
