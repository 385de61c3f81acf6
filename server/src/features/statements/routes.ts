import { ApiError } from '@na-regua/contract/errors'
import { pixApi } from '@na-regua/contract/pix'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { findPixSettings } from './queries.ts'
import { savePix } from './save-pix.ts'

export function statementRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const getSettings = async (barbershopId: string, userId: string) => {
    const settings = await findPixSettings(deps.db, barbershopId, userId)
    if (!settings) throw new ApiError('BARBERSHOP_NOT_FOUND')
    return settings
  }
  app.route({
    ...pixApi.get,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => ({ settings: await getSettings(params.id, caller.id) }),
  })
  app.route({
    ...pixApi.save,
    access: 'owner',
    statements: 4,
    handler: async ({ caller, params, body }) => {
      await savePix(deps, { barbershopId: params.id, userId: caller.id, ...body })
      return { settings: await getSettings(params.id, caller.id) }
    },
  })
}
