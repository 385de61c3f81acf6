import { Logger, runOnce } from 'graphile-worker'
import { type DatabaseHandle, openDatabase } from '../database.ts'
import type { JobHandlers } from '../jobs.ts'
import { relayAllEvents } from './relay-events.ts'
import { toTaskList } from './run-task.ts'
import { immediateCompletion } from './start-worker.ts'

type RunOptions = { databaseUrl: string; handlers: JobHandlers; until?: Date }

const quiet = new Logger(() => () => {})

/** One a database, until `closeJobDatabase`: opening connections takes longer than most jobs. */
const databases = new Map<string, DatabaseHandle>()

function reuseDatabase(url: string): DatabaseHandle {
  const open = databases.get(url) ?? openDatabase(url, { max: 2, connectMs: 15_000 })
  databases.set(url, open)
  return open
}

/** Before the database of a test is dropped. */
export async function closeJobDatabase(url: string): Promise<void> {
  const open = databases.get(url)
  databases.delete(url)
  await open?.close()
}

/** Relays pending events, runs every due job, one after the other, and returns. With `until`, jobs scheduled up to that instant are due too. */
export async function runJobs({ databaseUrl, handlers, until }: RunOptions): Promise<void> {
  const { db, pool } = reuseDatabase(databaseUrl)
  await relayAllEvents(db)
  if (until) await makeDue(pool, until)
  const taskList = toTaskList(handlers, { warn() {} })
  await runOnce({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    preset: immediateCompletion,
    taskList,
    logger: quiet,
  })
}

async function makeDue(pool: DatabaseHandle['pool'], until: Date) {
  await pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
     where run_at > now() and run_at <= $1`,
    [until],
  )
}
