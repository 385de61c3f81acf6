import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { DatabaseHandle } from '../database.ts'
import type { Metrics } from './metrics.ts'

type Jobs = { due: number; planned: number; running: number; failing: number; oldest: number }

/** How busy the pool is, and what waits in the queue. The queue is one for all processes: take the maximum, never the sum. */
export function collectDatabaseMetrics(
  { registry, watch }: Metrics,
  { db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>,
) {
  watch('pool_connections', 'Connections to the base that are open.', () => pool.totalCount)
  watch('pool_idle', 'Open connections that nobody uses.', () => pool.idleCount)
  watch('pool_waiting', 'Calls that wait for a connection.', () => pool.waitingCount)
  const jobs = new Gauge({
    name: 'na_regua_jobs',
    help: 'Jobs in the queue: due now, planned for later, running, and of all these the ones that failed before.',
    labelNames: ['state'],
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'na_regua_jobs_oldest_due_seconds',
    help: 'How long the job that is due longest has waited.',
    registers: [registry],
  })

  /** A base that does not answer leaves no numbers instead of old ones. */
  return async function countJobs() {
    const found = await readJobs(db).catch(() => undefined)
    jobs.reset()
    oldest.remove()
    if (!found) return
    for (const state of ['due', 'planned', 'running', 'failing'] as const) jobs.set({ state }, found[state])
    oldest.set(found.oldest)
  }
}

async function readJobs(db: DatabaseHandle['db']): Promise<Jobs | undefined> {
  const { rows } = await sql<Jobs>`/* count jobs */
    select count(*) filter (where locked_at is null and run_at <= now()) as due,
           count(*) filter (where locked_at is null and run_at > now()) as planned,
           count(*) filter (where locked_at is not null) as running,
           count(*) filter (where last_error is not null) as failing,
           coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now())), 0)::float8 as oldest
      from graphile_worker.jobs`.execute(db)
  return rows[0]
}
