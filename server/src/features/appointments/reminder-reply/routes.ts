import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { cancelFromReminder, confirmFromReminder, getRemindedAppointment } from './reply-to-reminder.ts'

type ReminderReplyDeps = { db: DatabasePool; clock: Clock }

/** Public: the token identifies the appointment. GET changes nothing, because mail scanners follow links. */
export function reminderReplyRoutes(app: App, { db, clock }: ReminderReplyDeps) {
  app.route({
    ...reminderReplyApi.get,
    access: 'public',
    statements: 3,
    handler: async ({ params }) => ({ appointment: await getRemindedAppointment(db, params.token, clock.now()) }),
  })
  app.route({
    ...reminderReplyApi.confirm,
    access: 'public',
    statements: 7,
    handler: async ({ params }) => ({ appointment: await confirmFromReminder(db, params.token, clock.now()) }),
  })
  app.route({
    ...reminderReplyApi.cancel,
    access: 'public',
    statements: 13,
    handler: async ({ params, body }) => {
      const cancellation = { token: params.token, reason: body?.reason, now: clock.now() }
      return { appointment: await cancelFromReminder(db, cancellation) }
    },
  })
}
