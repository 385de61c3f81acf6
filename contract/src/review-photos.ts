import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, Nullable, RandomToken, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

/** What the author agrees to before the first photo. */
export const REVIEW_PHOTO_CONSENT = 'Aceito que as fotos apareçam na página da barbearia'
export const REPORT_REASON_LENGTH = 300

/** `url` is the WebP of the middle width; images.ts derives the others. */
export const ReviewPhoto = Type.Object({ id: Id, url: Type.String() })
export type ReviewPhoto = Static<typeof ReviewPhoto>

/** As the author sees it. */
const OwnReviewPhoto = Type.Object({
  ...ReviewPhoto.properties,
  /** Reported by others, and not yet looked at: only the author sees it. */
  isHidden: Type.Boolean(),
})

const OwnReviewPhotos = Type.Object({ reviewId: Id, photos: Type.Array(OwnReviewPhoto) })
export type OwnReviewPhotos = Static<typeof OwnReviewPhotos>

/** A reported photo, for the moderators: what it belongs to, and what was said against it. */
const ReportedPhoto = Type.Object({
  url: Type.String(),
  barbershopName: Type.String(),
  comment: Nullable(Type.String()),
  isHidden: Type.Boolean(),
  /** The moderators have decided that it stays. */
  isApproved: Type.Boolean(),
  reports: Type.Array(
    Type.Object({
      reason: Type.String(),
      reportedAt: Instant,
      /** By someone who works in the barbershop. */
      isOfBarbershop: Type.Boolean(),
    }),
  ),
})
export type ReportedPhoto = Static<typeof ReportedPhoto>

/** The token of the email to the moderators authorizes. */
const ModerationParams = Strict({ id: Id, token: RandomToken })

/** Photos that authors add to their reviews. A barbershop cannot remove them: it reports them like everyone else. */
export const reviewPhotosApi = defineApi(
  { tag: 'reviewPhotos', description: 'As fotos nas avaliações' },
  {
    listOwn: route('GET', '/appointments/:id/review-photos', {
      summary: 'As fotos que o cliente pôs na avaliação do seu agendamento',
      params: IdParams,
      errors: ['REVIEW_NOT_FOUND'],
      response: { 200: OwnReviewPhotos },
    }),
    add: route('POST', '/reviews/:id/photos', {
      summary: 'Quem avaliou adiciona uma foto, com o consentimento para mostrá-la',
      params: IdParams,
      querystring: Strict({ consent: Type.Literal(true) }),
      upload: 'photo',
      errors: [
        'REVIEW_NOT_FOUND',
        'TOO_MANY_PHOTOS',
        'IMAGE_INVALID',
        'IMAGE_TOO_DETAILED',
        'IMAGE_TOO_LARGE',
        'IMAGE_UNKNOWN',
        'UPLOAD_QUOTA',
      ],
      response: { 200: OwnReviewPhotos },
    }),
    remove: route('DELETE', '/review-photos/:id', {
      summary: 'Quem avaliou tira uma foto',
      params: IdParams,
      errors: ['PHOTO_NOT_FOUND'],
      response: { 200: OwnReviewPhotos },
    }),
    report: route('POST', '/review-photos/:id/reports', {
      summary: 'Denuncia uma foto aos moderadores',
      params: IdParams,
      body: Strict({ reason: Text({ min: 1, max: REPORT_REASON_LENGTH }) }),
      errors: ['PHOTO_NOT_FOUND', 'PHOTO_APPROVED', 'EMAIL_NOT_VERIFIED'],
      response: { 200: Type.Object({ isReported: Type.Boolean() }) },
    }),
    getReported: route('GET', '/review-photos/:id/moderation/:token', {
      summary: 'Uma foto denunciada, para os moderadores; olhar não muda nada',
      params: ModerationParams,
      errors: ['LINK_INVALID', 'PHOTO_NOT_FOUND'],
      response: { 200: Type.Object({ photo: ReportedPhoto }) },
    }),
    moderate: route('POST', '/review-photos/:id/moderation/:token', {
      summary: 'Os moderadores mantêm ou tiram uma foto denunciada',
      params: ModerationParams,
      body: Strict({ decision: Type.Enum(['approve', 'remove']) }),
      errors: ['LINK_INVALID', 'PHOTO_NOT_FOUND'],
      response: { 200: Type.Object({ isApproved: Type.Boolean() }) },
    }),
  },
)
