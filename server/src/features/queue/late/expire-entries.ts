import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runAll } from '../../../lib/worker/run-sweeps.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { lockQueue } from '../queries.ts'
import { queueDayEnd } from '../rules.ts'
import { expireEntries, listOpenJoins, listOpenQueues, type OpenQueue } from './queries.ts'

type ExpireDeps = { db: DatabasePool; clock: Clock }

/** Barbershops per page. */
const PAGE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Entries whose business day is over leave the queue. What a killed run did not reach, the next one does. */
export async function expireQueues({ db, clock }: ExpireDeps): Promise<void> {
  const now = clock.now()
  for (let after: string | undefined = FIRST_ID; after; ) {
    const queues: OpenQueue[] = await listOpenQueues(db, { joinedBefore: now, after, limit: PAGE })
    const over = queues.filter((queue) => queueDayEnd(queue, queue.oldestJoinedAt) <= now)
    await runAll(over.map((queue) => [queue.barbershopId, () => expireQueue(db, queue, now)]))
    after = queues.length === PAGE ? queues.at(-1)?.barbershopId : undefined
  }
}

function expireQueue(db: DatabasePool, queue: OpenQueue, now: Date): Promise<void> {
  const { barbershopId } = queue
  return db.transaction().execute(async (tx) => {
    await lockQueue(tx, barbershopId)
    const joins = await listOpenJoins(tx, barbershopId)
    const over = joins.filter(({ joinedAt }) => queueDayEnd(queue, joinedAt) <= now)
    await expireEntries(
      tx,
      over.map(({ id }) => id),
      now,
    )
    await publishQueue(tx, { barbershopId, now })
  })
}

export const expireQueuesJob = defineJob('expire-queues', { schedule: '*/10 * * * *', run: expireQueues })
