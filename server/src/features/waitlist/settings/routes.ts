import { ApiError } from '@na-regua/contract/errors'
import { waitlistSettingsApi } from '@na-regua/contract/waitlist'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { findWaitlistSetting, findWaitlistStatistics, saveWaitlistSetting } from './queries.ts'

/** For owners and managers: for everyone else the barbershop does not exist. */
export function waitlistSettingRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  const get = async (barbershopId: string, userId: string) => {
    const setting = await findWaitlistSetting(db, barbershopId, userId)
    if (!setting) throw new ApiError('BARBERSHOP_NOT_FOUND')
    return setting
  }
  app.route({
    ...waitlistSettingsApi.get,
    access: 'manager',
    handler: async ({ caller, params }) => ({ setting: await get(params.id, caller.id) }),
  })
  app.route({
    ...waitlistSettingsApi.set,
    access: 'manager',
    handler: async ({ caller, params, body }) => {
      await get(params.id, caller.id)
      const change = { barbershopId: params.id, userId: caller.id, ...body }
      if (!(await saveWaitlistSetting(db, change, clock.now()))) throw new ApiError('EDIT_CONFLICT')
      return { setting: await get(params.id, caller.id) }
    },
  })
  app.route({
    ...waitlistSettingsApi.statistics,
    access: 'manager',
    handler: async ({ caller, params, query }) => {
      const request = { barbershopId: params.id, userId: caller.id, days: query.days }
      const statistics = await findWaitlistStatistics(db, request, clock.now())
      if (!statistics) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { statistics }
    },
  })
}
