import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, type RunnerOptions, run, runOnce, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'

/** Every kind of job and what it is told. A feature adds its own by declaring this interface again beside its task. */
export interface JobPayloads {
  'revive-jobs': object
}
export type JobName = keyof JobPayloads
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }
export type Schedule = { task: JobName; match: string }[]

type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'debug'>

/**
 * Writes what must follow from a fact into the fact's own transaction: it runs after the commit, or never.
 * A second job with the same key replaces the first, so a key of fact + kind + channel makes "at most once".
 */
export async function addJob<Name extends JobName>(
  db: Database,
  name: Name,
  payload: JobPayloads[Name],
  { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz, job_key => ${key}::text
  )`.execute(db)
}

/** Takes back what has not run yet, because its reason is gone. */
export async function removeJob(db: Database, key: string): Promise<void> {
  await sql`select 1 from graphile_worker.remove_job(${key}::text)`.execute(db)
}

/** Runs whatever is due, one after the other, and returns. With `until`, what is planned up to that instant is due too. */
export async function runJobs({ databaseUrl, tasks, until }: { databaseUrl: string; tasks: Tasks; until?: Date }) {
  if (until) await makeDue(databaseUrl, until)
  const options = { connectionString: databaseUrl, maxPoolSize: 2, concurrency: 1, noHandleSignals: true, preset }
  await runOnce({ ...options, taskList: toTaskList(tasks), logger: quiet })
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

// Without batches the queue does not wait, when it ends, for its own notes of what was done: those jobs would run again.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

type WorkerOptions = {
  databaseUrl: string
  tasks: Tasks
  schedule: Schedule
  log: Log
  /** How long running jobs may take to finish once it is asked to stop. */
  lastMs?: number
}

const LAST_JOBS_MS = 5000

/** What comes by the clock is quick, and may not stand behind a thousand letters that nobody takes. */
const FIRST = -1

/**
 * Works on jobs until `stop`, which lets running ones finish and gives back what takes too long. Uses its own few connections:
 * listening needs a session of its own. A base that goes away is tried again until it is back.
 */
export function startWorker({ databaseUrl, tasks, schedule, log, lastMs = LAST_JOBS_MS }: WorkerOptions) {
  const ending = new AbortController()
  const pool = openPool(databaseUrl, log)
  const { events, holder } = watchHolder()
  const options = {
    pgPool: pool,
    events,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    preset,
    logger: new Logger(() => (level, message) => log[logLevels[level]](message)),
    taskList: toTaskList(tasks),
    parsedCronItems: parseCronItems(
      schedule.map((item) => ({ ...item, options: { backfillPeriod: 0, priority: FIRST } })),
    ),
  }
  const giveBack = () => pool.query('select graphile_worker.force_unlock_workers(array[$1])', [holder()])
  const ended = (async () => {
    for (let isRepeated = false; !ending.signal.aborted; isRepeated = true) {
      try {
        // What the one before could not write down as done is locked under its name.
        if (isRepeated) await giveBack()
        await runUntilItEnds(options, { signal: ending.signal, lastMs })
      } catch (error) {
        log.error({ err: error }, 'the job worker stopped and starts again')
      }
      await wait(1000, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      ending.abort()
      const isOver = await Promise.race([ended.then(() => true), wait(lastMs, false, { ref: false })])
      // The queue's own way to end by force waits for the same jobs.
      if (!isOver) await giveBack()
      await pool.end()
    },
  }
}

type Ending = { signal: AbortSignal; lastMs: number }

/**
 * Works until the signal, or until the queue's own loop gives up: it does when it cannot write down what was done, because the base
 * went in that moment, and when two jobs meet that it waits for itself for ever. Throws then, having waited `lastMs` for it.
 */
async function runUntilItEnds(options: RunnerOptions & { events: WorkerEvents }, { signal, lastMs }: Ending) {
  const givenUp = once(options.events, 'pool:gracefulShutdown', { signal }).catch(() => {})
  const runner = await run(options)
  const stop = () => runner.stop().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) await stop()
  await Promise.race([runner.promise, givenUp])
  if (signal.aborted) return runner.promise
  signal.removeEventListener('abort', stop)
  await Promise.race([stop(), wait(lastMs, undefined, { ref: false })])
  throw new Error('the queue gave up')
}

/** Under which name the queue notes what this worker holds. */
function watchHolder() {
  const events: WorkerEvents = new EventEmitter()
  let holder: string | undefined
  events.on('pool:create', ({ workerPool }) => {
    holder = workerPool.id
  })
  return { events, holder: () => holder }
}

function openPool(databaseUrl: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  // A base that restarts ends idle connections; its loop connects anew, the process must not end of it.
  const noteLoss = (error: Error) => log.warn({ err: error }, 'the job worker lost a connection')
  pool.on('error', noteLoss)
  pool.on('connect', (client) => client.on('error', noteLoss))
  return pool
}

/**
 * The queue waits up to hours between its tries, and four hours for a worker that was killed. After an outage everything should
 * leave within a minute: a failed job of the last day is tried again within ten seconds of each minute and once more twenty seconds
 * later, and never runs out of tries. What a worker holds for three minutes, longer than any task may take, goes to another one.
 */
export async function reviveJobs(db: Database): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at < now() - interval '3 minutes'`.execute(db)
  await tryAgain(db, { laterThan: '15 seconds', within: '10 seconds' })
}

/** For whoever knows that what was away is back. */
export async function retryFailedJobs(db: Database): Promise<void> {
  await tryAgain(db, { laterThan: '0 seconds', within: '2 seconds' })
}

/** With two tries behind it, a job that fails again waits twenty seconds by the queue's own measure: e to the third. */
async function tryAgain(db: Database, { laterThan, within }: { laterThan: string; within: string }): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(
      array_agg(id), run_at => now() + random() * ${within}::interval, attempts => 2
    )
    from graphile_worker.jobs
    where attempts > 0 and locked_at is null and last_error is not null
      and created_at > now() - interval '1 day' and run_at > now() + ${laterThan}::interval`.execute(db)
}

function toTaskList(tasks: Tasks) {
  return tasks as Record<JobName, (payload: unknown) => Promise<void>>
}

// Each finished job is a line at the queue's "info": at ours that would drown everything else.
const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const

const quiet = new Logger(() => () => {})
