import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { route } from './route.ts'

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
})
export type Review = Static<typeof Review>

export const COMMENT_LENGTH = 2000
export const REPLY_LENGTH = 1000

export const reviewsApi = {
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
}
