import { ApiError } from '@na-regua/contract/errors'
import { reviewPhotosApi } from '@na-regua/contract/review-photos'
import type { App } from '../../../lib/http.ts'
import { readUpload } from '../../../lib/image.ts'
import { clientKey } from '../../../lib/rate-limit.ts'
import { countUpload, type UploadDeps } from '../../uploads/store-upload.ts'
import { addPhoto, requirePhotoCapacity } from './add-photo.ts'
import { getReportedPhoto, moderatePhoto } from './moderate-photo.ts'
import { findPhotosOfAppointment } from './queries.ts'
import { removePhoto } from './remove-photo.ts'
import { reportPhoto } from './report-photo.ts'

const DAY_SECONDS = 86_400

/** The author adds and removes photos, everyone with an account reports them, and the moderators decide by the link of their email. */
export function reviewPhotoRoutes(app: App, deps: UploadDeps) {
  const { db, clock, countAttempts } = deps
  app.route({
    ...reviewPhotosApi.listOwn,
    access: 'self',
    statements: 1,
    handler: async ({ caller, params }) => {
      const found = await findPhotosOfAppointment(db, { appointmentId: params.id, customerId: caller.id })
      if (!found) throw new ApiError('REVIEW_NOT_FOUND')
      return found
    },
  })
  app.route({
    ...reviewPhotosApi.add,
    access: 'self',
    statements: 13,
    handler: async (request) => {
      const { caller, params } = request
      await requirePhotoCapacity(db, params.id, caller.id)
      await countUpload(deps, { caller, client: clientKey(request) })
      const upload = await readUpload(request, reviewPhotosApi.add)
      return addPhoto(deps, { caller, reviewId: params.id, upload })
    },
  })
  app.route({
    ...reviewPhotosApi.remove,
    access: 'self',
    statements: 4,
    handler: ({ caller, params }) => removePhoto(db, { id: params.id, authorId: caller.id }),
  })
  app.route({
    ...reviewPhotosApi.report,
    access: 'self',
    statements: 5,
    handler: async ({ caller, params, body }) => {
      await countAttempts({ action: 'report-photo', of: [caller.id], max: 10, seconds: DAY_SECONDS })
      await reportPhoto(db, { caller, photoId: params.id, reason: body.reason, now: clock.now() })
      return { isReported: true }
    },
  })
  app.route({
    ...reviewPhotosApi.getReported,
    access: 'public',
    statements: 3,
    handler: async ({ params }) => ({ photo: await getReportedPhoto(db, params) }),
  })
  app.route({
    ...reviewPhotosApi.moderate,
    access: 'public',
    statements: 5,
    handler: async ({ params, body }) => {
      await moderatePhoto(db, { ...params, decision: body.decision, now: clock.now() })
      return { isApproved: body.decision === 'approve' }
    },
  })
}
