import { sql } from 'kysely'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runSweeps } from '../../../lib/worker/run-sweeps.ts'

/** Barbershops per statement: their rows are locked until it ends. */
const BATCH = 500

/** Phone numbers, photos, confirmed emails and finished appointments change at any time: the badges follow within the hour. */
export async function refreshBadges({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  async function refreshNext(limit: number) {
    const { rows } = await sql<{ changed: number }>`/* refresh badges */
      select refresh_badges(${now}, ${limit}) as changed`.execute(db)
    return rows[0]?.changed ?? 0
  }
  await runSweeps({ badges: refreshNext }, { batch: BATCH })
}

export const refreshBadgesJob = defineJob('refresh-badges', { schedule: '25 * * * *', run: refreshBadges })
