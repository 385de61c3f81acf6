import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { lockSweepPosition, saveSweepPosition } from '../../../lib/worker/sweep-position.ts'
import { listLeavingAppointments, recountCompleted } from './queries.ts'
import { popularityEnd } from './rules.ts'

const SWEEP = 'popularity'

/** Appointments per transaction: bookings of their barbershops wait for it. */
const BATCH = 200

/** Popularity counts recent appointments only: counts again wherever one has become too old. */
export async function decayPopularity({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const end = popularityEnd(clock.now())
  const recount = (limit: number) => db.transaction().execute((tx) => recountNext(tx, end, limit))
  await runSweeps({ popularity: recount }, { batch: BATCH })
}

/** Returns how many appointments it discounted. */
async function recountNext(tx: Database, end: Date, limit: number): Promise<number> {
  const after = await lockSweepPosition(tx, SWEEP)
  const leaving = await listLeavingAppointments(tx, { after, end, limit })
  await recountCompleted(tx, [...new Set(leaving.map(({ barbershopId }) => barbershopId))], end)
  const last = leaving.at(-1)
  if (last) await saveSweepPosition(tx, SWEEP, last)
  return leaving.length
}

export const decayPopularityJob = defineJob('decay-popularity', { schedule: '10 * * * *', run: decayPopularity })
