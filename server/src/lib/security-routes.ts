import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientKey } from './rate-limit.ts'
import type { NoteSecurity, SecurityEvent } from './security-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    security?: SecurityNote
  }
  interface RouteShorthandOptions {
    /** What the log of security says of this call when it is done, and when it is refused. */
    security?: SecurityNote
  }
}

type SecurityNote = { done: SecurityEvent; refused: SecurityEvent }

/** For routes whose whole call is one event: who asked and why it was refused are known here, so handlers need not tell. */
export function noteRoutes(app: FastifyInstance, note: NoteSecurity) {
  const refusals = new WeakMap<FastifyRequest, string>()
  app.addHook('onRoute', (route) => {
    const { security } = route as { security?: SecurityNote }
    if (security) route.config = { ...route.config, security }
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof ApiError) refusals.set(request, error.code)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { security } = request.routeOptions.config
    if (!security) return
    const facts = { userId: request.callerId, client: clientKey(request) }
    const reason = refusals.get(request)
    if (reason) note(security.refused, { ...facts, reason })
    else if (reply.statusCode < 400) note(security.done, facts)
  })
}
