import { rolesApi } from '@na-regua/contract/roles'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeRole, endRole } from './end-role.ts'
import { setRolePermissions } from './set-permissions.ts'

/** Receptionists and managers. */
export function roleRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...rolesApi.change,
    access: 'team',
    statements: 6,
    security: { done: 'role-changed' },
    handler: ({ caller, params, body }) => changeRole(deps, { id: params.id, userId: caller.id, role: body.role }),
  })
  app.route({
    ...rolesApi.setPermissions,
    access: 'owner',
    statements: 3,
    security: { done: 'permissions-changed' },
    handler: ({ caller, params, body }) => setRolePermissions(deps.db, { ...body, id: params.id, userId: caller.id }),
  })
  app.route({
    ...rolesApi.remove,
    access: 'staff',
    statements: 6,
    security: { done: 'role-ended' },
    handler: ({ caller, params }) => endRole(deps, { id: params.id, userId: caller.id }),
  })
}
