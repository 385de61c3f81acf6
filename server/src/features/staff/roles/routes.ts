import { rolesApi } from '@na-regua/contract/roles'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeRole, endRole } from './end-role.ts'

/** Receptionists and managers. */
export function roleRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...rolesApi.change,
    access: 'manager',
    security: { done: 'role-changed' },
    handler: ({ caller, params, body }) => changeRole(deps, { id: params.id, userId: caller.id, role: body.role }),
  })
  app.route({
    ...rolesApi.remove,
    access: 'reception',
    security: { done: 'role-ended' },
    handler: ({ caller, params }) => endRole(deps, { id: params.id, userId: caller.id }),
  })
}
