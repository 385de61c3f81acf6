import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { toApiError } from '../http.ts'
import { isProductRequest, routeOf } from '../request-log.ts'

/** What the business counts; each call that makes one says so on its route. */
type Product = 'bookings' | 'holds'

declare module 'fastify' {
  interface FastifyContextConfig {
    counts?: Product
  }
  interface RouteShorthandOptions {
    /** Each time that this call answers 201, one more of these was made. */
    counts?: Product
  }
}

/** Around the targets: a page of cached bytes, a booking, what a person feels, what is turned away. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counts and times every answer by the route as the code writes it, refusals by their code, and what was made. */
export function countResponses(app: FastifyInstance, registry: Registry) {
  const { durations, refusals, made } = defineNumbers(registry)
  app.addHook('onRoute', (route) => {
    const { counts } = route as { counts?: Product }
    if (counts) route.config = { ...route.config, counts }
  })
  app.addHook('onError', async (_request, _reply, error) => {
    const { status, code } = toApiError(error) ?? { status: 500, code: 'INTERNAL' }
    refusals.inc({ status, code })
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!isProductRequest(request)) return done()
    const { statusCode: status, elapsedTime } = reply
    durations.observe({ method: request.method, route: routeOf(request), status }, elapsedTime / 1000)
    const { counts } = request.routeOptions.config
    if (counts && status === 201) made.inc({ what: counts })
    done()
  })
}

function defineNumbers(registry: Registry) {
  const registers = [registry]
  const durations = new Histogram({
    name: 'na_regua_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'na_regua_refusals_total',
    help: 'Calls that were refused, by status and code: 409 are conflicts, 503 a base or a house too full.',
    labelNames: ['status', 'code'],
    registers,
  })
  const made = new Counter({
    name: 'na_regua_made_total',
    help: 'Bookings that customers made, and slots held for them.',
    labelNames: ['what'],
    registers,
  })
  // A series that begins with its first event hides that event from rate().
  for (const what of ['bookings', 'holds'] satisfies Product[]) made.inc({ what }, 0)
  return { durations, refusals, made }
}
