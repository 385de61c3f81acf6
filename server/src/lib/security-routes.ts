import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientKey } from './rate-limit.ts'
import type { LogSecurityEvent, SecurityEvent } from './security-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    security?: SecurityNote
  }
  interface RouteShorthandOptions {
    /** What the log of security says of this call when it is done, and when it is refused. */
    security?: SecurityNote
  }
  interface FastifyRequest {
    /** What the call itself must add, because neither its route nor its answer shows it. The last word counts. */
    readonly tellSecurity: LogRequestSecurity
  }
}

type SecurityNote = { done?: SecurityEvent; refused?: SecurityEvent }

/** Another event than the route's own, whom it is about, or why it was refused when the answer is none of refusal. */
type Told = { event?: SecurityEvent; userId?: string; reason?: string }
export type LogRequestSecurity = (told: Told) => void

/** What is refused on any other route, and worth finding again: whoever tries doors, dead tokens, or too often. */
const refusedAnywhere: { [status: number]: SecurityEvent } = {
  401: 'session-refused',
  403: 'access-refused',
  429: 'limit-refused',
}

/** One line per call, written when it is answered: its route says which events it is, so handlers tell only what is special. */
export function securityLogRoutes(app: FastifyInstance, note: LogSecurityEvent) {
  const told = new WeakMap<FastifyRequest, Told>()
  const tell = (request: FastifyRequest, more: Told) => void told.set(request, { ...told.get(request), ...more })
  app.decorateRequest('tellSecurity', {
    getter(this: FastifyRequest) {
      return (more: Told) => tell(this, more)
    },
  })
  app.addHook('onRoute', (route) => {
    const { security } = route as { security?: SecurityNote }
    if (security) route.config = { ...route.config, security }
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof ApiError) tell(request, { reason: error.code })
  })
  // Who logged in is known by the answer only.
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { user, userId = Object(user).id } = Object(payload) as { user?: unknown; userId?: unknown }
    if (reply.statusCode < 400 && typeof userId === 'string') tell(request, { userId })
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    const { event, userId, reason } = told.get(request) ?? {}
    const name = event ?? eventOf(request, reply, reason)
    if (name) note(name, { userId: request.callerId ?? userId, client: clientKey(request), reason })
  })
}

/** A visitor without a token is no attempt; what does not even have the form of a request carries no reason, and is none either. */
function eventOf({ routeOptions, headers }: FastifyRequest, { statusCode: status }: FastifyReply, reason?: string) {
  const { security } = routeOptions.config
  if (status < 400) return security?.done
  if (status === 401 && headers.authorization === undefined) return undefined
  return (reason && status !== 401 && security?.refused) || refusedAnywhere[status]
}
