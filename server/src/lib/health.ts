import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Fails the readiness check and closes keep-alive connections with their next response. Resolves after `minMs`, and not before
     * `quietMs` without a request: a busy load balancer reacts late.
     */
    drain(minMs: number, quietMs?: number): Promise<void>
  }
}

/** Timeout for the database. A load balancer has given its own verdict after that. */
const READY_MS = 2000

/** Without a request for so long, every load balancer has noticed. */
const QUIET_MS = 300
/** Limit beyond `minMs`, for load balancers without health checks. */
const MAX_WAIT_MS = 10_000

/** Without a free permit for so long, the process only refuses. A busy process releases permits all the time. */
const OVERLOAD_MS = 1000

type HealthDeps = {
  db: Database
  /** Throws UNAVAILABLE while lists cannot find anything yet. */
  requireReady: () => Promise<void>
}

/**
 * Live: the process responds (for supervisors). Ready (for load balancers): the database responds, what lists find is loaded, and the
 * process is neither draining nor overloaded.
 */
export function healthRoutes(app: App, { db, requireReady }: HealthDeps) {
  let isDraining = false
  let lastRequestAt = 0
  app.decorate('drain', async (minMs: number, quietMs = QUIET_MS) => {
    isDraining = true
    await wait(minMs)
    const deadline = performance.now() + MAX_WAIT_MS
    while (performance.now() < Math.min(lastRequestAt + quietMs, deadline)) await wait(50)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isDraining) {
      reply.header('connection', 'close')
      if (!request.url.startsWith('/health/')) lastRequestAt = performance.now()
    }
    done()
  })
  app.get('/health/live', { config: { kind: 'health' } }, async () => ({ ok: true }))
  app.get('/health/ready', { handlerTimeout: READY_MS, config: { kind: 'health' } }, async () => {
    if (isDraining || !(await app.acquirePermit(OVERLOAD_MS))) throw new ApiError('UNAVAILABLE')
    await sql`select 1`.execute(db).catch(() => {
      throw new ApiError('UNAVAILABLE')
    })
    await requireReady()
    return { ok: true }
  })
}
