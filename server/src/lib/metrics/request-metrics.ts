import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { toApiError } from '../http.ts'
import { isProductRequest, routeOf } from '../requests/request-log.ts'

/** Business events that are counted by route. */
type Product = 'bookings' | 'holds'

declare module 'fastify' {
  interface FastifyContextConfig {
    counts?: Product
  }
  interface RouteShorthandOptions {
    /** Counted for each 201 response of this route. */
    counts?: Product
  }
}

/** Around our targets: cached pages, bookings, perceived latency, timeouts. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Measures responses by route template, counts error responses by code, and counts business events. */
export function countResponses(app: FastifyInstance, registry: Registry) {
  const { durations, refusals, made } = defineMetrics(registry)
  app.addHook('onRoute', (route) => {
    const { counts } = route as { counts?: Product }
    if (counts) route.config = { ...route.config, counts }
  })
  app.addHook('onError', async (request, _reply, error) => {
    const { status, code } = toApiError(error, request) ?? { status: 500, code: 'INTERNAL' }
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

function defineMetrics(registry: Registry) {
  const registers = [registry]
  const durations = new Histogram({
    name: 'na_regua_http_request_seconds',
    help: 'Time from the first byte of the request to the last of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'na_regua_refusals_total',
    help: 'Error responses by status and code: 409 are conflicts, 503 overload or an unavailable database.',
    labelNames: ['status', 'code'],
    registers,
  })
  const made = new Counter({
    name: 'na_regua_made_total',
    help: 'Bookings made by customers, and holds.',
    labelNames: ['what'],
    registers,
  })
  // rate() misses the first event of a series that starts with it.
  for (const what of ['bookings', 'holds'] satisfies Product[]) made.inc({ what }, 0)
  return { durations, refusals, made }
}
