import { reviewsApi } from '@na-regua/contract/reviews'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { getBarbershopSummary } from '../barbershops/queries.ts'
import { createReview } from './create-review.ts'
import { countReviewsBefore, listReviews } from './queries.ts'
import { replyReview } from './reply-review.ts'

export function reviewRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...reviewsApi.list,
    access: 'public',
    handler: async ({ params, query: { review, ...query } }) => {
      const shop = await getBarbershopSummary(db, params.id)
      const before = review ? await countReviewsBefore(db, shop.id, review) : undefined
      const page = { ...query, page: before === undefined ? query.page : Math.floor(before / query.perPage) + 1 }
      const reviews = await listReviews(db, shop.id, toWindow(page))
      return { reviews, pagination: paginate(shop.reviewCount, page) }
    },
  })
  app.route({
    ...reviewsApi.create,
    access: 'self',
    handler: async ({ caller, body }, reply) => {
      const review = await createReview(db, caller, body, clock.now())
      return reply.status(201).send({ review })
    },
  })
  app.route({
    ...reviewsApi.reply,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({
      review: await replyReview(db, { reviewId: params.id, ownerId: caller.id, reply: body.reply, now: clock.now() }),
    }),
  })
}
