import { queueTodayApi } from '@na-regua/contract/queue-today'
import type { App } from '../../../lib/http.ts'
import { getQueueToday, type QueueTodayDeps } from './get-queue-today.ts'

/** For staff of the barbershop: for everyone else it does not exist. */
export function queueWaitsRoutes(app: App, deps: QueueTodayDeps) {
  app.route({
    ...queueTodayApi.get,
    access: 'staff',
    statements: 7,
    handler: ({ caller, params }) => getQueueToday(deps, { barbershopId: params.id, userId: caller.id }),
  })
}
