import { MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import { type Availability, availabilityApi, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { type App, sendJson } from '../../lib/http.ts'
import { toDaySpan } from '../barbershops/rules.ts'
import { createBarberServicesCache } from './barber-services-cache.ts'
import { formatAvailability, getBarberAvailability, getBarbershopAvailability } from './get-availability.ts'
import { mayReschedule } from './may-reschedule.ts'
import type { SlotsTodayReader } from './read-slots-today.ts'
import type { BookableService } from './rules.ts'

type AvailabilityDeps = {
  db: Database
  clock: Clock
  slotsToday: SlotsTodayReader
  /** The services with the words of a text, and at such a price, of each barbershop that has one. */
  listNamedServices: (
    barbershopIds: readonly string[],
    text: string,
    prices: { priceMin?: number; priceMax?: number },
  ) => Promise<ReadonlyMap<string, readonly BookableService[]>>
  /** Of the token of a link; undefined for one without our signature. */
  findLinkedAppointmentId: (token: string) => Promise<string | undefined>
}

type AvailabilityQuery = Query<typeof availabilityApi.get>

export function availabilityRoutes(
  app: App,
  { db, clock, slotsToday, listNamedServices, findLinkedAppointmentId }: AvailabilityDeps,
) {
  const offers = createBarberServicesCache(db)

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
    handler: async (request, reply) => {
      const { params, query } = request
      await requireRescheduler(request, query)
      return sendAvailability(reply, await getBarberAvailability(offers, params.id, parseQuery(query), clock.now()))
    },
  })
  app.route({
    ...availabilityApi.getForBarbershop,
    access: 'public',
    handler: async (request, reply) => {
      const { params, query } = request
      await requireRescheduler(request, query)
      return sendAvailability(reply, await getBarbershopAvailability(db, params.id, parseQuery(query), clock.now()))
    },
  })
  app.route({
    ...availabilityApi.slotsToday,
    access: 'public',
    config: { isExpensive: true },
    handler: async ({ query }) => {
      const ids = parseIds(query.ids.toLowerCase(), MAX_BARBERSHOPS_PER_LOOKUP)
      const span = toDaySpan(query)
      const services = query.service === undefined ? undefined : await listNamedServices(ids, query.service, query)
      const filter = services || span ? { services, span } : undefined
      return { freeTimes: await slotsToday.listSlotsToday(ids, query.date, clock.now(), filter) }
    },
  })
}

function sendAvailability(reply: FastifyReply, availability: Availability) {
  return sendJson(reply, formatAvailability(availability))
}

function parseQuery({ serviceId, serviceIds = serviceId ?? '', link: _, ...params }: AvailabilityQuery) {
  return { ...params, serviceIds: parseIds(serviceIds.toLowerCase(), MAX_SERVICES_PER_APPOINTMENT) }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function parseIds(list: string, max: number): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (ids.length > max || !ids.every((id) => uuid.test(id))) throw new ApiError('INVALID_INPUT')
  return ids
}
