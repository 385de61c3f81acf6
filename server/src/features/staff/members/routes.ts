import { membersApi } from '@na-regua/contract/members'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getTeam } from './queries.ts'
import { type GiveUpChair, removeBarber } from './remove-barber.ts'

export type Deps = { db: DatabasePool; clock: Clock; giveUpChair: GiveUpChair }

export function teamRoutes(app: App, deps: Deps) {
  app.route({
    ...membersApi.list,
    access: 'owner',
    handler: ({ caller }) => getTeam(deps.db, caller.id, deps.clock.now()),
  })
  app.route({
    ...membersApi.remove,
    access: 'owner',
    security: { done: 'barber-removed' },
    handler: ({ caller, params, query }) =>
      removeBarber(deps, { ownerId: caller.id, barberId: params.id, cancelAppointments: query.cancelAppointments }),
  })
}
