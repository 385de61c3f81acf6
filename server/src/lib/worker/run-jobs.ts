import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import { openDatabase } from '../database.ts'
import type { JobHandlers } from '../jobs.ts'
import { relayAllEvents } from './relay-events.ts'
import { toTaskList } from './run-task.ts'
import { immediateCompletion } from './start-worker.ts'

type RunOptions = { databaseUrl: string; handlers: JobHandlers; until?: Date }

const quiet = new Logger(() => () => {})

/** Relays pending events, runs every due job, one after the other, and returns. With `until`, jobs scheduled up to that instant are due too. */
export async function runJobs({ databaseUrl, handlers, until }: RunOptions): Promise<void> {
  await relayTo(databaseUrl)
  if (until) await makeDue(databaseUrl, until)
  const options = { connectionString: databaseUrl, maxPoolSize: 2, concurrency: 1, noHandleSignals: true }
  const taskList = toTaskList(handlers, { warn() {} })
  await runOnce({ ...options, preset: immediateCompletion, taskList, logger: quiet })
}

async function relayTo(databaseUrl: string) {
  const { db, close } = openDatabase(databaseUrl, { max: 1, connectMs: 15_000 })
  await relayAllEvents(db).finally(close)
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
