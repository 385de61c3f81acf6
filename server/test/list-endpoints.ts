import { subscribe } from 'node:diagnostics_channel'
import type { Route } from '@na-regua/contract/route'
import type { FastifyInstance } from 'fastify'
import type { Access } from '../src/lib/auth.ts'
import type { App } from '../src/lib/http.ts'

/** An endpoint of the OpenAPI document, as its line in `routes.ts` states it. `name` is its method and path, as `GET /plans/{id}`. */
export type Endpoint = Required<Route> & { name: string; access: Access; statements: number }

const endpointsByApp = new WeakMap<object, Endpoint[]>()

/** Fastify publishes each new instance, so this hook precedes all routes. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const endpoints: Endpoint[] = []
  endpointsByApp.set(fastify, endpoints)
  fastify.addHook('onRoute', (options) => {
    const { method, prefix, operation, ...route } = options as unknown as Omit<Endpoint, 'name'> & { prefix: string }
    if (!operation || String(method) === 'HEAD') return
    const url = route.url.slice(prefix.length)
    const name = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
    endpoints.push({ ...route, name, method, url, operation })
  })
})

/** Every endpoint that the app serves, in the order of its routes. */
export function listEndpoints(app: App): readonly Endpoint[] {
  return endpointsByApp.get(app) ?? []
}
