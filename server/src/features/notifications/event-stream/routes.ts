import { notificationsApi } from '@na-regua/contract/notifications'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { sendStreamHeaders, streamHeaders } from '../../../lib/event-stream.ts'
import type { App } from '../../../lib/http.ts'
import { createEventStreams } from './create-event-streams.ts'

type Deps = { db: Database; clock: Clock; live: ChangeFeed; heartbeatMs?: number }

export function eventStreamRoutes(app: App, deps: Deps) {
  const streams = createEventStreams(deps)
  // preClose runs before Fastify waits for pending responses; the streams never end by themselves.
  app.addHook('preClose', async () => streams.close())

  app.route({
    ...notificationsApi.stream,
    access: 'self',
    statements: 1,
    config: { isEndless: true },
    exposeHeadRoute: false,
    handler: ({ caller }, reply) => {
      streams.checkLimit(caller.id)
      streams.add(caller, sendStreamHeaders(reply))
    },
  })

  app.route({
    ...notificationsApi.stream,
    method: 'HEAD',
    access: 'self',
    statements: 0,
    schema: { hide: true },
    handler: (_, reply) => reply.headers(streamHeaders).send(),
  })
}
