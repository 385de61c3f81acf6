import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { clearDescriptions } from './queries.ts'

const RETENTION_DAYS = 180
const DAY_MS = 86_400_000

/** Forgets what banks wrote about payments long ago, which names who paid. */
async function clearOldDescriptions({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS)
  await clearDescriptions(db, before.toISOString().slice(0, 10))
}

export const clearDescriptionsJob = defineJob('clear-bank-descriptions', {
  schedule: '40 6 * * *',
  run: clearOldDescriptions,
})
