import { staffApi } from '@na-regua/contract/staff'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { getActiveShop } from '../barbershops/queries.ts'
import { listBarbers } from './queries.ts'

export function staffRoutes(app: App, { db }: { db: Database }) {
  app.route({
    ...staffApi.list,
    access: 'public',
    handler: async ({ params }) => {
      const shop = await getActiveShop(db, params.id)
      return { barbers: await listBarbers(db, [shop.id]) }
    },
  })
}
