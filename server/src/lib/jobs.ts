import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, type RunnerOptions, run, runOnce, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'

/** `name` is stored in the queue: renaming one strands the jobs that wait under the old name. `schedule` is cron syntax, in UTC. */
export type Job<Deps, Payload> = {
  name: string
  schedule?: string
  run: (deps: Deps, payload: Payload) => Promise<void>
}

/** Declares a kind of job beside its code; `src/jobs.ts` lists them all. Payload and dependencies are inferred from `run`. */
export function defineJob<Deps, Payload = object>(
  name: string,
  { schedule, run }: Omit<Job<Deps, Payload>, 'name'>,
): Job<Deps, Payload> {
  return { name, schedule, run }
}

/** What the worker executes, by job name. */
export type JobHandlers = Record<string, (payload: never) => Promise<void>>
export type JobSchedule = { task: string; match: string }[]

type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'debug'>

/**
 * Enqueues a job in the caller's transaction: it runs after the commit, or never.
 * A second job with the same key replaces the first, so a key of fact + kind + channel makes "at most once".
 */
export async function addJob<Payload>(
  db: Database,
  job: Job<never, Payload>,
  payload: NoInfer<Payload>,
  { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    ${job.name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz, job_key => ${key}::text
  )`.execute(db)
}

/** A job to be added by an SQL statement of the caller's. */
export type JobRow = { name: string; payload: object; key: string }

export function toJobRow<Payload extends object>(
  job: Job<never, Payload>,
  payload: NoInfer<Payload>,
  key: string,
): JobRow {
  return { name: job.name, payload, key }
}

/** Removes a job that has not started, because its reason no longer exists. */
export async function removeJob(db: Database, key: string): Promise<void> {
  await sql`select 1 from graphile_worker.remove_job(${key}::text)`.execute(db)
}

type RunOptions = { databaseUrl: string; handlers: JobHandlers; until?: Date }

/** Runs every due job, one after the other, and returns. With `until`, jobs scheduled up to that instant are due too. */
export async function runJobs({ databaseUrl, handlers, until }: RunOptions): Promise<void> {
  if (until) await makeDue(databaseUrl, until)
  const options = { connectionString: databaseUrl, maxPoolSize: 2, concurrency: 1, noHandleSignals: true, preset }
  await runOnce({ ...options, taskList: toTaskList(handlers), logger: quiet })
}

async function makeDue(databaseUrl: string, until: Date) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
       where run_at > now() and run_at <= $1`,
      [until],
    )
  } finally {
    await client.end()
  }
}

// With batched completion the worker does not wait, at shutdown, for its own bookkeeping: those jobs would run again.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

type WorkerOptions = {
  databaseUrl: string
  handlers: JobHandlers
  schedule: JobSchedule
  log: Log
  /** How long running jobs may take to finish after `stop`. */
  shutdownMs?: number
}

const SHUTDOWN_MS = 5000

/** Scheduled jobs are quick and must not wait behind a thousand undeliverable emails. */
const SCHEDULED_PRIORITY = -1

/**
 * Runs jobs until `stop`, which lets running ones finish and unlocks those that take too long. Has its own small pool: LISTEN
 * needs a session of its own. When the database is unavailable it retries until it is back.
 */
export function startWorker({ databaseUrl, handlers, schedule, log, shutdownMs = SHUTDOWN_MS }: WorkerOptions) {
  const stopping = new AbortController()
  const pool = openPool(databaseUrl, log)
  const { events, workerId } = trackWorkerId()
  const options = {
    pgPool: pool,
    events,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    preset,
    logger: new Logger(() => (level, message) => log[logLevels[level]](message)),
    taskList: toTaskList(handlers),
    parsedCronItems: parseCronItems(
      schedule.map((item) => ({ ...item, options: { backfillPeriod: 0, priority: SCHEDULED_PRIORITY } })),
    ),
  }
  const unlockJobs = () => pool.query('select graphile_worker.force_unlock_workers(array[$1])', [workerId()])
  const ended = (async () => {
    for (let isRestart = false; !stopping.signal.aborted; isRestart = true) {
      try {
        // Jobs that the previous run could not mark as done are still locked under its id.
        if (isRestart) await unlockJobs()
        await runUntilStopped(options, { signal: stopping.signal, shutdownMs })
      } catch (error) {
        log.error({ err: error }, 'job queue stopped unexpectedly, restarting')
      }
      await wait(1000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      const isEnded = await Promise.race([ended.then(() => true), wait(shutdownMs, false, { ref: false })])
      // graphile-worker's own forced shutdown would wait for the same jobs.
      if (!isEnded) await unlockJobs()
      await pool.end()
    },
  }
}

type Shutdown = { signal: AbortSignal; shutdownMs: number }

/**
 * Runs until the signal, or until graphile-worker shuts itself down: it does so when it cannot mark a job as done because the
 * database went away at that moment, and when two jobs finish then, it waits for itself forever. In that case this throws after `shutdownMs`.
 */
async function runUntilStopped(options: RunnerOptions & { events: WorkerEvents }, { signal, shutdownMs }: Shutdown) {
  const shutdown = once(options.events, 'pool:gracefulShutdown', { signal }).catch(() => {})
  const runner = await run(options)
  const stop = () => runner.stop().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) await stop()
  await Promise.race([runner.promise, shutdown])
  if (signal.aborted) return runner.promise
  signal.removeEventListener('abort', stop)
  await Promise.race([stop(), wait(shutdownMs, undefined, { ref: false })])
  throw new Error('graphile-worker shut itself down')
}

/** The id under which this worker locks its jobs. */
function trackWorkerId() {
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  return { events, workerId: () => id }
}

function openPool(databaseUrl: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  // A database restart ends idle connections. The worker reconnects; an unhandled 'error' event would end the process.
  const logLoss = (error: Error) => log.warn({ err: error }, 'job queue lost a database connection, reconnecting')
  pool.on('error', logLoss)
  pool.on('connect', (client) => client.on('error', logLoss))
  return pool
}

/**
 * graphile-worker backs off for up to hours between attempts, and keeps the locks of a killed worker for four. After an outage
 * everything should be delivered within a minute: each minute, failed jobs of the last day run again within ten seconds and once
 * more twenty seconds later, without ever reaching the attempt limit. Jobs locked for three minutes, longer than any may take,
 * are unlocked for another worker.
 */
export async function reviveJobs({ db }: { db: Database }): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at < now() - interval '3 minutes'`.execute(db)
  await rescheduleFailed(db, { laterThan: '15 seconds', within: '10 seconds' })
}

/** For a caller that knows that an outage is over. */
export async function retryFailedJobs(db: Database): Promise<void> {
  await rescheduleFailed(db, { laterThan: '0 seconds', within: '2 seconds' })
}

/** With attempts = 2, the next failure backs off twenty seconds: graphile-worker waits e^attempts. */
async function rescheduleFailed(db: Database, { laterThan, within }: { laterThan: string; within: string }) {
  await sql`
    select graphile_worker.reschedule_jobs(
      array_agg(id), run_at => now() + random() * ${within}::interval, attempts => 2
    )
    from graphile_worker.jobs
    where attempts > 0 and locked_at is null and last_error is not null
      and created_at > now() - interval '1 day' and run_at > now() + ${laterThan}::interval`.execute(db)
}

function toTaskList(handlers: JobHandlers) {
  return handlers as Record<string, (payload: unknown) => Promise<void>>
}

// graphile-worker logs each finished job at "info"; at our level info that would drown everything else.
const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const

const quiet = new Logger(() => () => {})

export const reviveJobsJob = defineJob('revive-jobs', { schedule: '* * * * *', run: reviveJobs })
