import { reviewsApi } from '@na-regua/contract/reviews'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate } from '../../lib/pagination.ts'
import { createReview } from './create-review.ts'
import { getHistogram, listReceivedReviews, listReviews } from './queries.ts'
import { replyReview } from './reply-review.ts'
import { countReviews } from './rules.ts'

export function reviewRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...reviewsApi.list,
    access: 'public',
    statements: 2,
    handler: async ({ params, query }) => {
      const histogram = await getHistogram(db, params.id, query)
      const total = countReviews(histogram, query.rating)
      const { reviews, page } = await listReviews(db, params.id, query)
      return { reviews, pagination: paginate(total, { ...query, page }), histogram }
    },
  })
  app.route({
    ...reviewsApi.listReceived,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, query }) => {
      const { total, ...page } = await listReceivedReviews(db, caller.id, query)
      return { ...page, pagination: paginate(total, query) }
    },
  })
  app.route({
    ...reviewsApi.create,
    access: 'self',
    statements: 6,
    handler: async ({ caller, body }, reply) => {
      const review = await createReview(db, caller, body, clock.now())
      return reply.status(201).send({ review })
    },
  })
  app.route({
    ...reviewsApi.reply,
    access: 'settings',
    statements: 4,
    handler: async ({ caller, params, body }) => ({
      review: await replyReview(db, { reviewId: params.id, userId: caller.id, reply: body.reply, now: clock.now() }),
    }),
  })
}
