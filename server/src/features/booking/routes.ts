import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import type { Clock } from '../../lib/clock.ts'
import { type Config, siteUrlOf } from '../../lib/config.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { canSendMessages } from '../../lib/whatsapp.ts'
import { getStaffRole } from '../customers/queries.ts'
import { hasMessagesLeft } from '../notifications/message-quota/queries.ts'
import { bookAppointment } from './book-appointment.ts'
import { bookForCustomer } from './book-for-customer.ts'
import { holdSlot } from './hold-slot.ts'
import { createBookingLink } from './link/queries.ts'
import { deleteCustomerHolds, listMostBookedServices } from './queries.ts'

type BookingDeps = { db: DatabasePool; clock: Clock; config: Config; countAttempts: CountAttempts }

export function bookingRoutes(app: App, deps: BookingDeps) {
  const { db, clock, countAttempts } = deps
  staffBookingRoutes(app, deps)
  app.route({
    ...appointmentsApi.create,
    access: 'self',
    statements: 8,
    counts: 'bookings',
    handler: async ({ caller, body, headers }, reply) => {
      const idempotencyKey = headers[IDEMPOTENCY_HEADER]
      const { appointment, isNew } = await bookAppointment(db, { caller, body, idempotencyKey, now: clock.now() })
      return reply.status(isNew ? 201 : 200).send({ id: appointment.id, appointmentId: appointment.id, appointment })
    },
  })
  app.route({
    ...appointmentsApi.hold,
    access: 'self',
    statements: 5,
    counts: 'holds',
    handler: async (request, reply) => {
      const { caller, body } = request
      const hold = { customerId: caller.id, client: clientKey(request), body, now: clock.now() }
      return reply.status(201).send(await holdSlot({ db, countAttempts }, hold))
    },
  })
  app.route({
    ...appointmentsApi.releaseHold,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ released: (await deleteCustomerHolds(db, caller.id)) > 0 }),
  })
}

function staffBookingRoutes(app: App, { db, clock, config, countAttempts }: BookingDeps) {
  app.route({
    ...staffBookingsApi.mostBooked,
    access: 'staff',
    statements: 2,
    handler: async ({ caller, params }) => {
      await getStaffRole(db, params.id, caller.id)
      return { serviceIds: await listMostBookedServices(db, params.id, clock.now()) }
    },
  })
  app.route({
    ...staffBookingsApi.book,
    access: 'customers',
    // Quota; staff, attempts, customer; in the transaction the three locks, staff again, and a booking; secret of the link.
    statements: 15,
    counts: 'bookings',
    handler: async ({ caller, params, body, headers }, reply) => {
      const request = { userId: caller.id, barbershopId: params.id, idempotencyKey: headers[IDEMPOTENCY_HEADER] }
      const now = clock.now()
      // Who is there already needs no link.
      const isAhead = new Date(body.startTime) > now
      const sendsLink =
        isAhead && canSendMessages(config) && caller.isEmailVerified && (await hasMessagesLeft(db, params.id))
      const { isNew, ...booked } = await bookForCustomer({ db, countAttempts }, { ...request, body, sendsLink, now })
      const link = await createBookingLink(db, booked.appointment, { site: siteUrlOf(config), isSent: sendsLink })
      return reply.status(isNew ? 201 : 200).send({ ...booked, link })
    },
  })
}
