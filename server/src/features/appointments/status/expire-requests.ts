import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { notifyParticipants } from './notify-participants.ts'
import { cancelOverdueRequests } from './queries.ts'

/** Per transaction: small, so that row locks are held briefly. */
const BATCH_SIZE = 50

/** Cancels requests that the barbershop did not confirm in time and notifies customer and barber. */
export async function expireRequests({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  for (let cancelled = BATCH_SIZE; cancelled === BATCH_SIZE; ) {
    cancelled = await db.transaction().execute(async (tx) => {
      const records = await cancelOverdueRequests(tx, now, BATCH_SIZE)
      const transitions = records.map((after) => {
        const before = { status: 'SCHEDULED' as const, startsAt: after.startsAt }
        return { before, after, by: 'system' as const }
      })
      if (records.length > 0) await recordEvent(tx, { name: 'appointments.cancelled', appointments: records, at: now })
      await notifyParticipants(tx, transitions, now)
      return records.length
    })
  }
}

export const expireRequestsJob = defineJob('release-requests', { schedule: '* * * * *', run: expireRequests })
