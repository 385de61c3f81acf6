import { ApiError } from '@na-regua/contract/errors'
import { SHOP_WIDTHS } from '@na-regua/contract/images'
import { UPLOAD_BYTES_PER_DAY, type Upload } from '@na-regua/contract/uploads'
import type { Caller } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { dominantColor, type EncodedImage, encodeImages } from '../../lib/image.ts'
import { addJob, removeJob } from '../../lib/jobs.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { deleteFilesJob, newFileStem, type Storage } from '../../lib/storage.ts'
import { lockLimits } from '../plans/queries.ts'
import { countBytes, insertUpload } from './queries.ts'
import { shopFormats } from './rules.ts'

export type Deps = { db: DatabasePool; clock: Clock; storage: Storage; countAttempts: CountAttempts }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The one that a shop's row keeps; the others are found from it. */
const MIDDLE = 960

/** Before an upload is read: pictures cost more work than any other call. */
export async function countUpload(deps: Deps, { caller, client }: { caller: Caller; client: string }): Promise<void> {
  await deps.countAttempts(
    { action: 'upload', of: [client], max: 240, seconds: 3600 },
    { action: 'upload', of: ['account', caller.id], max: 120, seconds: 3600 },
  )
  await requireQuota(deps.db, caller, 1, deps.clock.now())
}

/** Draws a shop's picture in every width and format and issues its address to the caller. Throws UPLOAD_QUOTA past 50 MB a day. */
export async function storeUpload(deps: Deps, caller: Caller, upload: Buffer): Promise<Upload> {
  const { db, clock, storage } = deps
  const now = clock.now()
  await requireQuota(db, caller, upload.length, now)
  const pictures = await encodeImages(upload, { shape: 'whole', widths: SHOP_WIDTHS, formats: shopFormats })
  const color = await dominantColor((pictures.find(({ format }) => format === 'webp') as EncodedImage).bytes)
  const stem = `${newFileStem('shops')}-${color}`
  const nameOf = ({ asked, format }: Pick<EncodedImage, 'asked' | 'format'>) => `${stem}-${asked}.${format}`
  // Should this process end before the commit, nobody would know of the files any more: their removal is planned first.
  const key = `lost-files:${stem}`
  await addJob(db, deleteFilesJob, { names: pictures.map(nameOf) }, { key, runAt: new Date(now.getTime() + HOUR_MS) })
  for (const picture of pictures) await storage.put(nameOf(picture), picture.bytes)
  const url = storage.urlOf(nameOf({ asked: MIDDLE, format: 'webp' }))
  await db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    await requireQuota(tx, caller, upload.length, now)
    await insertUpload(tx, { user_id: caller.id, url, bytes: upload.length, created_at: now })
    await removeJob(tx, key)
  })
  const variants = pictures.map(({ width, format, asked }) => ({
    url: storage.urlOf(nameOf({ asked, format })),
    width,
    format,
  }))
  return { url, color: `#${color}`, variants }
}

async function requireQuota(db: Database, { id }: Caller, bytes: number, now: Date): Promise<void> {
  const sent = await countBytes(db, id, new Date(now.getTime() - DAY_MS))
  if (sent + bytes > UPLOAD_BYTES_PER_DAY) throw new ApiError('UPLOAD_QUOTA')
}
