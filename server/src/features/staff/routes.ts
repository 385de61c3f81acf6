import { staffApi } from '@na-regua/contract/staff'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { getActiveShop } from '../barbershops/queries.ts'
import { listBarbers } from './queries.ts'
import { barberTimeRoutes } from './schedule/routes.ts'

export function staffRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...staffApi.list,
    access: 'public',
    handler: async ({ params }) => {
      const shop = await getActiveShop(db, params.id)
      return { barbers: await listBarbers(db, [shop.id]) }
    },
  })
  barberTimeRoutes(app, { db, clock })
}
