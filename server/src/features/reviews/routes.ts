import { reviewsApi } from '@na-regua/contract/reviews'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { getActiveShop } from '../barbershops/queries.ts'
import { listReviews } from './queries.ts'

export function reviewRoutes(app: App, { db }: { db: Database }) {
  app.route({
    ...reviewsApi.list,
    access: 'public',
    handler: async ({ params, query }) => {
      const shop = await getActiveShop(db, params.id)
      const reviews = await listReviews(db, shop.id, toWindow(query))
      return { reviews, pagination: paginate(shop.reviewCount, query) }
    },
  })
}
