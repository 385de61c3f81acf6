import { plansApi } from '@na-regua/contract/plans'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { getOwnPlan, listPlans } from './queries.ts'

export function planRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...plansApi.list,
    access: 'public',
    statements: 1,
    handler: async () => ({ plans: await listPlans(db) }),
  })
  app.route({
    ...plansApi.own,
    access: 'self',
    statements: 1,
    handler: ({ caller }) => getOwnPlan(db, caller.id, clock.now()),
  })
}
