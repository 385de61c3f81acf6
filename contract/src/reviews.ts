import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, Nullable, PageQuery, Pagination, Strict } from './fields.ts'
import { route } from './route.ts'

export const Review = Type.Object({
  id: Id,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Nullable(Type.String()),
  createdAt: Instant,
  user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
})
export type Review = Static<typeof Review>

export const reviewsApi = {
  list: route('GET', '/barbershops/:id/reviews', {
    summary: 'Avaliações de uma barbearia, da mais nova à mais antiga',
    params: IdParams,
    querystring: Strict(PageQuery(10)),
    response: { 200: Type.Object({ reviews: Type.Array(Review), pagination: Pagination }) },
  }),
}
