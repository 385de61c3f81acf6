import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB as Tables } from './database-schema.generated.ts'
import { shareConnections } from './requests/client-connections.ts'

/** A pool or a transaction; the first parameter of every query. */
export type Database = Kysely<Tables> | Transaction<Tables>

/** For use cases that open their own transaction. */
export type DatabasePool = Kysely<Tables>

/** Called last in the transaction of a change, with the version that it leaves. What it throws undoes the change. */
export type RecordChange = (tx: Database, changed: { id: string; version: number }) => Promise<void>

/** Throws what the database refuses by a constraint as the code of it. The caller's transaction is undone then. */
export async function refuseByConstraint<T>(codes: Record<string, ErrorCode>, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const code = codes[(error as { constraint?: string }).constraint ?? '']
    throw code ? new ApiError(code) : error
  }
}

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

  private isInTransaction = false

  // biome-ignore lint/suspicious/noExplicitAny: the driver overloads query() in eight ways and this passes each on unchanged
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const send = super.query.bind(this) as (...passed: any[]) => any
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const run = () => (name ? send({ name, text, values }, ...rest) : send(...args))
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return run()
    if (/^(begin|start transaction)/.test(text)) this.isInTransaction = true
    else if (/^(commit|rollback)$/.test(text)) this.isInTransaction = false
    return this.isInTransaction ? run() : retryConflict(run)
  }
}

/**
 * SQLSTATE: deadlock detected, serialization failure. PostgreSQL has undone the whole transaction, so that it may run again. Locks are
 * taken in one order (decision 06); this is for what that order has missed.
 */
const retriedErrors: unknown[] = ['40P01', '40001']

let retriedTransactions = 0

/** How many transactions this process has repeated. Anything above 0 is worth a look in the log of PostgreSQL. */
export const countRetriedTransactions = () => retriedTransactions

/** Once: two transactions that meet again do so after one of them has ended. */
async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!retriedErrors.includes((error as { code?: unknown }).code)) throw error
    retriedTransactions++
    return run()
  }
}

/** What to do after the commit of a transaction in progress. */
const afterCommits = new WeakMap<Database, (() => void)[]>()

/** Repeats a transaction after a conflict. Its callback must have no effects outside the database. */
class RetryingDatabase extends Kysely<Tables> {
  override transaction() {
    const builder = super.transaction()
    const execute: typeof builder.execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      let callbacks: (() => void)[] = []
      const result = await retryConflict(() =>
        execute((tx) => {
          callbacks = []
          afterCommits.set(tx, callbacks)
          return work(tx)
        }),
      )
      for (const callback of callbacks) callback()
      return result
    }
    return builder
  }
}

/** Runs `callback` when the transaction has committed, or at once where each statement is a transaction of its own. Never after a rollback. */
export function afterCommit(db: Database, callback: () => void): void {
  const callbacks = afterCommits.get(db)
  if (callbacks) callbacks.push(callback)
  else callback()
}

/** SQLSTATE: transaction resolution unknown. */
const TRANSACTION_RESOLUTION_UNKNOWN = '08007'

type PoolOptions = {
  max: number
  /** The most of these that the requests of one client take at once. */
  maxPerClient?: number | undefined
  /** Timeout for a free connection; longer for tests and seeding on a busy machine. */
  connectMs?: number
  /** Time without data in the middle of a statement after which the connection counts as lost; 0 disables this. */
  silenceMs?: number
  /** Timeouts of a statement and of its wait for a lock. */
  statementMs?: number
  lockMs?: number
  /** Shown in pg_stat_activity. */
  name?: string
  /** Plans avoid reading a table as a whole. */
  prefersIndexes?: boolean
}

/**
 * Jobs have a pool of their own: a busy queue takes no connection from a request, and the other way round. No user waits for them, so
 * they may run longer statements. Two jobs run at a time, each with a transaction and statements outside of it.
 */
export const backgroundPool: PoolOptions = {
  max: 4,
  connectMs: 5000,
  statementMs: 30_000,
  lockMs: 10_000,
  silenceMs: 35_000,
  name: 'na-regua-jobs',
}

/**
 * The relay's connection. Its tables, pending events and jobs, are usually empty, so that PostgreSQL plans to read them as a whole, and
 * keeps that plan when a burst of changes fills them with some ten thousand rows, or with what deleted ones leave.
 */
export const relayPool: PoolOptions = { ...backgroundPool, max: 1, name: 'na-regua-relay', prefersIndexes: true }

const STATEMENT_MS = 4500
/** So much longer than the statement timeout, so that slow statements end by themselves. */
const SILENCE_AFTER_MS = 1500
/** How long a statement waits for a connection. */
const CONNECT_MS = 900

/** Opens a pool. Statements time out after 4.5 s, waits for a connection within 1 s: a slow database means 503, never a hang. */
export function openDatabase(url: string, options: PoolOptions): DatabaseHandle {
  const { statementMs = STATEMENT_MS, connectMs = CONNECT_MS, maxPerClient } = options
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: connectMs,
    // Opening a connection forks a server process and verifies a password: on a busy machine that alone may take the second that
    // a request waits. Idle connections stay open, with their prepared statements.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    statement_timeout: statementMs,
    lock_timeout: options.lockMs ?? 3000,
    idle_in_transaction_session_timeout: 10_000,
    options: `-c TimeZone=UTC${options.prefersIndexes ? ' -c enable_seqscan=off' : ''}`,
    application_name: options.name ?? 'na-regua',
  })
  // An unhandled 'error' event would end the process when the database restarts. Within a transaction the next statement fails by
  // itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (!(client instanceof NamingClient)) return
    client.closeWhenSilent(options.silenceMs ?? statementMs + SILENCE_AFTER_MS)
    client.rejectUnreplicatedCommits()
  })
  const shared = maxPerClient === undefined ? pool : shareConnections(pool, { max: maxPerClient, waitMs: connectMs })
  const db = new RetryingDatabase({ dialect: new PostgresDialect({ pool: shared }) })
  return { db, pool, close: () => db.destroy() }
}

/**
 * Opens `count` connections at once, so that the first requests do not wait for them. What fails is left to those requests, which say so.
 */
export async function openConnections({ pool }: DatabaseHandle, count: number): Promise<void> {
  await Promise.allSettled(Array.from({ length: count }, () => pool.query('select 1')))
}
