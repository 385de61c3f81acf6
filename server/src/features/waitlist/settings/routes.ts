import { ApiError } from '@na-regua/contract/errors'
import { waitlistSettingsApi } from '@na-regua/contract/waitlist'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { lockOwnBarbershop } from '../../barbershops/editing/queries.ts'
import { requireEditing } from '../../barbershops/editing/rules.ts'
import { getOwnPlan } from '../../plans/queries.ts'
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
    access: 'settings',
    statements: 1,
    handler: async ({ caller, params }) => ({ setting: await get(params.id, caller.id) }),
  })
  app.route({
    ...waitlistSettingsApi.set,
    access: 'settings',
    statements: 3,
    handler: async ({ caller, params, body }) => {
      await db.transaction().execute(async (tx) => {
        const now = clock.now()
        const shop = await lockOwnBarbershop(tx, { id: params.id, userId: caller.id, action: 'settings' })
        requireEditing(await getOwnPlan(tx, shop.ownerId, now))
        if (!(await saveWaitlistSetting(tx, { barbershopId: shop.id, ...body }, now)))
          throw new ApiError('EDIT_CONFLICT')
      })
      return { setting: await get(params.id, caller.id) }
    },
  })
  app.route({
    ...waitlistSettingsApi.statistics,
    access: 'money',
    statements: 1,
    handler: async ({ caller, params, query }) => {
      const request = { barbershopId: params.id, userId: caller.id, days: query.days }
      const statistics = await findWaitlistStatistics(db, request, clock.now())
      if (!statistics) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { statistics }
    },
  })
}
