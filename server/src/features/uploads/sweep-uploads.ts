import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { deleteFilesJob, type Storage } from '../../lib/storage.ts'
import { runSweeps } from '../../lib/worker/run-sweeps.ts'
import { lockSweepPosition, saveSweepPosition } from '../../lib/worker/sweep-position.ts'
import { deleteUnusedUploads, listUploadsToCheck } from './queries.ts'
import { filesOf } from './rules.ts'

const DAY_MS = 86_400_000
const SWEEP = 'uploads'
/** Each upload is looked up in three other tables. */
const BATCH = 200

type Deps = { db: DatabasePool; clock: Clock; storage: Storage }

/**
 * Deletes images that no page shows a day after their upload: abandoned wizards, removed images. Each run checks the uploads
 * that follow those of the last one, and begins again after the newest.
 */
export async function sweepUploads({ db, clock, storage }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS)
  const check = (limit: number) => db.transaction().execute((tx) => checkUploads(tx, storage, { before, limit }))
  await runSweeps({ uploads: check }, { batch: BATCH })
}

/** Returns how many uploads it checked. */
async function checkUploads(tx: Database, storage: Storage, { before, limit }: { before: Date; limit: number }) {
  const after = await lockSweepPosition(tx, SWEEP)
  const uploads = await listUploadsToCheck(tx, { after, before, limit })
  const urls = await deleteUnusedUploads(
    tx,
    uploads.map(({ id }) => id),
  )
  const names = urls.flatMap(filesOf).flatMap((url) => storage.nameOf(url) ?? [])
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  await saveSweepPosition(tx, SWEEP, uploads.length < limit ? undefined : uploads.at(-1))
  return uploads.length
}

export const sweepUploadsJob = defineJob('sweep-uploads', { schedule: '35 * * * *', run: sweepUploads })
