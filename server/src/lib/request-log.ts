import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { IN_PROCESS } from './in-process.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * Gives every answer the name of its request, and leaves one line for each at "info": who wonders what happened finds it by
 * that name. The line tells the route as it is written in the code, never the address that was asked: addresses hold ids,
 * searches and now and then a token.
 */
export function logResponses(app: FastifyInstance, { logLevel }: Pick<Config, 'logLevel'>) {
  app.addHook('onRequest', (request, reply, done) => {
    setRequestIdHeader(request, reply)
    done()
  })
  if (/^(info|debug|trace)$/.test(logLevel)) app.addHook('onResponse', logAnswer)
}

export function setRequestIdHeader(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header(REQUEST_ID_HEADER, request.id)
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (!isProductRequest(request)) return done()
  const { statusCode: status } = reply
  const line = { method: request.method, route: routeOf(request), status, ms: Math.round(reply.elapsedTime) }
  if (status >= 500) request.log.warn(line, 'answered')
  else request.log.info(line, 'answered')
  done()
}

/** The template; one word for everything that is no route of ours, or whoever tries addresses would name them all. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none'
}

/** A balancer's every second question is no news, and what a page asks itself is part of that page. */
export function isProductRequest(request: FastifyRequest): boolean {
  return !routeOf(request).startsWith('/health/') && request.raw.socket.remoteAddress !== IN_PROCESS
}
