import { presenceApi } from '@na-regua/contract/presence'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { cancelByReminder, confirmPresence, readReminder } from './answer-reminder.ts'

type Needs = { db: DatabasePool; clock: Clock }

/** Whoever holds the letter may answer it: the token says for which appointment. Looking changes nothing, as mail scanners do. */
export function presenceRoutes(app: App, { db, clock }: Needs) {
  app.route({
    ...presenceApi.get,
    access: 'public',
    handler: async ({ params }) => ({ appointment: await readReminder(db, params.token, clock.now()) }),
  })
  app.route({
    ...presenceApi.confirm,
    access: 'public',
    handler: async ({ params }) => ({ appointment: await confirmPresence(db, params.token, clock.now()) }),
  })
  app.route({
    ...presenceApi.cancel,
    access: 'public',
    handler: async ({ params, body }) => {
      const wish = { token: params.token, reason: body?.reason, now: clock.now() }
      return { appointment: await cancelByReminder(db, wish) }
    },
  })
}
