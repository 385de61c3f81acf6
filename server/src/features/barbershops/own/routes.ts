import { ownersApi } from '@na-regua/contract/owners'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { createBarbershop } from './create-barbershop.ts'
import { listOwnShops } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock }

/** What owners do with their own shops. */
export function ownBarbershopRoutes(app: App, deps: Deps) {
  const { db, clock } = deps
  app.route({
    ...ownersApi.listBarbershops,
    access: 'owner',
    handler: async ({ caller }) => {
      const now = clock.now()
      const [barbershops, ownPlan] = [await listOwnShops(db, caller.id, now), await getOwnPlan(db, caller.id, now)]
      return { barbershops, ownPlan }
    },
  })
  app.route({
    ...ownersApi.createBarbershop,
    access: 'owner',
    handler: async ({ caller, body }, reply) => {
      const barbershop = await createBarbershop(deps, caller, body)
      return reply.status(201).send({ id: barbershop.id, barbershop })
    },
  })
}
