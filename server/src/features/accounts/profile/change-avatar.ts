import { AVATAR_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { encodeImages } from '../../../lib/image.ts'
import { addJob, removeJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { deleteFilesJob, newFileStem, type Storage } from '../../../lib/storage.ts'
import { replaceAvatar } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; storage: Storage; countAttempts: CountAttempts }
type Asker = { caller: Caller; client: string }

const HOUR_MS = 3_600_000
const LARGE = Math.max(...AVATAR_WIDTHS)

/** Before an upload is read: pictures cost more work than any other call. */
export function limitAvatarUploads({ countAttempts }: Deps, { caller, client }: Asker): Promise<void> {
  return countAttempts(
    { action: 'picture', of: [client], max: 60, seconds: 3600 },
    { action: 'picture', of: ['account', caller.id], max: 30, seconds: 3600 },
  )
}

/** Draws the upload small and large and makes it the caller's picture; the old one's files go after the commit. */
export async function setAvatar(deps: Deps, caller: Caller, upload: Buffer): Promise<string> {
  const { db, clock, storage } = deps
  const pictures = await encodeImages(upload, { shape: 'square', widths: AVATAR_WIDTHS, formats: ['webp'] })
  const stem = newFileStem('avatars')
  const names = AVATAR_WIDTHS.map((width) => `${stem}-${width}.webp`)
  // Should this process end before the commit, nobody would know of the files any more: their removal is planned first.
  const key = `lost-files:${stem}`
  await addJob(db, deleteFilesJob, { names }, { key, runAt: new Date(clock.now().getTime() + HOUR_MS) })
  for (const { asked, bytes } of pictures) await storage.put(`${stem}-${asked}.webp`, bytes)
  const url = storage.urlOf(`${stem}-${LARGE}.webp`)
  await db.transaction().execute(async (tx) => {
    await removeJob(tx, key)
    await swapAvatar(tx, deps, { userId: caller.id, url })
  })
  return url
}

export async function clearAvatar(deps: Deps, caller: Caller): Promise<void> {
  await deps.db.transaction().execute((tx) => swapAvatar(tx, deps, { userId: caller.id, url: null }))
}

type Swap = { userId: string; url: string | null }

async function swapAvatar(tx: DatabasePool, { storage }: Pick<Deps, 'storage'>, { userId, url }: Swap) {
  const before = await replaceAvatar(tx, { id: userId, url })
  const names = before ? avatarFiles(storage, before) : []
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  await publish(tx, [userId], 'account')
}

/** Only what a person uploaded: the demo's drawn faces, and pictures elsewhere, are not ours to remove. */
function avatarFiles(storage: Storage, url: string): string[] {
  const names = AVATAR_WIDTHS.flatMap((width) => storage.nameOf(imageUrlOfWidth(url, width)) ?? [])
  return names.filter((name) => name.startsWith('avatars/'))
}
