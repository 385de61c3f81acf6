import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runAll } from '../../../lib/worker/run-sweeps.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry, findEntry, findRankBehind } from '../entries/queries.ts'
import { entryTransitions, evaluateEntry, lateActionOf } from '../entries/rules.ts'
import { lockQueue } from '../queries.ts'
import { listLateEntries } from './queries.ts'

type LateDeps = { db: DatabasePool; clock: Clock }

/** Entries per run. The next run, a minute later, continues. */
const BATCH = 500

/**
 * Called customers who did not come in time go back by the rule of the barbershop, or are out. Each entry is a transaction, decided on
 * its state under the lock of the queue: what a killed run did not reach, the next one does, and nothing is done twice.
 */
export async function applyLateRule({ db, clock }: LateDeps): Promise<void> {
  const now = clock.now()
  const late = await listLateEntries(db, now, BATCH)
  await runAll(late.map((entry) => [entry.id, () => applyTo(db, entry, now)]))
}

function applyTo(
  db: DatabasePool,
  { id, barbershopId }: { id: string; barbershopId: string },
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const rule = await lockQueue(tx, barbershopId)
    const entry = await findEntry(tx, id)
    if (!rule || !entry) return
    const action = lateActionOf({ slides: entry.slides, maxSlides: rule.maxSlides })
    if (evaluateEntry('system', action, entry, now) !== 'ok') return
    const isBack = action === 'slide'
    const rank = isBack ? await findRankBehind(tx, entry, rule.slidePositions) : entry.rank
    const slides = entry.slides + (isBack ? 1 : 0)
    await changeEntry(tx, entry, { status: entryTransitions[action].to, rank, slides, changedBy: null }, now)
    await publishQueue(tx, { barbershopId, now })
  })
}

export const applyLateRuleJob = defineJob('apply-late-rule', { schedule: '* * * * *', run: applyLateRule })
