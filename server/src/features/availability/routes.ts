import { availabilityApi } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { getAvailability } from './get-availability.ts'
import { listFreeTimes } from './list-free-times.ts'

export function availabilityRoutes(app: App, { db, clock }: { db: Database; clock: Clock }) {
  app.route({
    ...availabilityApi.get,
    access: 'public',
    handler: ({ params, query }) => getAvailability(db, { barberId: params.id, ...query }, clock.now()),
  })
  app.route({
    ...availabilityApi.freeTimes,
    access: 'public',
    handler: async ({ query }) => ({
      freeTimes: await listFreeTimes(db, parseIds(query.ids), query.date, clock.now()),
    }),
  })
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function parseIds(list: string): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (!ids.every((id) => uuid.test(id))) throw new ApiError('INVALID_INPUT')
  return ids
}
