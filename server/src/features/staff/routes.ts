import type { NextTime } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import { staffApi } from '@na-regua/contract/staff'
import type { App } from '../../lib/http.ts'
import { type InviteDeps, inviteRoutes } from './invites/routes.ts'
import { type MemberDeps, memberRoutes } from './members/routes.ts'
import { portfolioRoutes } from './portfolio/routes.ts'
import { barberProfileRoutes } from './profile/routes.ts'
import { findBarbersOfBarbershop } from './queries.ts'
import { roleRoutes } from './roles/routes.ts'
import { sortByNextTime } from './rules.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { timeOffRoutes } from './time-off/routes.ts'

/** By the barbers' ids, the earliest first; undefined for a barber who has none. Availability depends on staff. */
type ListNextTimes = (barbershopIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, NextTime | undefined>>

type StaffDeps = InviteDeps & MemberDeps & { listNextTimes: ListNextTimes }

export function staffRoutes(app: App, deps: StaffDeps) {
  const { db, clock } = deps
  app.route({
    ...staffApi.list,
    access: 'public',
    statements: 2,
    handler: async ({ params }) => {
      const barbers = await findBarbersOfBarbershop(db, params.id)
      if (!barbers) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { barbers: sortByNextTime(barbers, await deps.listNextTimes([params.id], clock.now())) }
    },
  })
  scheduleRoutes(app, deps)
  timeOffRoutes(app, deps)
  memberRoutes(app, deps)
  barberProfileRoutes(app, deps)
  portfolioRoutes(app, deps)
  inviteRoutes(app, deps)
  roleRoutes(app, deps)
}
