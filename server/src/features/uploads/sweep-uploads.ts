import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { deleteFilesJob, type Storage } from '../../lib/storage.ts'
import { deleteUnusedUploads } from './queries.ts'
import { filesOf } from './rules.ts'

const DAY_MS = 86_400_000
const BATCH = 100

/** Deletes images that no barbershop shows a day after their upload: abandoned wizards, removed images. */
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
  for (let deleted = BATCH; deleted === BATCH; ) {
    deleted = await db.transaction().execute(async (tx) => {
      const urls = await deleteUnusedUploads(tx, { before, limit: BATCH })
      const names = urls.flatMap(filesOf).flatMap((url) => storage.nameOf(url) ?? [])
      if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
      return urls.length
    })
  }
}

export const sweepUploadsJob = defineJob('sweep-uploads', { schedule: '35 * * * *', run: sweepUploads })
