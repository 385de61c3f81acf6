import { sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import { countRetriedTransactions, type DatabaseHandle } from '../database.ts'
import type { Metrics } from './metrics.ts'

type Jobs = { due: number; planned: number; running: number; failing: number; oldest: number; oldestEvent: number }

/** Pool usage and queue length. All processes share one queue, so dashboards take the maximum, not the sum. */
export function collectDatabaseMetrics(
  { registry, watch }: Metrics,
  { db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>,
) {
  watch('pool_connections', 'Open database connections.', () => pool.totalCount)
  watch('pool_idle', 'Idle database connections.', () => pool.idleCount)
  watch('pool_waiting', 'Requests that wait for a connection.', () => pool.waitingCount)
  new Counter({
    name: 'na_regua_transaction_retries_total',
    help: 'Transactions that were repeated after a deadlock or a serialization failure.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countRetriedTransactions())
    },
  })
  const jobs = new Gauge({
    name: 'na_regua_jobs',
    help: 'Jobs in the queue: due now, planned for later, running, and those that failed before.',
    labelNames: ['state'],
    registers: [registry],
  })
  const ages = createAges(registry)

  /** Without a response from the database there are no values instead of stale ones. */
  return async function countJobs() {
    const found = await readJobs(db).catch(() => undefined)
    jobs.reset()
    ages.job.remove()
    ages.event.remove()
    if (!found) return
    for (const state of ['due', 'planned', 'running', 'failing'] as const) jobs.set({ state }, found[state])
    ages.job.set(found.oldest)
    ages.event.set(found.oldestEvent)
  }
}

/** In seconds. */
function createAges(registry: Registry) {
  const job = new Gauge({
    name: 'na_regua_jobs_oldest_due_seconds',
    help: 'Age of the oldest due job.',
    registers: [registry],
  })
  const event = new Gauge({
    name: 'na_regua_events_oldest_pending_seconds',
    help: 'Age of the oldest event whose jobs are not in the queue yet. Above a few seconds no relay works.',
    registers: [registry],
  })
  return { job, event }
}

async function readJobs(db: DatabaseHandle['db']): Promise<Jobs | undefined> {
  const { rows } = await sql<Jobs>`/* count jobs */
    select count(*) filter (where locked_at is null and run_at <= now()) as due,
           count(*) filter (where locked_at is null and run_at > now()) as planned,
           count(*) filter (where locked_at is not null) as running,
           count(*) filter (where last_error is not null) as failing,
           coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now())), 0)::float8 as oldest,
           (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from pending_events) as "oldestEvent"
      from graphile_worker.jobs`.execute(db)
  return rows[0]
}
