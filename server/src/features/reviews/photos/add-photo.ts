import { ApiError } from '@na-regua/contract/errors'
import type { OwnReviewPhotos } from '@na-regua/contract/review-photos'
import { MAX_REVIEW_PHOTOS } from '@na-regua/contract/text-limits'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { lockIssuedImages } from '../../uploads/queries.ts'
import { storeUpload, type UploadDeps } from '../../uploads/store-upload.ts'
import { findPhotosOfReview, insertPhoto, lockOwnReview } from './queries.ts'

type NewPhotoRequest = { caller: Caller; reviewId: string; upload: Buffer }

/** Throws REVIEW_NOT_FOUND for a review of another author, and TOO_MANY_PHOTOS. Called before the body is read, too. */
export async function requirePhotoCapacity(db: Database, reviewId: string, customerId: string): Promise<void> {
  const review = await findPhotosOfReview(db, { reviewId, customerId })
  if (!review) throw new ApiError('REVIEW_NOT_FOUND')
  if (review.photos.length >= MAX_REVIEW_PHOTOS) throw new ApiError('TOO_MANY_PHOTOS')
}

/** Adds a photo to the caller's own review. The request has the author's consent, whose time is stored with the photo. */
export async function addPhoto(
  deps: UploadDeps,
  { caller, reviewId, upload }: NewPhotoRequest,
): Promise<OwnReviewPhotos> {
  const { db, clock } = deps
  const consentedAt = clock.now()
  const { url } = await storeUpload(deps, caller, upload)
  const review = { reviewId, customerId: caller.id }
  return db.transaction().execute(async (tx) => {
    if (!(await lockOwnReview(tx, review))) throw new ApiError('REVIEW_NOT_FOUND')
    await requirePhotoCapacity(tx, reviewId, caller.id)
    await insertPhoto(tx, {
      review_id: reviewId,
      author_id: caller.id,
      url,
      consented_at: consentedAt,
      created_at: clock.now(),
    })
    // After the row of the review, by the order of locks. A sweep that was faster makes it an unknown image.
    await lockIssuedImages(tx, { userId: caller.id, urls: [url] })
    return (await findPhotosOfReview(tx, review)) as OwnReviewPhotos
  })
}
