import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB as Tables } from './database-schema.generated.ts'

/** A pool or a transaction: what every query takes first. */
export type Database = Kysely<Tables> | Transaction<Tables>

/** What a use case takes that opens its own transaction. */
export type DatabasePool = Kysely<Tables>

// bigint counts fit a double long before the business does.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseHandle = { db: Kysely<Tables>; pool: pg.Pool; close(): Promise<void> }

/** Texts that were prepared, with the name of each. One comment may stand above a few texts: what a call asks for more or less. */
const names = new Map<string, string>()
const MOST_NAMES = 1000

/** Beyond any number that code can have, texts are composed of data somewhere: those are only run. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_NAMES) return known
  const comment = /^\s*\/\* ([\w -]+) \*\//.exec(text)?.[1]
  if (comment) names.set(text, `${comment} ${names.size}`)
  return names.get(text)
}

/**
 * A statement that begins with its name, as in `/* free slots *\/ select …`, is prepared once per connection and then only
 * executed. Its text must not vary with data: lists travel as one array parameter.
 */
class NamingClient extends pg.Client {
  /**
   * A line that died without a word (a machine that lost its power, a network that was cut) looks like a slow base for a quarter of
   * an hour. Whoever asked and hears nothing for so long is told that the connection is lost, and the pool opens another.
   */
  giveUpAfter(silenceMs: number) {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(silenceMs, () => {
      if (this.isAsking) stream.destroy()
    })
  }

  /**
   * A commit that waits for the standby and is cancelled (by the statement's own time) is told as done, with a warning: this base has
   * it, the one that takes over may not. Nobody may be told "booked" on that: the call fails, and its repetition finds out.
   */
  doubtLoneCommits() {
    this.on('notice', ({ routine }) => {
      if (routine !== 'SyncRepWaitForLSN') return
      const doubt = Object.assign(new Error('the standby may not have this commit'), {
        code: TRANSACTION_RESOLUTION_UNKNOWN,
      })
      ;(this as unknown as { connection: EventEmitter }).connection.emit('error', doubt)
    })
  }

  private get isAsking() {
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

/** The SQLSTATE for "nobody knows whether it was committed". */
const TRANSACTION_RESOLUTION_UNKNOWN = '08007'

type Options = {
  max: number
  /** How long to wait for a free connection; a busy machine that only prepares something may take longer. */
  connectMs?: number
  /** How long the base may be silent in the middle of a statement until the line is taken for lost; 0 waits for ever. */
  silenceMs?: number
}

/** Longer than any statement may take, so that what is only slow ends by itself. */
const SILENCE_MS = 6000

/** Opens a pool. A statement ends after 4.5 s, a wait for a free connection within 1 s: a slow base answers 503, it never hangs. */
export function openDatabase(url: string, options: Options): DatabaseHandle {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: options.connectMs ?? 900,
    // To open one costs the base a process, and both sides the proof of a password: on a busy machine that alone may take the
    // second that anybody waits. What is open stays so, with all that it prepared.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    statement_timeout: 4500,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c TimeZone=UTC',
    application_name: 'na-regua',
  })
  // A connection that dies (a restart of the base) must not end the process: neither an idle one, nor one in the middle of
  // a transaction, whose next statement fails by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (!(client instanceof NamingClient)) return
    client.giveUpAfter(options.silenceMs ?? SILENCE_MS)
    client.doubtLoneCommits()
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
