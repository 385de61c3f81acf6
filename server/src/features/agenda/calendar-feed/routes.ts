import { appointmentsApi } from '@na-regua/contract/appointments'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { CALENDAR_FILE } from '../../appointments/calendar-event/rules.ts'
import { deleteCalendarFeed, findCalendarFeed } from './queries.ts'
import { createCalendarFeed, exportAppointment, renderCalendarFeed } from './render-calendar-feed.ts'

type CalendarFeedDeps = { db: Database; clock: Clock; config: Config }

export function calendarFeedRoutes(app: App, { db, clock, config }: CalendarFeedDeps) {
  const siteUrlFor = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) =>
    config.publicUrl ?? `${protocol}://${host}`
  app.route({
    ...calendarFeedApi.get,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ createdAt: (await findCalendarFeed(db, caller.id))?.toISOString() ?? null }),
  })
  app.route({
    ...calendarFeedApi.create,
    access: 'self',
    statements: 1,
    security: { done: 'feed-opened' },
    handler: async (request, reply) => {
      const options = { caller: request.caller, site: siteUrlFor(request), now: clock.now() }
      return reply.status(201).send(await createCalendarFeed(db, options))
    },
  })
  app.route({
    ...calendarFeedApi.remove,
    access: 'self',
    statements: 1,
    security: { done: 'feed-closed' },
    handler: async ({ caller }) => ({ removed: await deleteCalendarFeed(db, caller.id) }),
  })
  app.route({
    ...appointmentsApi.calendar,
    access: 'self',
    statements: 1,
    handler: async (request, reply) => {
      const { id } = request.params
      const text = await exportAppointment(db, { id, customerId: request.caller.id, site: siteUrlFor(request) })
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${CALENDAR_FILE}"`)
        .send(text)
    },
  })
  // Calendar clients cannot sign in: the token in the URL is the only credential.
  app.route({
    ...calendarFeedApi.read,
    access: 'public',
    statements: 2,
    handler: async (request, reply) => {
      const { token } = request.params
      const { text, etag } = await renderCalendarFeed(db, { token, site: siteUrlFor(request), now: clock.now() })
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send(null)
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  })
}
