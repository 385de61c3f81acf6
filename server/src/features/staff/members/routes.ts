import { membersApi } from '@na-regua/contract/members'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
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
    access: 'manager',
    statements: 6,
    handler: ({ caller }) => getStaffList(deps.db, caller, deps.clock.now()),
  })
  app.route({
    ...membersApi.remove,
    access: 'manager',
    statements: 22,
    security: { done: 'barber-removed' },
    handler: ({ caller, params, query }) =>
      removeBarber(deps, { userId: caller.id, barberId: params.id, cancelAppointments: query.cancelAppointments }),
  })
}
