import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'

type HeartbeatOptions = {
  pool: Pool
  /** The events of the queue. The id of its pool is the id under which the worker locks its jobs; another one after a restart of the queue. */
  events: WorkerEvents
  log: { warn(details: object, message: string): void }
  beatMs?: number | undefined
}

const BEAT_MS = 2000

/** Beats that a worker may miss before its jobs are given to others. */
const MISSED_BEATS = 4
/** Uninterrupted beats after which a worker judges others: when the database is back they report within one. */
const OWN_BEATS = 2

/**
 * Reports from its start and at intervals that the worker is alive, and unlocks the jobs of workers that no longer do: their process
 * was killed. Otherwise those jobs would stay locked for minutes. After a gap in its own reports, as while the database was
 * unavailable, a worker waits before it judges others: they need a moment to report, too.
 */
export function startHeartbeat({ pool, events, log, beatMs = BEAT_MS }: HeartbeatOptions) {
  const lostAfterMs = beatMs * MISSED_BEATS
  let id: string | undefined
  let steadySince = Date.now()
  let lastBeatAt = Date.now()

  async function beat() {
    if (!id) return
    await pool.query(reportAlive, [id])
    if (Date.now() - lastBeatAt > OWN_BEATS * beatMs) steadySince = Date.now()
    lastBeatAt = Date.now()
    if (Date.now() - steadySince < OWN_BEATS * beatMs) return
    const { rows } = await pool.query<{ id: string }>(unlockLost, [lostAfterMs, id])
    for (const lost of rows) log.warn({ worker: lost.id }, 'job worker is lost, its jobs are unlocked')
  }

  let beating = Promise.resolve()
  // A failed beat, as while the database is unavailable, is followed by the next one.
  const beatNext = () => {
    beating = beating.then(beat).catch(() => {})
  }
  const timer = setInterval(beatNext, beatMs).unref()
  // Before the worker takes its first job.
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    beatNext()
  })

  return {
    workerId: () => id,
    async stop() {
      clearInterval(timer)
      await beating
      await pool.query('delete from job_workers where id = $1', [id]).catch(() => {})
    },
  }
}

const reportAlive =
  'insert into job_workers (id) values ($1) on conflict (id) do update set beat_at = clock_timestamp()'

/**
 * Workers that stopped reporting, and those that never did: killed in their first milliseconds, or of a version that does not report.
 * The latter keep their jobs twice as long.
 */
const unlockLost = `with lost as (
    delete from job_workers where beat_at < clock_timestamp() - $1 * interval '1 millisecond' and id <> $2 returning id
  ), unknown as (
    select distinct locked_by as id from graphile_worker.jobs
     where locked_at < clock_timestamp() - 2 * $1 * interval '1 millisecond' and locked_by <> $2
       and not exists (select from job_workers where job_workers.id = locked_by)
  )
  select id from (select id from lost union select id from unknown) as workers, graphile_worker.force_unlock_workers(array[id])`
