import { ApiError } from '@na-regua/contract/errors'
import { queueSettingsApi } from '@na-regua/contract/queue-today'
import type { App } from '../../../lib/http.ts'
import { findStatistics } from './queries.ts'
import { changeSettings, getSettings, renewKey, type SettingsDeps } from './save-settings.ts'

/** For owners and managers: for everyone else the barbershop does not exist. */
export function settingsRoutes(app: App, deps: SettingsDeps) {
  app.route({
    ...queueSettingsApi.get,
    access: 'settings',
    statements: 5,
    handler: async ({ caller, params }) => ({
      settings: await getSettings(deps, { barbershopId: params.id, userId: caller.id }),
    }),
  })
  app.route({
    ...queueSettingsApi.save,
    access: 'settings',
    statements: 8,
    handler: async ({ caller, params, body }) => ({
      settings: await changeSettings(deps, { barbershopId: params.id, userId: caller.id, input: body }),
    }),
  })
  app.route({
    ...queueSettingsApi.renewKey,
    access: 'settings',
    statements: 5,
    handler: async ({ caller, params, body }) => ({
      settings: await renewKey(deps, { barbershopId: params.id, userId: caller.id, ...body }),
    }),
  })
  app.route({
    ...queueSettingsApi.statistics,
    access: 'settings',
    statements: 1,
    handler: async ({ caller, params, query }) => {
      const found = await findStatistics(deps.db, { barbershopId: params.id, userId: caller.id, ...query })
      if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return found
    },
  })
}
