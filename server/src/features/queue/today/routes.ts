import { queueTodayApi } from '@na-regua/contract/queue-today'
import type { Caller } from '../../../lib/auth.ts'
import type { App } from '../../../lib/http.ts'
import { addToQueue } from '../joining/add-to-queue.ts'
import { changeByStaff } from './change-entry.ts'
import { type StartDeps, startEntry } from './start-entry.ts'
import { undoStart } from './undo-start.ts'

/** For staff of the barbershop: for everyone else it and its entries do not exist. `get` belongs to the waits. */
export function todayRoutes(app: App, deps: StartDeps) {
  app.route({
    ...queueTodayApi.add,
    access: 'staff',
    statements: 16,
    handler: async ({ caller, params, body }, reply) => {
      const { entry, isNew } = await addToQueue(deps, { barbershopId: params.id, userId: caller.id, ...body })
      return reply.status(isNew ? 201 : 200).send({ entry })
    },
  })
  app.route({
    ...queueTodayApi.call,
    access: 'staff',
    statements: 9,
    handler: async ({ caller, params, body }) => ({
      entry: await changeByStaff(deps, { ...by(caller, params), ...body, action: 'call' }),
    }),
  })
  app.route({
    ...queueTodayApi.start,
    access: 'staff',
    statements: 16,
    handler: ({ caller, params, body }) => startEntry(deps, { ...by(caller, params), ...body }),
  })
  app.route({
    ...queueTodayApi.fallBack,
    access: 'staff',
    statements: 12,
    handler: async ({ caller, params, body }) => ({
      entry: await changeByStaff(deps, { ...by(caller, params), ...body, action: 'fallBack' }),
    }),
  })
  app.route({
    ...queueTodayApi.remove,
    access: 'staff',
    statements: 7,
    handler: async ({ caller, params, body }) => ({
      entry: await changeByStaff(deps, { ...by(caller, params), ...body, action: 'remove' }),
    }),
  })
  undoRoutes(app, deps)
}

function undoRoutes(app: App, deps: StartDeps) {
  app.route({
    ...queueTodayApi.recall,
    access: 'staff',
    statements: 11,
    handler: async ({ caller, params, body }) => ({
      entry: await changeByStaff(deps, { ...by(caller, params), ...body, action: 'undoCall' }),
    }),
  })
  app.route({
    ...queueTodayApi.undoStart,
    access: 'staff',
    statements: 14,
    handler: async ({ caller, params, body }) => ({ entry: await undoStart(deps, { ...by(caller, params), ...body }) }),
  })
  app.route({
    ...queueTodayApi.undoRemove,
    access: 'staff',
    statements: 12,
    handler: async ({ caller, params, body }) => ({
      entry: await changeByStaff(deps, { ...by(caller, params), ...body, action: 'undoRemove' }),
    }),
  })
}

const by = ({ id: userId }: Caller, { id }: { id: string }) => ({ id: id.toLowerCase(), userId })
