import { staffApi } from '@na-regua/contract/staff'
import type { App } from '../../lib/http.ts'
import { getBarbershopSummary } from '../barbershops/queries.ts'
import { type InviteDeps, inviteRoutes } from './invites/routes.ts'
import { type MemberDeps, memberRoutes } from './members/routes.ts'
import { barberProfileRoutes } from './profile/routes.ts'
import { listBarbers } from './queries.ts'
import { scheduleAndTimeOffRoutes } from './schedule/routes.ts'

export function staffRoutes(app: App, deps: InviteDeps & MemberDeps) {
  const { db } = deps
  app.route({
    ...staffApi.list,
    access: 'public',
    handler: async ({ params }) => {
      const shop = await getBarbershopSummary(db, params.id)
      return { barbers: await listBarbers(db, [shop.id]) }
    },
  })
  scheduleAndTimeOffRoutes(app, deps)
  memberRoutes(app, deps)
  barberProfileRoutes(app, deps)
  inviteRoutes(app, deps)
}
