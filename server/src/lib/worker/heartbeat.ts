import type { Pool } from 'pg'

type HeartbeatOptions = {
  pool: Pool
  /** The id under which the worker locks its jobs; another one after a restart of the queue. */
  workerId: () => string | undefined
  log: { warn(details: object, message: string): void }
  beatMs?: number | undefined
}

const BEAT_MS = 4000

/** Beats that a worker may miss before its jobs are given to others. */
const MISSED_BEATS = 4

/**
 * Reports at intervals that the worker is alive, and unlocks the jobs of workers that no longer do: their process was killed.
 * Otherwise those jobs would stay locked for minutes. After a gap in its own reports, as while the database was unavailable, a
 * worker waits before it judges others: they need a moment to report, too.
 */
export function startHeartbeat({ pool, workerId, log, beatMs = BEAT_MS }: HeartbeatOptions) {
  const lostAfterMs = beatMs * MISSED_BEATS
  let steadySince = Date.now()
  let lastBeatAt = Date.now()

  async function beat() {
    const id = workerId()
    if (!id) return
    await pool.query(
      'insert into job_workers (id) values ($1) on conflict (id) do update set beat_at = clock_timestamp()',
      [id],
    )
    if (Date.now() - lastBeatAt > lostAfterMs / 2) steadySince = Date.now()
    lastBeatAt = Date.now()
    if (Date.now() - steadySince >= lostAfterMs) await unlockLost(id)
  }

  async function unlockLost(id: string) {
    const { rows } = await pool.query<{ id: string }>(
      `with lost as (
         delete from job_workers where beat_at < clock_timestamp() - $1 * interval '1 millisecond' and id <> $2 returning id
       )
       select id from lost, graphile_worker.force_unlock_workers(array[id])`,
      [lostAfterMs, id],
    )
    for (const lost of rows) log.warn({ worker: lost.id }, 'job worker is lost, its jobs are unlocked')
  }

  // A failed beat, as while the database is unavailable, is followed by the next one.
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat).catch(() => {})
  }, beatMs)
  timer.unref()

  return {
    async stop() {
      clearInterval(timer)
      await beating
      await pool.query('delete from job_workers where id = $1', [workerId()]).catch(() => {})
    },
  }
}
