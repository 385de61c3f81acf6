import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance } from 'fastify'
import { isProductRequest } from './request-log.ts'

/**
 * Runs at most `concurrency` tasks at once and queues up to `maxQueued` more, in order. Beyond that a task is rejected with
 * UNAVAILABLE: its result would come after the client has timed out.
 */
export function createConcurrencyQueue({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (waiting.length >= maxQueued) throw new ApiError('UNAVAILABLE')
    // A finished task hands its slot to the first in the queue, so that a new task cannot overtake it.
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is a stream that stays open: it does not count as a request in flight. */
    isEndless?: boolean
  }
}

/** One instance for all: capturing a stack trace for each would cost more than the rejection itself. */
const overloaded = new ApiError('UNAVAILABLE')

/**
 * Rejects a request with 503 and Retry-After while `maxInFlight` requests are being handled, so that those complete in
 * time. A process that accepts everything finishes nothing before its clients time out.
 */
export function limitConcurrency(app: FastifyInstance, { maxInFlight }: { maxInFlight: number }) {
  let inFlight = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (!isProductRequest(request) || request.routeOptions.config.isEndless) return done()
    if (inFlight >= maxInFlight) return done(overloaded)
    inFlight++
    // Also emitted when the client disconnects before the response.
    reply.raw.once('close', () => inFlight--)
    done()
  })
}
