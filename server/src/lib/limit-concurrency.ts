import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance } from 'fastify'
import { isProductRequest } from './request-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer goes on for as long as somebody listens: it takes no place. */
    isEndless?: boolean
  }
}

/** One for all: where it was thrown is no news, and to find that out for each costs more than to turn somebody away. */
const full = new ApiError('UNAVAILABLE')

/**
 * Turns away at the door whoever would be one more than `most` under way: he may try again in seconds, while those who are inside
 * get their answer in time. A process that lets everybody in does a little of everything, and nothing before the patience of
 * those who wait has ended.
 */
export function limitConcurrency(app: FastifyInstance, { most }: { most: number }) {
  let inside = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (!isProductRequest(request) || request.routeOptions.config.isEndless) return done()
    if (inside >= most) return done(full)
    inside++
    // Also when the client hangs up before its answer.
    reply.raw.once('close', () => inside--)
    done()
  })
}
