import { servingApi } from '@na-regua/contract/serving'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeServing } from './change-serving.ts'

/** Open to every signed-in user: what a caller may do follows from their part in the appointment. */
export function servingRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...servingApi.arrive,
    access: 'self',
    statements: 10,
    handler: async ({ caller, params, body: { version, isArrived } }) => {
      const action = isArrived ? 'arrive' : 'undoArrive'
      const request = { id: params.id, userId: caller.id, action, version, now: clock.now() } as const
      return { appointment: await changeServing(db, request) }
    },
  })
  app.route({
    ...servingApi.serve,
    access: 'self',
    statements: 11,
    handler: async ({ caller, params, body: { version, isServing } }) => {
      const action = isServing ? 'serve' : 'undoServe'
      const request = { id: params.id, userId: caller.id, action, version, now: clock.now() } as const
      return { appointment: await changeServing(db, request) }
    },
  })
}
