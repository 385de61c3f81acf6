import { staffApi } from '@na-regua/contract/staff'
import type { App } from '../../lib/http.ts'
import { getActiveShop } from '../barbershops/queries.ts'
import { type Deps as InviteDeps, inviteRoutes } from './invites/routes.ts'
import { type Deps as TeamDeps, teamRoutes } from './members/routes.ts'
import { presentationRoutes } from './profile/routes.ts'
import { listBarbers } from './queries.ts'
import { barberTimeRoutes } from './schedule/routes.ts'

export function staffRoutes(app: App, deps: InviteDeps & TeamDeps) {
  const { db } = deps
  app.route({
    ...staffApi.list,
    access: 'public',
    handler: async ({ params }) => {
      const shop = await getActiveShop(db, params.id)
      return { barbers: await listBarbers(db, [shop.id]) }
    },
  })
  barberTimeRoutes(app, deps)
  teamRoutes(app, deps)
  presentationRoutes(app, deps)
  inviteRoutes(app, deps)
}
