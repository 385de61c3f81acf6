import { createHash } from 'node:crypto'
import type { Role } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { type Permission, panelPermissions } from '@na-regua/contract/permissions'
import type { Route } from '@na-regua/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The authenticated user. Comes from the token only. */
export type Caller = {
  id: string
  role: Role
  /** Owns a barbershop or works in one. */
  isStaff: boolean
  /** What the user may do in any barbershop of others. */
  permissions: readonly Permission[]
  email: string
  isEmailVerified: boolean
  tokenHash: Buffer
}

/**
 * Who may use a route. `self`: any user with a session, on their own data. `staff`: who works in or owns a barbershop. `panel`: who
 * has a permission of the panel somewhere, and owners. A permission: who has it somewhere, and owners. In which barbershop is decided by the statement that acts.
 */
export type Access = 'public' | 'self' | 'barber' | 'staff' | 'panel' | 'owner' | Permission

/** `userAgent` is unverified: only for display in the list of sessions. */
export type FindCaller = (tokenHash: Buffer, userAgent: string | undefined) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface RouteShorthandOptions {
    /** Required: the app does not start with a route that lacks it. */
    access?: Access
    /**
     * Required: the most statements of one request, for lists of any length. The one that authenticates the caller and the begin and
     * end of a transaction do not count. Tests count them.
     */
    statements?: number
    /** What the endpoint is in the OpenAPI document; comes with the route of the contract. */
    operation?: Route['operation']
  }
  interface FastifyRequest {
    /** Throws 401 on a public route without a session. */
    readonly caller: Caller
    /** Undefined for anonymous users. */
    readonly callerId: string | undefined
    /** For a public route whose response contains more for some users: undefined without a session that is valid. */
    findCaller(): Promise<Caller | undefined>
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether the caller is admitted to a route. */
export function isAdmitted(
  { role, isStaff, permissions }: Pick<Caller, 'role' | 'isStaff' | 'permissions'>,
  access: Access,
): boolean {
  switch (access) {
    case 'public':
    case 'self':
      return true
    case 'barber':
      return role === 'BARBER' || role === 'OWNER'
    case 'staff':
      return isStaff
    case 'owner':
      return role === 'OWNER'
    case 'panel':
      return role === 'OWNER' || permissions.some((one) => panelPermissions.includes(one))
    default:
      return role === 'OWNER' || permissions.includes(access)
  }
}

/** Enforces `access` on every route of `app`. */
export function guardRoutes(app: FastifyInstance, findCaller: FindCaller) {
  app.decorateRequest('caller', {
    getter(this: FastifyRequest) {
      const caller = callers.get(this)
      if (!caller) throw new ApiError('UNAUTHENTICATED')
      return caller
    },
  })
  app.decorateRequest('callerId', {
    getter(this: FastifyRequest) {
      return callers.get(this)?.id
    },
  })
  app.decorateRequest('findCaller', async function findCallerOfRequest(this: FastifyRequest) {
    return findAuthenticated(this, findCaller)
  })
  app.addHook('onRoute', (route) => {
    const { access, statements } = route as { access?: Access; statements?: number }
    if (!access) throw new Error(`${route.method} ${route.url} does not declare its access`)
    if (statements === undefined) throw new Error(`${route.method} ${route.url} does not declare its statements`)
    route.config = { ...route.config, access }
  })
  async function checkAccess(request: FastifyRequest, access: Access) {
    const caller = await authenticate(request, findCaller)
    callers.set(request, caller)
    if (!isAdmitted(caller, access)) throw new ApiError('FORBIDDEN')
  }
  // Not async, so that public routes, which are requested the most, wait for no promise.
  app.addHook('onRequest', (request, _reply, done) => {
    const access = request.routeOptions.config.access ?? 'public'
    if (access === 'public') done()
    else checkAccess(request, access).then(() => done(), done)
  })
}

async function findAuthenticated(request: FastifyRequest, findCaller: FindCaller): Promise<Caller | undefined> {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  return token ? findCaller(hashToken(token), request.headers['user-agent']) : undefined
}

async function authenticate(request: FastifyRequest, findCaller: FindCaller): Promise<Caller> {
  const caller = await findAuthenticated(request, findCaller)
  if (!caller) throw new ApiError('UNAUTHENTICATED')
  return caller
}
