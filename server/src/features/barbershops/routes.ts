import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { type App, sendJson } from '../../lib/http.ts'
import { type BarbershopChanges, createBarbershopReader } from './get-barbershop.ts'

type BarbershopDeps = { db: Database; clock: Clock; changes: BarbershopChanges }

export function barbershopRoutes(app: App, { db, clock, changes }: BarbershopDeps) {
  const barbershops = createBarbershopReader({ db, changes })
  app.route({
    ...barbershopsApi.get,
    access: 'public',
    statements: 1,
    handler: async ({ params, query }, reply) => {
      const serialize = (response: object) => reply.code(200).serialize(response) as string
      const request = { id: params.id, position: query, now: clock.now(), serialize }
      return sendJson(reply, await barbershops.getBarbershopJson(request))
    },
  })
}
