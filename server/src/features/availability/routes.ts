import { SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import { availabilityApi, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { getAvailability, getShopAvailability } from './get-availability.ts'
import { listSlotsToday } from './list-free-times.ts'

export function availabilityRoutes(app: App, { db, clock }: { db: Database; clock: Clock }) {
  app.route({
    ...availabilityApi.get,
    access: 'public',
    handler: ({ params, query }) => getAvailability(db, params.id, readAsked(query), clock.now()),
  })
  app.route({
    ...availabilityApi.ofShop,
    access: 'public',
    handler: ({ params, query }) => getShopAvailability(db, params.id, readAsked(query), clock.now()),
  })
  app.route({
    ...availabilityApi.freeTimes,
    access: 'public',
    handler: async ({ query }) => ({
      freeTimes: await listSlotsToday(db, parseIds(query.ids), query.date, clock.now()),
    }),
  })
}

function readAsked({ serviceId, serviceIds = serviceId ?? '', ...asked }: Query<typeof availabilityApi.get>) {
  return { ...asked, serviceIds: parseIds(serviceIds.toLowerCase(), SERVICES_PER_APPOINTMENT) }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function parseIds(list: string, most = MAX_BARBERSHOPS_PER_LOOKUP): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (ids.length > most || !ids.every((id) => uuid.test(id))) throw new ApiError('INVALID_INPUT')
  return ids
}
