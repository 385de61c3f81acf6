import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Tells balancers to send nobody any more, and whoever comes on an old connection to open the next one elsewhere. Resolves after
     * `leastMs`, and not before nobody came for a moment: a balancer that is busy itself notices late.
     */
    drain(leastMs: number): Promise<void>
  }
}

/** Longest wait for the base: a balancer that hears nothing for so long has decided by itself. */
const READY_MS = 2000

/** Whom nobody was sent to for so long, everybody knows of. */
const QUIET_MS = 300
/** Beyond `leastMs`: whoever is still sent to us then has a balancer that never asks. */
const MOST_MS = 10_000

/** Alive: the process answers. Ready: the base answers too, and nobody asked us to stop. A balancer asks the second, a supervisor the first. */
export function healthRoutes(app: App, { db }: { db: Database }) {
  let isDraining = false
  let lastCallAt = 0
  app.decorate('drain', async (leastMs: number) => {
    isDraining = true
    await wait(leastMs)
    const giveUpAt = performance.now() + MOST_MS
    while (performance.now() < Math.min(lastCallAt + QUIET_MS, giveUpAt)) await wait(50)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isDraining) {
      reply.header('connection', 'close')
      if (!request.url.startsWith('/health/')) lastCallAt = performance.now()
    }
    done()
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
