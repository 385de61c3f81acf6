import { ApiError } from '@na-regua/contract/errors'
import { AVATAR_WIDTHS } from '@na-regua/contract/images'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { encodeImages } from '../../../lib/image.ts'
import { addJob, removeJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { deleteFilesJob, newFileStem, type Storage } from '../../../lib/storage.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import type { Requester } from '../sessions/confirm-identity.ts'
import { replaceAvatar } from './queries.ts'
import { listAvatarFiles } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock; storage: Storage; countAttempts: CountAttempts }

const HOUR_MS = 3_600_000
const LARGE = Math.max(...AVATAR_WIDTHS)

/** Must run before the upload is read: encoding images is more expensive than any other request. */
export function limitAvatarUploads({ countAttempts }: Deps, { caller, client }: Requester): Promise<void> {
  return countAttempts(
    { action: 'picture', of: [client], max: 60, seconds: 3600 },
    { action: 'picture', of: ['account', caller.id], max: 30, seconds: 3600 },
  )
}

/** Stores the upload in all widths as the user's avatar; the files of the previous avatar are deleted after the commit. */
export async function setAvatar(deps: Deps, userId: string, upload: Buffer): Promise<string> {
  const { db, clock, storage } = deps
  const images = await encodeImages(upload, { shape: 'square', widths: AVATAR_WIDTHS, formats: ['webp'] })
  const stem = newFileStem('avatars')
  const names = AVATAR_WIDTHS.map((width) => `${stem}-${width}.webp`)
  // Enqueued before the files are written: if the process dies before the commit, no row refers to them.
  const key = `lost-files:${stem}`
  await addJob(db, deleteFilesJob, { names }, { key, runAt: new Date(clock.now().getTime() + HOUR_MS) })
  for (const { requestedWidth, bytes } of images) await storage.put(`${stem}-${requestedWidth}.webp`, bytes)
  const url = storage.urlOf(`${stem}-${LARGE}.webp`)
  await db.transaction().execute(async (tx) => {
    await removeJob(tx, key)
    await swapAvatar(tx, deps, { userId, url })
  })
  return url
}

export async function clearAvatar(deps: Deps, caller: Caller): Promise<void> {
  await deps.db.transaction().execute((tx) => swapAvatar(tx, deps, { userId: caller.id, url: null }))
}

type AvatarSwap = { userId: string; url: string | null }

async function swapAvatar(tx: DatabasePool, { storage }: Pick<Deps, 'storage'>, { userId, url }: AvatarSwap) {
  const before = await replaceAvatar(tx, { id: userId, url })
  if (before === undefined) throw new ApiError('NOT_FOUND')
  const names = before ? listAvatarFiles(storage, before) : []
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  await publish(tx, [userId], 'account')
}
