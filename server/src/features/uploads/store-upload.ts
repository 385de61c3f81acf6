import { ApiError } from '@na-regua/contract/errors'
import { BARBERSHOP_IMAGE_WIDTHS } from '@na-regua/contract/images'
import { UPLOAD_BYTES_PER_DAY, type Upload } from '@na-regua/contract/uploads'
import type { Caller } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { type EncodedImage, encodeImages, getDominantColor } from '../../lib/image.ts'
import { addJob, removeJob } from '../../lib/jobs.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { deleteFilesJob, newFileStem, type Storage } from '../../lib/storage.ts'
import { lockLimits } from '../plans/queries.ts'
import { countBytes, insertUpload } from './queries.ts'
import { barbershopImageFormats } from './rules.ts'

export type UploadDeps = { db: DatabasePool; clock: Clock; storage: Storage; countAttempts: CountAttempts }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The width whose URL is stored; the other URLs are derived from it. */
const MIDDLE = 960

/** Rate limit, before the body is read: images need more CPU than any other request. */
export async function countUpload(
  deps: UploadDeps,
  { caller, client }: { caller: Caller; client: string },
): Promise<void> {
  await deps.countAttempts(
    { action: 'upload', of: [client], max: 240, seconds: 3600 },
    { action: 'upload', of: ['account', caller.id], max: 120, seconds: 3600 },
  )
  await requireQuota(deps.db, caller, 1, deps.clock.now())
}

/** Encodes an image in every width and format and issues its URL to the caller. Throws UPLOAD_QUOTA beyond 50 MB a day. */
export async function storeUpload(deps: UploadDeps, caller: Caller, upload: Buffer): Promise<Upload> {
  const { db, clock, storage } = deps
  const now = clock.now()
  await requireQuota(db, caller, upload.length, now)
  const images = await encodeImages(upload, {
    shape: 'whole',
    widths: BARBERSHOP_IMAGE_WIDTHS,
    formats: barbershopImageFormats,
  })
  const color = await getDominantColor((images.find(({ format }) => format === 'webp') as EncodedImage).bytes)
  const stem = `${newFileStem('shops')}-${color}`
  const nameOf = ({ requestedWidth, format }: Pick<EncodedImage, 'requestedWidth' | 'format'>) =>
    `${stem}-${requestedWidth}.${format}`
  // Enqueued first: if this process dies before the commit, the job removes the orphaned files.
  const key = `lost-files:${stem}`
  await addJob(db, deleteFilesJob, { names: images.map(nameOf) }, { key, runAt: new Date(now.getTime() + HOUR_MS) })
  for (const image of images) await storage.put(nameOf(image), image.bytes)
  const url = storage.urlOf(nameOf({ requestedWidth: MIDDLE, format: 'webp' }))
  await db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    await requireQuota(tx, caller, upload.length, now)
    await insertUpload(tx, { user_id: caller.id, url, bytes: upload.length, created_at: now })
    await removeJob(tx, key)
  })
  const variants = images.map(({ width, format, requestedWidth }) => ({
    url: storage.urlOf(nameOf({ requestedWidth, format })),
    width,
    format,
  }))
  return { url, color: `#${color}`, variants }
}

async function requireQuota(db: Database, { id }: Caller, bytes: number, now: Date): Promise<void> {
  const sent = await countBytes(db, id, new Date(now.getTime() - DAY_MS))
  if (sent + bytes > UPLOAD_BYTES_PER_DAY) throw new ApiError('UPLOAD_QUOTA')
}
