import { MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import { type Availability, availabilityApi } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { type App, sendJson } from '../../lib/http.ts'
import { parseIds } from '../../lib/parse-ids.ts'
import { createBarberServicesCache } from './barber-services-cache.ts'
import { formatAvailability, getBarberAvailability, getBarbershopAvailability } from './get-availability.ts'
import { mayReschedule } from './may-reschedule.ts'

type AvailabilityDeps = {
  db: Database
  clock: Clock
  /** Finds the appointment of a link by its token; undefined for one without our signature. */
  findLinkedAppointmentId: (token: string) => Promise<string | undefined>
}

type AvailabilityQuery = Query<typeof availabilityApi.get>

export function availabilityRoutes(app: App, { db, clock, findLinkedAppointmentId }: AvailabilityDeps) {
  const cache = createBarberServicesCache(db)

  /** Throws APPOINTMENT_NOT_FOUND: to others, what is free without an appointment would show when it is. */
  async function requireRescheduler(request: FastifyRequest, { reschedule, link }: AvailabilityQuery) {
    if (reschedule === undefined) return
    if (link !== undefined && (await findLinkedAppointmentId(link)) === reschedule.toLowerCase()) return
    const caller = await request.findCaller()
    if (!caller || !(await mayReschedule(db, reschedule, caller.id))) throw new ApiError('APPOINTMENT_NOT_FOUND')
  }

  app.route({
    ...availabilityApi.get,
    access: 'public',
    statements: 2,
    handler: async (request, reply) => {
      const { params, query } = request
      await requireRescheduler(request, query)
      return sendAvailability(reply, await getBarberAvailability(cache, params.id, parseQuery(query), clock.now()))
    },
  })
  app.route({
    ...availabilityApi.getForBarbershop,
    access: 'public',
    statements: 2,
    handler: async (request, reply) => {
      const { params, query } = request
      await requireRescheduler(request, query)
      return sendAvailability(reply, await getBarbershopAvailability(db, params.id, parseQuery(query), clock.now()))
    },
  })
}

function sendAvailability(reply: FastifyReply, availability: Availability) {
  return sendJson(reply, formatAvailability(availability))
}

function parseQuery({ serviceId, serviceIds = serviceId ?? '', link: _, ...params }: AvailabilityQuery) {
  return { ...params, serviceIds: parseIds(serviceIds.toLowerCase(), MAX_SERVICES_PER_APPOINTMENT) }
}
