import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { bookAppointment } from './booking/book-appointment.ts'
import { holdSlot } from './booking/hold-slot.ts'
import { calendarFeedRoutes } from './calendar-feed/routes.ts'
import { exportAppointment } from './export-appointment.ts'
import { deleteHolds, findAppointment } from './queries.ts'
import { reminderReplyRoutes } from './reminder-reply/routes.ts'
import { statusRoutes } from './status/routes.ts'

type Needs = { db: DatabasePool; clock: Clock; config: Config; countAttempts: CountAttempts }

export function appointmentRoutes(app: App, needs: Needs) {
  bookingRoutes(app, needs)
  readingRoutes(app, needs)
  statusRoutes(app, needs)
  reminderReplyRoutes(app, needs)
  calendarFeedRoutes(app, needs)
}

function bookingRoutes(app: App, { db, clock, countAttempts }: Needs) {
  app.route({
    ...appointmentsApi.create,
    access: 'self',
    counts: 'bookings',
    handler: async ({ caller, body, headers }, reply) => {
      const idempotencyKey = headers[IDEMPOTENCY_HEADER]
      const { appointment, isNew } = await bookAppointment(db, {
        caller,
        wish: body,
        idempotencyKey,
        now: clock.now(),
      })
      return reply.status(isNew ? 201 : 200).send({ id: appointment.id, appointmentId: appointment.id, appointment })
    },
  })
  app.route({
    ...appointmentsApi.hold,
    access: 'self',
    counts: 'holds',
    handler: async (request, reply) => {
      const [customerId, client, wish] = [request.caller.id, clientKey(request), request.body]
      const hold = await holdSlot({ db, countAttempts }, { customerId, client, wish, now: clock.now() })
      return reply.status(201).send(hold)
    },
  })
  app.route({
    ...appointmentsApi.release,
    access: 'self',
    handler: async ({ caller }) => ({ released: (await deleteHolds(db, caller.id)) > 0 }),
  })
}

function readingRoutes(app: App, { db, clock, config }: Needs) {
  app.route({
    ...appointmentsApi.get,
    access: 'self',
    handler: async ({ caller, params }) => {
      const appointment = await findAppointment(db, params.id, caller.id)
      if (!appointment) throw new ApiError('APPOINTMENT_NOT_FOUND')
      return { appointment }
    },
  })
  app.route({
    ...appointmentsApi.calendar,
    access: 'self',
    handler: async ({ caller, params, protocol, host }, reply) => {
      const site = config.publicUrl ?? `${protocol}://${host}`
      const text = await exportAppointment(db, { id: params.id, customerId: caller.id, site, now: clock.now() })
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="agendamento.ics"')
        .send(text)
    },
  })
}
