import { ApiError } from '@na-regua/contract/errors'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientKey } from './rate-limit.ts'

/** Security-relevant events with their log message. Each is one log line. */
export const events = {
  'access-refused': 'a user requested something their role may not do',
  'account-claimed': 'Google proved an email; the account that had registered it unverified lost it',
  'account-deletion-asked': 'a user requested the deletion of their account',
  'account-deletion-refused': 'a deletion was requested without the correct password or a recent login',
  'account-deletion-undone': 'a user cancelled the deletion of their account',
  'account-deletion-undo-refused': 'a link to cancel a deletion was forged or expired',
  'barber-removed': 'an owner or manager removed a barber; without another barbershop the user is a customer again',
  'permissions-changed': 'an owner decided what a member of the staff may do',
  'role-changed': 'an owner made a receptionist a manager, or the other way round',
  'role-ended': 'a receptionist or manager was removed, or left',
  'code-refused': 'an email code was wrong, used or expired',
  'code-sent': 'an email with a code was enqueued',
  'data-exported': 'a user exported their data',
  'data-export-refused': 'a data export was requested too often',
  'email-change-asked': 'a code for a new email address was enqueued',
  'email-change-asking-refused': 'a new email address was refused, or the login was not recent',
  'email-change-undone': 'the old email address took the account back and reset its password',
  'email-change-undo-refused': 'a link to undo an email change was forged or expired',
  'email-changed': 'the email address was changed and every other session ended',
  'email-change-refused': 'a code for a new email address was wrong, used or expired',
  'email-verified': 'an email address was verified by a code',
  'feed-closed': 'a calendar feed was disabled',
  'feed-opened': 'a calendar feed was created, and the previous one disabled',
  'google-linked': 'Google was linked to an account with a password',
  'google-login': 'a user logged in with Google',
  'google-refused': 'a login with Google was refused',
  'google-registered': 'an account was created with Google',
  'invite-accepted': 'a user accepted an invite to a barbershop',
  'invite-refused': 'an invite was forged, expired, or for another account',
  'limit-refused': 'a client exceeded a rate limit',
  'link-refused': 'the password for linking Google was wrong, or the time for it over',
  'login-failed': 'email and password did not match',
  'login-succeeded': 'a user logged in with a password',
  'logged-out': 'a user ended their session',
  'owner-made': 'a user started the free plan and became an owner; every session ended',
  'password-changed': 'the password was changed with the current one, and every other session ended',
  'password-change-refused': 'a password change was refused',
  'password-reset': 'a forgotten password was replaced and every session ended',
  'password-reset-asked': 'a password reset was requested',
  'password-reset-refused': 'a code for a password reset was wrong, used or expired',
  'push-action-refused':
    'the button of a push had a forged token, or one of a session, role or appointment that has ended',
  'register-refused': 'a registration was refused',
  'push-closed': 'a user disabled pushes on a device',
  'push-opened': 'a user enabled pushes on a device, or changed its subscription',
  'push-refused': 'a subscription for pushes with an unknown push service was refused',
  registered: 'an account was created',
  'session-ended': 'a user ended one of their sessions',
  'session-end-refused': "the session to end did not exist or was another user's",
  'session-refused': 'a session token was unknown or expired',
  'sessions-ended': 'a user ended all their other sessions',
  'subscription-cancelled': 'a user cancelled their plan; every session ended',
  'subscription-cancel-refused':
    'a plan was cancelled without the correct password or a recent login, or there was none',
} as const

export type SecurityEvent = keyof typeof events

/** Never an email, token, code or password: readers of the log may not know them. */
type SecurityDetails = {
  userId?: string
  /** IP address as the rate limits see it. Brazilian law requires access records (Marco Civil da Internet, art. 15). */
  client?: string
  /** Error code of the contract. */
  reason?: string
}

export type LogSecurityEvent = (event: SecurityEvent, details?: SecurityDetails) => void

const refusals = /-(failed|refused|claimed)$/

/** Logs exactly one structured line per event: refusals at level warn, the rest at info. */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info' | 'warn'>): LogSecurityEvent {
  return (event, { userId, client, reason } = {}) => {
    const line = { security: event, userId, client, reason }
    if (refusals.test(event)) log.warn(line, events[event])
    else log.info(line, events[event])
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    security?: RouteSecurity
  }
  interface RouteShorthandOptions {
    /** Security events to log for this route's successful and refused requests. */
    security?: RouteSecurity
  }
  interface FastifyRequest {
    /** Adds what neither the route nor the response shows to the request's security event. Later values win. */
    readonly logSecurity: LogRequestSecurity
  }
}

type RouteSecurity = { done?: SecurityEvent; refused?: SecurityEvent }

/** Overrides the route's event, names the user, or gives the reason of a refusal that is not an error response. */
type RequestSecurity = { event?: SecurityEvent; userId?: string; reason?: string }
export type LogRequestSecurity = (details: RequestSecurity) => void

/** Refusals that are logged for every route. */
const commonRefusals: { [status: number]: SecurityEvent } = {
  401: 'session-refused',
  403: 'access-refused',
  429: 'limit-refused',
}

/** Logs one security event per request when the response is sent. The route declares its events; handlers add the exceptions. */
export function logSecurityEvents(app: FastifyInstance, log: LogSecurityEvent) {
  const details = new WeakMap<FastifyRequest, RequestSecurity>()
  const add = (request: FastifyRequest, more: RequestSecurity) =>
    void details.set(request, { ...details.get(request), ...more })
  app.decorateRequest('logSecurity', {
    getter(this: FastifyRequest) {
      return (more: RequestSecurity) => add(this, more)
    },
  })
  app.addHook('onRoute', (route) => {
    const { security } = route as { security?: RouteSecurity }
    if (security) route.config = { ...route.config, security }
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof ApiError) add(request, { reason: error.code })
  })
  // At a login the user is known only from the response.
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { user, userId = Object(user).id } = Object(payload) as { user?: unknown; userId?: unknown }
    if (reply.statusCode < 400 && typeof userId === 'string') add(request, { userId })
    return payload
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { event, userId, reason } = details.get(request) ?? {}
    const name = event ?? eventOf(request, reply, reason)
    if (name) log(name, { userId: request.callerId ?? userId, client: clientKey(request), reason })
    done()
  })
}

/** A request without a token is not an attempt to log in. A malformed request has no reason and is not logged either. */
function eventOf({ routeOptions, headers }: FastifyRequest, { statusCode: status }: FastifyReply, reason?: string) {
  const { security } = routeOptions.config
  if (status < 400) return security?.done
  if (status === 401 && headers.authorization === undefined) return undefined
  return (reason && status !== 401 && security?.refused) || commonRefusals[status]
}
