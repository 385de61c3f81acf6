import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Remote address of the requests that page rendering makes to its own process. No socket can have it, so rate limits trust it. */
export const IN_PROCESS = 'in-process'

const REQUEST_ID_HEADER = 'x-request-id'

/** Short, and without characters that could break a log line or look like markup. A UUID matches. */
const requestIdFormat = /^[\w-]{8,36}$/

/**
 * Gives each request an id that connects its response, its log lines and a user's report. A trusted proxy may already have
 * given one, for its own log; the header is ignored from any other client.
 */
export function createRequestIds({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = trustProxy ? compile(trustProxy) : () => false
  // The prefix is unique to the process, so a counter is enough; a random id per request would cost more than its log line.
  const prefix = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x')
  let count = 0
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER]
    if (typeof given === 'string' && requestIdFormat.test(given) && isTrusted(socket.remoteAddress ?? '', 0))
      return given
    count++
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * Sends the request id with every response, and logs one line per response at level "info". The line has the route template,
 * never the URL: URLs contain ids, searches and sometimes a token.
 */
export function logResponses(app: FastifyInstance, { logLevel }: Pick<Config, 'logLevel'>) {
  app.addHook('onRequest', (request, reply, done) => {
    setRequestIdHeader(request, reply)
    done()
  })
  if (/^(info|debug|trace)$/.test(logLevel)) app.addHook('onResponse', logResponse)
}

export function setRequestIdHeader(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header(REQUEST_ID_HEADER, request.id)
}

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (!isProductRequest(request)) return done()
  const { statusCode: status } = reply
  const line = { method: request.method, route: routeOf(request), status, ms: Math.round(reply.elapsedTime) }
  if (status >= 500) request.log.warn(line, 'request completed')
  else request.log.info(line, 'request completed')
  done()
}

/** The route template. "none" for every unknown URL, so that scanners cannot create unlimited labels. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none'
}

/** False for health checks, and for requests that page rendering makes: those are part of the page's own request. */
export function isProductRequest(request: FastifyRequest): boolean {
  return !routeOf(request).startsWith('/health/') && request.raw.socket.remoteAddress !== IN_PROCESS
}
