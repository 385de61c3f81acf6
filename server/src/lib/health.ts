import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells balancers to send nobody any more, and whoever comes on an old connection to open the next one elsewhere. */
    drain(): void
  }
}

/** Longest wait for the base: a balancer that hears nothing for so long has decided by itself. */
const READY_MS = 2000

/** Alive: the process answers. Ready: the base answers too, and nobody asked us to stop. A balancer asks the second, a supervisor the first. */
export function healthRoutes(app: App, { db }: { db: Database }) {
  let isDraining = false
  app.decorate('drain', () => {
    isDraining = true
  })
  app.addHook('onRequest', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', { handlerTimeout: READY_MS }, async () => {
    if (isDraining) throw new ApiError('UNAVAILABLE')
    await sql`select 1`.execute(db).catch(() => {
      throw new ApiError('UNAVAILABLE')
    })
    return { ok: true }
  })
}
