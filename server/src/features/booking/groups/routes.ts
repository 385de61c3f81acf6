import { IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { groupsApi } from '@na-regua/contract/groups'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { bookGroup } from './book-group.ts'
import { cancelGroup } from './cancel-group.ts'
import { findGroupOptions } from './find-group-options.ts'
import { listGuestNames } from './queries.ts'
import { parseServicesOfPersons } from './rules.ts'

export function groupRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...groupsApi.options,
    access: 'self',
    // The appointment, the barbershop with the services of each of four, and what blocks its barbers.
    statements: 6,
    handler: async ({ caller, params, query }) => {
      const request = {
        customerId: caller.id,
        barbershopId: params.id.toLowerCase(),
        services: parseServicesOfPersons(query.services),
        joins: query.joins,
        barberId: query.barberId,
        startTime: query.startTime,
      }
      return { options: await findGroupOptions(db, request, clock.now()) }
    },
  })
  app.route({
    ...groupsApi.book,
    access: 'self',
    // Two locks, the repeated request, the joined one; for each of four candidates, row and services; notifications, jobs, pages.
    statements: 19,
    counts: 'bookings',
    handler: async ({ caller, params, body, headers }, reply) => {
      const request = { caller, barbershopId: params.id, body, idempotencyKey: headers[IDEMPOTENCY_HEADER] }
      const { appointments, isNew } = await bookGroup(db, { ...request, now: clock.now() })
      return reply.status(isNew ? 201 : 200).send({ appointments })
    },
  })
  app.route({
    ...groupsApi.cancel,
    access: 'self',
    // The lock, the members, four updates, what follows from freed times, notifications, and the four as they are now.
    statements: 14,
    handler: async ({ caller, params, body }) => {
      const request = { groupId: params.id, customerId: caller.id, reason: body.reason, now: clock.now() }
      return { appointments: await cancelGroup(db, { ...request, appointmentIds: body.appointmentIds }) }
    },
  })
  app.route({
    ...groupsApi.guests,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ names: await listGuestNames(db, caller.id) }),
  })
}
