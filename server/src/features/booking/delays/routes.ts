import { delaysApi } from '@na-regua/contract/serving'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { findAppointmentDelay, replyToDelay } from './reply-to-delay.ts'

export function delayRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...delaysApi.get,
    access: 'self',
    statements: 4,
    handler: async ({ caller, params }) => ({
      delay: await findAppointmentDelay(db, { id: params.id, userId: caller.id, now: clock.now() }),
    }),
  })
  app.route({
    ...delaysApi.reply,
    access: 'self',
    statements: 14,
    handler: async ({ caller, params, body }) => ({
      appointment: await replyToDelay(db, { id: params.id, userId: caller.id, ...body, now: clock.now() }),
    }),
  })
}
