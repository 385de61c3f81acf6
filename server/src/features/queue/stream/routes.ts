import { queueApi } from '@na-regua/contract/queue'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import { sendStreamHeaders, streamHeaders } from '../../../lib/event-stream.ts'
import type { App } from '../../../lib/http.ts'
import type { Metrics } from '../../../lib/metrics/metrics.ts'
import { clientKey } from '../../../lib/rate-limit.ts'
import { createConcurrencyQueue } from '../../../lib/requests/concurrency.ts'
import { createQueueStreams } from './create-queue-streams.ts'
import { checkBarbershop } from './queries.ts'

type Deps = { db: Database; live: ChangeFeed; metrics?: Metrics; config: Config }

/** After a restart every open page comes back at once: their barbershops are looked up beside other requests, not before them. */
const lookUps = { concurrency: 2, maxQueued: 1000 }

export function queueStreamRoutes(app: App, { db, live, metrics, config }: Deps) {
  const streams = createQueueStreams({ live, ...config.queueStreams })
  const enqueue = createConcurrencyQueue(lookUps)
  metrics?.watch('queue_streams', 'Open pages that follow the queue of a barbershop.', streams.count)
  // preClose runs before Fastify waits for pending responses; the streams never end by themselves.
  app.addHook('preClose', async () => streams.close())

  app.route({
    ...queueApi.stream,
    access: 'public',
    statements: 1,
    config: { isEndless: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id } = request.params
      streams.takePermit(clientKey(request), reply.raw)
      if (!streams.isFollowed(id)) await enqueue(() => checkBarbershop(db, id))
      // Unless the request has timed out.
      if (!reply.sent) streams.add(id, sendStreamHeaders(reply))
      return reply
    },
  })

  const { params, errors } = queueApi.stream.schema
  app.route({
    ...queueApi.stream,
    method: 'HEAD',
    access: 'public',
    statements: 1,
    schema: { params, errors, hide: true },
    handler: async ({ params }, reply) => {
      await checkBarbershop(db, params.id)
      return reply.headers(streamHeaders).send()
    },
  })
}
