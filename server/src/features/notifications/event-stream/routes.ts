import { notificationsApi } from '@na-regua/contract/notifications'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { createEventStreams } from './create-event-streams.ts'

type Deps = { db: Database; clock: Clock; live: ChangeFeed; heartbeatMs?: number }

// Proxies must not cache, transform or buffer the stream.
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export function eventStreamRoutes(app: App, deps: Deps) {
  const streams = createEventStreams(deps)
  // preClose runs before Fastify waits for pending responses; the streams never end by themselves.
  app.addHook('preClose', async () => streams.close())

  app.route({
    ...notificationsApi.stream,
    access: 'self',
    config: { isEndless: true },
    exposeHeadRoute: false,
    handler: ({ caller }, reply) => {
      streams.checkLimit(caller.id)
      reply.hijack()
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers })
      streams.add(caller, reply.raw)
    },
  })

  app.route({
    ...notificationsApi.stream,
    method: 'HEAD',
    access: 'self',
    schema: { hide: true },
    handler: (_, reply) => reply.headers(headers).send(),
  })
}
