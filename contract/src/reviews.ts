import { type Static, Type } from 'typebox'
import { IdAndName } from './appointments.ts'
import { Id, IdParams, Instant, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { ReviewPhoto } from './review-photos.ts'
import { defineApi, route } from './route.ts'
import { MAX_SEARCH_TEXT } from './text-limits.ts'

const Stars = Type.Integer({ minimum: 1, maximum: 5 })

export const Review = Type.Object({
  id: Id,
  rating: Stars,
  comment: Nullable(Type.String()),
  createdAt: Instant,
  user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  /** What was booked, as it was named then. */
  service: Type.Object({ name: Type.String() }),
  /** Null when the barber no longer works there. */
  barber: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** The barbershop's only reply. */
  reply: Nullable(Type.String()),
  repliedAt: Nullable(Instant),
  /** In the author's order; without those that are hidden until a report has been looked at. */
  photos: Type.Optional(Type.Array(ReviewPhoto)),
})
export type Review = Static<typeof Review>

/** A review as the barbershop's staff reads it. */
export const ReceivedReview = Type.Object({
  ...Review.properties,
  barbershop: Type.Object({ ...IdAndName.properties, timeZone: Type.String() }),
  /** Whether the caller may reply: there is no reply, and the barbershop is theirs. */
  canReply: Type.Boolean(),
})
export type ReceivedReview = Static<typeof ReceivedReview>

export const COMMENT_LENGTH = 2000
export const REPLY_LENGTH = 1000

export const reviewsApi = defineApi(
  { tag: 'reviews', description: 'Avaliações e respostas' },
  {
    list: route('GET', '/barbershops/:id/reviews', {
      summary: 'Avaliações de uma barbearia, da mais nova à mais antiga',
      params: IdParams,
      querystring: Strict({
        ...PageQuery(10),
        review: Type.Optional(
          Type.String({ ...Id, description: 'A página em que está esta avaliação, no lugar de page' }),
        ),
        rating: Type.Optional(Stars),
        barberId: Type.Optional(Id),
      }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          reviews: Type.Array(Review),
          pagination: Pagination,
          /** Five stars first. Of the given barber if there is one, and of every rating also when one is given. */
          histogram: Type.Array(Type.Object({ rating: Stars, count: Type.Integer() })),
        }),
      },
    }),
    listReceived: route('GET', '/reviews/received', {
      summary:
        'As avaliações das barbearias do dono, ou sobre o barbeiro; as sem resposta primeiro, depois as mais novas',
      querystring: Strict({
        ...PageQuery(10),
        rating: Type.Optional(Stars),
        barbershopId: Type.Optional(Id),
        barberId: Type.Optional(Id),
        /** Words of the comment, the service or the customer's name. */
        q: Type.Optional(Text({ max: MAX_SEARCH_TEXT })),
      }),
      response: {
        200: Type.Object({
          reviews: Type.Array(ReceivedReview),
          pagination: Pagination,
          /** Among all that match. */
          unanswered: Type.Integer(),
          /** What the reviews can be filtered by. */
          barbershops: Type.Array(IdAndName),
          barbers: Type.Array(Type.Object({ ...IdAndName.properties, barbershopId: Id })),
        }),
      },
    }),
    create: route('POST', '/reviews', {
      summary: 'Avalia um atendimento concluído',
      body: Strict({
        /** Absent: the newest completed and not yet reviewed appointment of the caller in the barbershop. */
        appointmentId: Type.Optional(Id),
        /** Must be the appointment's barbershop when both are given; one of the two is required. */
        barbershopId: Type.Optional(Id),
        rating: Stars,
        comment: Type.Optional(Nullable(Text({ max: COMMENT_LENGTH }))),
      }),
      errors: ['APPOINTMENT_NOT_FOUND', 'REVIEW_NOT_ALLOWED', 'ALREADY_REVIEWED'],
      response: { 201: Type.Object({ review: Review }) },
    }),
    reply: route('POST', '/reviews/:id/reply', {
      summary: 'O dono responde uma avaliação, uma vez',
      params: IdParams,
      body: Strict({ reply: Text({ min: 1, max: REPLY_LENGTH }) }),
      errors: ['REVIEW_NOT_FOUND', 'ALREADY_REPLIED'],
      response: { 200: Type.Object({ review: Review }) },
    }),
  },
)
