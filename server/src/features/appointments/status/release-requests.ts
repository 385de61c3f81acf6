import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { releaseOverdue } from './queries.ts'
import { notifyParticipants } from './tell-parties.ts'

declare module '../../../lib/jobs.ts' {
  interface JobPayloads {
    'release-requests': object
  }
}

/** At once in one transaction: few, so that nobody waits for it. */
const BATCH = 50

/** Gives back the time of requests that nobody answered, and says so to both sides. */
export async function expireRequests({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  for (let released = BATCH; released === BATCH; ) {
    released = await db.transaction().execute(async (tx) => {
      const lives = await releaseOverdue(tx, now, BATCH)
      for (const after of lives) {
        const before = { ...after, status: 'SCHEDULED' as const, version: after.version - 1 }
        await notifyParticipants(tx, { before, after, by: 'system', now })
      }
      return lives.length
    })
  }
}
