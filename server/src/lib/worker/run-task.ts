import type { JobHelpers, TaskList } from 'graphile-worker'
import { toApiError } from '../http.ts'
import { Deferral, type JobHandlers, type JobIdentity, PermanentFailure, ServiceOutage } from '../jobs.ts'

/** What the queue stores as the error of a job begins with these; see reviveJobs. */
export const OUTAGE_PREFIX = 'outage: '
export const DEFERRAL_PREFIX = 'deferred: '

export type TaskLog = { warn(details: object, message: string): void }

/** The handlers as graphile-worker calls them. */
export function toTaskList(handlers: JobHandlers, log: TaskLog): TaskList {
  const tasks = Object.entries(handlers).map(([name, run]) => [
    name,
    (payload: unknown, { job }: JobHelpers) => runTask(() => run(payload as never, toIdentity(job)), job, log),
  ])
  return Object.fromEntries(tasks)
}

function toIdentity({ id, key, revision, created_at: createdAt }: JobHelpers['job']): JobIdentity {
  return { id: String(id), key, revision, createdAt }
}

async function runTask(run: () => Promise<void>, job: JobHelpers['job'], log: TaskLog): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof PermanentFailure && job.attempts >= error.attempts) {
      const details = { task: job.task_identifier, job: job.id, attempts: job.attempts, reason: error.message }
      return log.warn(details, 'job failed for good, removing it')
    }
    if (error instanceof Deferral) throw new Deferral(DEFERRAL_PREFIX + error.message, { cause: error })
    if (isOutage(error)) throw new ServiceOutage(OUTAGE_PREFIX + error.message, { cause: error })
    throw error
  }
}

function isOutage(error: unknown): error is Error {
  return error instanceof ServiceOutage || (error instanceof Error && toApiError(error)?.code === 'UNAVAILABLE')
}
