import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { cancelByReminder, confirmPresence, readReminder } from './answer-reminder.ts'

type Needs = { db: DatabasePool; clock: Clock }

/** Whoever holds the letter may answer it: the token says for which appointment. Looking changes nothing, as mail scanners do. */
export function reminderReplyRoutes(app: App, { db, clock }: Needs) {
  app.route({
    ...reminderReplyApi.get,
    access: 'public',
    handler: async ({ params }) => ({ appointment: await readReminder(db, params.token, clock.now()) }),
  })
  app.route({
    ...reminderReplyApi.confirm,
    access: 'public',
    handler: async ({ params }) => ({ appointment: await confirmPresence(db, params.token, clock.now()) }),
  })
  app.route({
    ...reminderReplyApi.cancel,
    access: 'public',
    handler: async ({ params, body }) => {
      const wish = { token: params.token, reason: body?.reason, now: clock.now() }
      return { appointment: await cancelByReminder(db, wish) }
    },
  })
}
