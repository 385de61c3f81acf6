import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * `name` is stored in the queue: renaming one strands the jobs that wait under the old name. `schedule` is cron syntax, in UTC.
 * `isUrgent`: a user's minutes are running, so it does not wait behind a thousand emails.
 */
export type Job<Deps, Payload> = {
  name: string
  schedule?: string
  isUrgent?: boolean
  run: (deps: Deps, payload: Payload) => Promise<void>
}

/** Declares a kind of job beside its code; `src/jobs.ts` lists them all. Payload and dependencies are inferred from `run`. */
export function defineJob<Deps, Payload = object>(
  name: string,
  { schedule, isUrgent, run }: Omit<Job<Deps, Payload>, 'name'>,
): Job<Deps, Payload> {
  return { name, schedule, isUrgent, run }
}

/** The priority of scheduled jobs, too: they are quick. The lowest runs first, and 0 is that of all other jobs. */
export const URGENT_PRIORITY = -1

const priorityOf = ({ isUrgent }: { isUrgent?: boolean | undefined }) => (isUrgent ? URGENT_PRIORITY : undefined)

/** What all attempts at one job have in common. A job that replaced another with the same key has another id or revision. */
export type JobIdentity = { id: string; key: string | null; revision: number; createdAt: Date }

/** What the worker executes, by job name. */
export type JobHandlers = Record<string, (payload: never, job: JobIdentity) => Promise<void>>
export type JobSchedule = { task: string; match: string }[]

/**
 * A job fails because a service that it needs is unavailable. It is retried until the service is back; after any other error the
 * queue waits longer after each attempt.
 */
export class ServiceOutage extends Error {
  override name = 'ServiceOutage'
}

/** A service refused one message for now. Retried as after an outage, but only for two hours. */
export class Deferral extends Error {
  override name = 'Deferral'
}

/** A job failed, and more than `attempts` attempts change nothing: it ends. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
  readonly attempts: number

  constructor(message: string, { attempts = 1 }: { attempts?: number } = {}) {
    super(message)
    this.attempts = attempts
  }
}

/**
 * Enqueues a job in the caller's transaction: it runs after the commit, or never.
 * A second job with the same key replaces the first, so a key of event + kind + channel makes "at most once".
 */
export async function addJob<Payload>(
  db: Database,
  job: Job<never, Payload>,
  payload: NoInfer<Payload>,
  { key = null, runAt = null, delaySeconds = 0 }: AddJobOptions = {},
): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    ${job.name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
    run_at => coalesce(${runAt}::timestamptz, now() + make_interval(secs => ${delaySeconds})), priority => ${priorityOf(job) ?? null}::int
  )`.execute(db)
}

/** `delaySeconds` counts from the transaction; without it and `runAt` the job is due at once. */
type AddJobOptions = { key?: string | null; runAt?: Date | null; delaySeconds?: number }

/** A job to be added by an SQL statement of the caller's. */
export type JobRow = { name: string; payload: object; key: string; delaySeconds?: number; priority?: number }

export function toJobRow<Payload extends object>(
  job: Job<never, Payload>,
  payload: NoInfer<Payload>,
  key: string,
  { delaySeconds }: { delaySeconds?: number } = {},
): JobRow {
  return { name: job.name, payload, key, delaySeconds, priority: priorityOf(job) }
}

/** Removes a job that has not started, because its reason no longer exists. */
export async function removeJob(db: Database, key: string): Promise<void> {
  await sql`select 1 from graphile_worker.remove_job(${key}::text)`.execute(db)
}
