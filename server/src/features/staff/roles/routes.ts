import { ApiError } from '@na-regua/contract/errors'
import { rolesApi } from '@na-regua/contract/roles'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeRole, endRole } from './end-role.ts'
import { updatePhoneReaders } from './queries.ts'

/** Receptionists and managers. */
export function roleRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...rolesApi.change,
    access: 'manager',
    statements: 6,
    security: { done: 'role-changed' },
    handler: ({ caller, params, body }) => changeRole(deps, { id: params.id, userId: caller.id, role: body.role }),
  })
  app.route({
    ...rolesApi.setPhoneReaders,
    access: 'owner',
    statements: 1,
    handler: async ({ caller, params, body }) => {
      const barbershop = { barbershopId: params.id, userId: caller.id }
      if (!(await updatePhoneReaders(deps.db, barbershop, body))) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return body
    },
  })
  app.route({
    ...rolesApi.remove,
    access: 'reception',
    statements: 6,
    security: { done: 'role-ended' },
    handler: ({ caller, params }) => endRole(deps, { id: params.id, userId: caller.id }),
  })
}
