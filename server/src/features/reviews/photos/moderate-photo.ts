import { ApiError } from '@na-regua/contract/errors'
import type { ReportedPhoto } from '@na-regua/contract/review-photos'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { removeUploads } from '../../uploads/queries.ts'
import { approvePhoto, deletePhoto, findReportedPhoto, isModerationToken } from './queries.ts'

type ModerationLink = { id: string; token: string }

/** Throws LINK_INVALID for a token that was not made for this photo, whether it exists or not. */
async function requireModerator(db: Database, { id, token }: ModerationLink): Promise<void> {
  if (!(await isModerationToken(db, id.toLowerCase(), token))) throw new ApiError('LINK_INVALID')
}

export async function getReportedPhoto(db: Database, link: ModerationLink): Promise<ReportedPhoto> {
  await requireModerator(db, link)
  const photo = await findReportedPhoto(db, link.id)
  if (!photo) throw new ApiError('PHOTO_NOT_FOUND')
  return photo
}

type Decision = ModerationLink & { decision: 'approve' | 'remove'; now: Date }

/** A photo that is approved may still be removed by the same link; one that is removed is gone with its files. */
export async function moderatePhoto(db: DatabasePool, { decision, now, ...link }: Decision): Promise<void> {
  await requireModerator(db, link)
  await db.transaction().execute(async (tx) => {
    if (decision === 'approve') {
      if (!(await approvePhoto(tx, link.id, now))) throw new ApiError('PHOTO_NOT_FOUND')
      return
    }
    const url = await deletePhoto(tx, link.id)
    if (!url) throw new ApiError('PHOTO_NOT_FOUND')
    await removeUploads(tx, [url])
  })
}
