import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { App } from '../src/lib/http.ts'
import { listErrorCodes } from '../src/lib/openapi.ts'

const undeclaredByApp = new WeakMap<object, Set<string>>()

/**
 * Compares every error response of every test with the errors that its route declares. Fastify publishes each new instance, so this
 * hook precedes all routes.
 */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const undeclared = new Set<string>()
  undeclaredByApp.set(fastify, undeclared)
  fastify.addHook('onSend', async ({ method: requested, routeOptions }, reply, payload) => {
    const { url, config, schema } = routeOptions
    if (reply.statusCode < 400 || !config.access || !schema || typeof payload !== 'string') return
    const method = requested === 'HEAD' ? 'GET' : requested
    const { code } = JSON.parse(payload)
    const declared: string[] = listErrorCodes({ method, access: config.access, config, schema })
    if (!declared.includes(code)) undeclared.add(`${method} ${url}: ${code}`)
  })
})

/** Throws when `app` sent an error that its route does not declare. */
export function checkDeclaredErrors(app: App) {
  const undeclared = [...(undeclaredByApp.get(app) ?? [])]
  if (undeclared.length > 0)
    throw new Error(
      `Add to \`errors\` of these routes in contract/src what they responded with:\n${undeclared.join('\n')}`,
    )
}
