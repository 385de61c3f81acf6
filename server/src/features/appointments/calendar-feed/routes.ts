import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { deleteFeed, findFeed } from './queries.ts'
import { openFeed, writeFeed } from './write-feed.ts'

type Needs = { db: Database; clock: Clock; config: Config }

export function calendarFeedRoutes(app: App, needs: Needs) {
  const { db, clock, config } = needs
  const siteFor = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) =>
    config.publicUrl ?? `${protocol}://${host}`
  app.route({
    ...calendarFeedApi.get,
    access: 'self',
    handler: async ({ caller }) => ({ createdAt: (await findFeed(db, caller.id))?.toISOString() ?? null }),
  })
  app.route({
    ...calendarFeedApi.create,
    access: 'self',
    security: { done: 'feed-opened' },
    handler: async (request, reply) => {
      const feed = await openFeed(db, { userId: request.caller.id, site: siteFor(request), now: clock.now() })
      return reply.status(201).send(feed)
    },
  })
  app.route({
    ...calendarFeedApi.remove,
    access: 'self',
    security: { done: 'feed-closed' },
    handler: async ({ caller }) => ({ removed: await deleteFeed(db, caller.id) }),
  })
  // The token is all that a calendar program can bring along.
  app.route({
    ...calendarFeedApi.read,
    access: 'public',
    handler: async (request, reply) => {
      const { token } = request.params
      const { text, etag } = await writeFeed(db, { token, site: siteFor(request), now: clock.now() })
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send(null)
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  })
}
