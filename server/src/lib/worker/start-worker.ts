import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { type JobHandlers, type JobSchedule, URGENT_PRIORITY } from '../jobs.ts'
import { startHeartbeat } from './heartbeat.ts'
import { toTaskList } from './run-task.ts'

type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'debug'>

// With batched completion the worker does not wait, at shutdown, for its own bookkeeping: those jobs would run again.
export const immediateCompletion = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

type WorkerOptions = {
  databaseUrl: string
  handlers: JobHandlers
  schedule: JobSchedule
  log: Log
  /** How long running jobs may take to finish after `stop`. */
  shutdownMs?: number
  /** How often the worker reports that it is alive. */
  beatMs?: number
}

const SHUTDOWN_MS = 5000

/**
 * Runs jobs until `stop`, which lets running ones finish and unlocks those that take too long. Has its own small pool: LISTEN
 * needs a session of its own. When the database is unavailable it retries until it is back.
 */
export function startWorker({ databaseUrl, handlers, log, shutdownMs = SHUTDOWN_MS, ...rest }: WorkerOptions) {
  const stopping = new AbortController()
  const pool = openPool(databaseUrl, log)
  const events: WorkerEvents = new EventEmitter()
  const heartbeat = startHeartbeat({ pool, events, log, beatMs: rest.beatMs })
  const options = { ...createRunnerOptions({ handlers, log, ...rest }), pgPool: pool, events }
  const unlockJobs = () => pool.query('select graphile_worker.force_unlock_workers(array[$1])', [heartbeat.workerId()])
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
      await heartbeat.stop()
      await pool.end()
    },
  }
}

function createRunnerOptions({ handlers, schedule, log }: Pick<WorkerOptions, 'handlers' | 'schedule' | 'log'>) {
  // One job per task is queued, however long the worker was busy; a failed run is replaced by the next one.
  const toCronItem = (item: JobSchedule[number]) => ({
    ...item,
    options: {
      backfillPeriod: 0,
      priority: URGENT_PRIORITY,
      maxAttempts: SCHEDULED_ATTEMPTS,
      jobKey: `schedule:${item.task}`,
      jobKeyMode: 'replace' as const,
    },
  })
  return {
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    preset: immediateCompletion,
    logger: new Logger(() => (level, message) => log[logLevels[level]](message)),
    taskList: toTaskList(handlers, log),
    parsedCronItems: parseCronItems(schedule.map(toCronItem)),
  }
}

/** For what runs daily; what runs every minute is replaced by the next run long before. */
const SCHEDULED_ATTEMPTS = 5

type Shutdown = { signal: AbortSignal; shutdownMs: number }

/**
 * Runs until the signal, or until graphile-worker cannot go on because the database went away at a bad moment; then this throws.
 * It shuts itself down when it cannot mark a job as done, and waits for itself forever when two jobs finish then: `shutdownMs` ends
 * that. It runs on without ever finding a job when its first query fails, because it stores that failure.
 */
async function runUntilStopped(options: RunnerOptions & { events: WorkerEvents }, { signal, shutdownMs }: Shutdown) {
  const ended = new AbortController()
  const until = { signal: AbortSignal.any([signal, ended.signal]) }
  const shutdown = once(options.events, 'pool:gracefulShutdown', until).catch(() => {})
  const failedStart = failToStart(options.events, until)
  const runner = await run(options)
  const stop = () => runner.stop().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) await stop()
  await Promise.race([runner.promise, shutdown, failedStart])
  ended.abort()
  if (signal.aborted) return runner.promise
  signal.removeEventListener('abort', stop)
  await Promise.race([stop(), wait(shutdownMs, undefined, { ref: false })])
  throw new Error('graphile-worker shut itself down or could not start')
}

/** Resolves when the first query for a job has failed; never when it succeeded. */
async function failToStart(events: WorkerEvents, until: { signal: AbortSignal }) {
  const first = (name: 'job:start' | 'worker:getJob:empty' | 'worker:getJob:error') =>
    once(events, name, until).then(
      () => name,
      () => undefined,
    )
  const name = await Promise.race([first('job:start'), first('worker:getJob:empty'), first('worker:getJob:error')])
  if (name !== 'worker:getJob:error') await new Promise(() => {})
}

function openPool(databaseUrl: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  // A database restart ends idle connections. The worker reconnects; an unhandled 'error' event would end the process.
  const logLoss = (error: Error) => log.warn({ err: error }, 'job queue lost a database connection, reconnecting')
  pool.on('error', logLoss)
  pool.on('connect', (client) => client.on('error', logLoss))
  return pool
}

// graphile-worker logs each finished job at "info"; at our level info that would drown everything else.
const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const
