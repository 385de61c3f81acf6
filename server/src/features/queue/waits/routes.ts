import { queueBoardApi } from '@na-regua/contract/queue-board'
import type { App } from '../../../lib/http.ts'
import { getQueueBoard, type QueueBoardDeps } from './get-queue-board.ts'

/** For staff of the barbershop: for everyone else it does not exist. */
export function queueWaitsRoutes(app: App, deps: QueueBoardDeps) {
  app.route({
    ...queueBoardApi.get,
    access: 'staff',
    statements: 7,
    handler: ({ caller, params }) => getQueueBoard(deps, { barbershopId: params.id, userId: caller.id }),
  })
}
