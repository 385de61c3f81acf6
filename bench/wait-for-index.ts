import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabasePool } from '../server/src/lib/database.ts'
import { measureSequentially } from './measure.ts'
import type { BenchServer } from './processes.ts'
import { buildNearbyPath, listPoints } from './sample-data.ts'

/** Waits until the app follows the change feed and searches in memory. Returns the milliseconds that took. */
export async function waitForIndex(db: DatabasePool): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle' and query like '%pg_visible_in_snapshot%'
         and pid <> pg_backend_pid()`.execute(db)
    if (rows.length > 0) return performance.now() - started
    await wait(50)
  }
}

/** Waits until all slots are loaded. Before, lists by slots wait for them or fail, and half of the process loads slots. */
export async function waitForSlots({ app }: { app: BenchServer }): Promise<void> {
  const started = performance.now()
  // From the whole of both cities: points alternate between them.
  const points = listPoints(20_000).filter((_, index) => index % 499 === 0)
  const paths = points.map((point) => `${buildNearbyPath(point)}&orderBy=nextFree&freeToday=true`)
  const isLoading = async () => {
    const { p99, errors } = await measureSequentially(app.url, paths)
    return errors > 0 || p99 > 20
  }
  while (await isLoading()) await wait(1000)
  console.log(`próximos horários na memória depois de mais ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
