import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import type { Clock } from '../../../lib/clock.ts'
import { type Config, siteUrlOf } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { canSendMessages } from '../../../lib/whatsapp.ts'
import { createBookingLink } from '../link/queries.ts'
import { moveAppointment } from './move-appointment.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { undoMove } from './undo-move.ts'

type RescheduleDeps = { db: DatabasePool; clock: Clock; config: Config; countAttempts: CountAttempts }

/** Open to every signed-in user: what a caller may do follows from their part in the appointment, not from their role. */
export function rescheduleRoutes(app: App, { db, clock, config, countAttempts }: RescheduleDeps) {
  app.route({
    ...appointmentsApi.reschedule,
    access: 'self',
    statements: 15,
    handler: async ({ caller, params, body }) => ({
      appointment: await rescheduleAppointment(db, { ...body, id: params.id, userId: caller.id, now: clock.now() }),
    }),
  })
  app.route({
    ...staffBookingsApi.move,
    access: 'self',
    statements: 12,
    handler: async ({ caller, params, body }) => {
      const sendsLink = canSendMessages(config) && caller.isEmailVerified
      const request = { ...body, id: params.id, userId: caller.id, sendsLink, now: clock.now() }
      const appointment = await moveAppointment({ db, countAttempts }, request)
      const options = { site: siteUrlOf(config), isSent: sendsLink, isMoved: true }
      return { appointment, link: await createBookingLink(db, appointment, options) }
    },
  })
  app.route({
    ...staffBookingsApi.undoMove,
    access: 'self',
    statements: 14,
    handler: async ({ caller, params, body }) => {
      const request = { id: params.id, version: body.version, userId: caller.id, now: clock.now() }
      return { appointment: await undoMove({ db, countAttempts }, request) }
    },
  })
}
