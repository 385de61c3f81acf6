import { createHash } from 'node:crypto'
import type { Role } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Who is asking, told by the token and by nothing else. */
export type Caller = { id: string; role: Role; email: string; isEmailVerified: boolean; tokenHash: Buffer }

/** Who may make a call. `self`: anyone with a session, who then acts on what is his own. */
export type Access = 'public' | 'self' | 'barber' | 'owner'

/** `userAgent` is what the client says of itself: good for a name in a list, and for nothing else. */
export type FindCaller = (tokenHash: Buffer, userAgent: string | undefined) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface RouteShorthandOptions {
    /** Required on every route: a route without it stops the start. */
    access?: Access
  }
  interface FastifyRequest {
    /** Throws 401 on a public route when nobody is logged in. */
    readonly caller: Caller
    /** Who is asking, where anybody may; undefined for nobody. */
    readonly callerId: string | undefined
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const roles: Record<Access, readonly Role[]> = {
  public: ['CUSTOMER', 'BARBER', 'OWNER'],
  self: ['CUSTOMER', 'BARBER', 'OWNER'],
  barber: ['BARBER', 'OWNER'],
  owner: ['OWNER'],
}

/** Makes each route of `app` answer for who may call it. */
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
  app.addHook('onRoute', (route) => {
    const { access } = route as { access?: Access }
    if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it`)
    route.config = { ...route.config, access }
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'public'
    if (access === 'public') return
    const caller = await authenticate(request, findCaller)
    callers.set(request, caller)
    if (!roles[access].includes(caller.role)) throw new ApiError('FORBIDDEN')
  })
}

async function authenticate(request: FastifyRequest, findCaller: FindCaller): Promise<Caller> {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  const caller = token ? await findCaller(hashToken(token), request.headers['user-agent']) : undefined
  if (!caller) throw new ApiError('UNAUTHENTICATED')
  return caller
}
