import { membersApi } from '@na-regua/contract/members'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { setBarberPermissions } from '../roles/set-permissions.ts'
import { addBarber } from './add-barber.ts'
import { getStaffList } from './queries.ts'
import { type CancelUpcomingOfBarber, type ReleaseCallsOf, removeBarber } from './remove-barber.ts'

export type MemberDeps = {
  db: DatabasePool
  clock: Clock
  cancelUpcomingOfBarber: CancelUpcomingOfBarber
  releaseCallsOf: ReleaseCallsOf
}

export function memberRoutes(app: App, deps: MemberDeps) {
  app.route({
    ...membersApi.list,
    access: 'team',
    statements: 5,
    handler: ({ caller }) => getStaffList(deps.db, caller, deps.clock.now()),
  })
  app.route({
    ...membersApi.setPermissions,
    access: 'owner',
    statements: 3,
    security: { done: 'permissions-changed' },
    handler: ({ caller, params, body }) => setBarberPermissions(deps.db, { ...body, id: params.id, userId: caller.id }),
  })
  app.route({
    ...membersApi.add,
    access: 'team',
    statements: 9,
    handler: async ({ caller, params, body }, reply) => {
      const barber = await addBarber(deps, { ...body, userId: caller.id, barbershopId: params.id })
      return reply.status(201).send({ barber })
    },
  })
  app.route({
    ...membersApi.remove,
    access: 'team',
    statements: 22,
    security: { done: 'barber-removed' },
    handler: ({ caller, params, query }) =>
      removeBarber(deps, { userId: caller.id, barberId: params.id, cancelAppointments: query.cancelAppointments }),
  })
}
