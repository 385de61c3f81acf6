import { appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { absenceRoutes } from './absence/routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { bookingLinkRoutes } from './booking-link/routes.ts'
import { exportAppointment } from './calendar-feed/render-calendar-feed.ts'
import { calendarFeedRoutes } from './calendar-feed/routes.ts'
import { CALENDAR_FILE } from './calendar-feed/rules.ts'
import { delayRoutes } from './delays/routes.ts'
import { pushActionRoutes } from './push-actions/routes.ts'
import { findAppointmentToChange } from './queries.ts'
import { reminderReplyRoutes } from './reminder-reply/routes.ts'
import { rescheduleRoutes } from './reschedule/routes.ts'
import { seriesRoutes } from './series/routes.ts'
import { servingRoutes } from './serving/routes.ts'
import { statusRoutes } from './status/routes.ts'

type AppointmentDeps = { db: DatabasePool; clock: Clock; config: Config; countAttempts: CountAttempts }

export function appointmentRoutes(app: App, deps: AppointmentDeps) {
  bookingRoutes(app, deps)
  readingRoutes(app, deps)
  statusRoutes(app, deps)
  servingRoutes(app, deps)
  delayRoutes(app, deps)
  rescheduleRoutes(app, deps)
  absenceRoutes(app, deps)
  reminderReplyRoutes(app, deps)
  bookingLinkRoutes(app, deps)
  seriesRoutes(app, deps)
  calendarFeedRoutes(app, deps)
  pushActionRoutes(app, deps)
}

function readingRoutes(app: App, { db, config }: AppointmentDeps) {
  app.route({
    ...appointmentsApi.get,
    access: 'self',
    handler: async ({ caller, params }) => {
      const found = await findAppointmentToChange(db, params.id, caller.id)
      if (!found) throw new ApiError('APPOINTMENT_NOT_FOUND')
      return found
    },
  })
  app.route({
    ...appointmentsApi.calendar,
    access: 'self',
    handler: async ({ caller, params, protocol, host }, reply) => {
      const site = config.publicUrl ?? `${protocol}://${host}`
      const text = await exportAppointment(db, { id: params.id, customerId: caller.id, site })
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${CALENDAR_FILE}"`)
        .send(text)
    },
  })
}
