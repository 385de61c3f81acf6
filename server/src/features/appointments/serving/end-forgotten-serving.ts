import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { settleEnds } from './queries.ts'

/** Per transaction: small, so that row locks are held briefly. */
const BATCH_SIZE = 50

/** Ends the services that were not ended by a tap. */
export async function endForgottenServices({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  for (let settled = BATCH_SIZE; settled === BATCH_SIZE; ) {
    settled = await db.transaction().execute(async (tx) => {
      const ended = await settleEnds(tx, now, BATCH_SIZE)
      const queue = [...new Set(ended)]
      if (queue.length > 0) await publishEvent(tx, { notifications: [], published: { queue }, jobs: [] }, now)
      return ended.length
    })
  }
}

export const endForgottenServicesJob = defineJob('end-forgotten-services', {
  schedule: '*/5 * * * *',
  run: endForgottenServices,
})
