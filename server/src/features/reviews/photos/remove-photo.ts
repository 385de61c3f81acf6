import { ApiError } from '@na-regua/contract/errors'
import type { OwnReviewPhotos } from '@na-regua/contract/review-photos'
import type { DatabasePool } from '../../../lib/database.ts'
import { removeUploads } from '../../uploads/queries.ts'
import { deleteOwnPhoto, findPhotosOfReview } from './queries.ts'

/** The author takes a photo away: it and its files are gone at once, with the consent. Its reports go with it. */
export async function removePhoto(
  db: DatabasePool,
  { id, authorId }: { id: string; authorId: string },
): Promise<OwnReviewPhotos> {
  return db.transaction().execute(async (tx) => {
    const deleted = await deleteOwnPhoto(tx, { id, authorId })
    if (!deleted) throw new ApiError('PHOTO_NOT_FOUND')
    await removeUploads(tx, [deleted.url])
    return (await findPhotosOfReview(tx, { reviewId: deleted.reviewId, customerId: authorId })) as OwnReviewPhotos
  })
}
