import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { deleteFilesJob, type Storage } from '../../lib/storage.ts'
import { takeUnused } from './queries.ts'
import { filesOf } from './rules.ts'

const DAY_MS = 86_400_000
const BATCH = 100

/** Pictures that no shop shows a day after they were sent: a wizard that was given up, an image that was taken out. */
export async function sweepUploads({
  db,
  clock,
  storage,
}: {
  db: DatabasePool
  clock: Clock
  storage: Storage
}): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS)
  for (let taken = BATCH; taken === BATCH; ) {
    taken = await db.transaction().execute(async (tx) => {
      const urls = await takeUnused(tx, { before, most: BATCH })
      const names = urls.flatMap(filesOf).flatMap((url) => storage.nameOf(url) ?? [])
      if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
      return urls.length
    })
  }
}

export const sweepUploadsJob = defineJob('sweep-uploads', { schedule: '35 * * * *', run: sweepUploads })
