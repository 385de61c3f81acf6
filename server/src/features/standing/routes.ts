import { seriesApi } from '@na-regua/contract/series'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { replyToDate } from './book-date.ts'
import { changeSeries, moveSeries } from './change-series.ts'
import { createSeries } from './create-series.ts'
import { getSeriesFor, listOwnSeries } from './view-series.ts'

type SeriesDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const HOUR = 3600

/** Open to every signed-in user: what a caller may do follows from their part in the series. */
export function seriesRoutes(app: App, { db, clock, countAttempts }: SeriesDeps) {
  const countChange = (userId: string) =>
    countAttempts({ action: 'series', of: ['account', userId], max: 60, seconds: HOUR })
  app.route({
    ...seriesApi.create,
    access: 'self',
    // At most nine dates, each a booking with the locks and the statement of every booking.
    statements: 120,
    handler: async ({ caller, params, body }, reply) => {
      await countChange(caller.id)
      const request = { appointmentId: params.id, caller, ...body, now: clock.now() }
      const { series, isNew } = await createSeries(db, request)
      return reply.status(isNew ? 201 : 200).send({ series })
    },
  })
  readingRoutes(app, { db, clock })
  app.route({
    ...seriesApi.change,
    access: 'self',
    statements: 120,
    handler: async ({ caller, params, body }) => {
      await countChange(caller.id)
      return { series: await changeSeries(db, { ...body, id: params.id, userId: caller.id, now: clock.now() }) }
    },
  })
  app.route({
    ...seriesApi.move,
    access: 'self',
    statements: 120,
    handler: async ({ caller, params, body }) => {
      await countChange(caller.id)
      return { series: await moveSeries(db, { ...body, id: params.id, userId: caller.id, now: clock.now() }) }
    },
  })
  app.route({
    ...seriesApi.reply,
    access: 'self',
    statements: 16,
    handler: async ({ caller, params, body }) => {
      await countChange(caller.id)
      return { series: await replyToDate(db, { ...body, ...params, userId: caller.id, now: clock.now() }) }
    },
  })
}

function readingRoutes(app: App, { db, clock }: Pick<SeriesDeps, 'db' | 'clock'>) {
  app.route({
    ...seriesApi.list,
    access: 'self',
    statements: 2,
    handler: async ({ caller }) => ({ series: await listOwnSeries(db, caller.id, clock.now()) }),
  })
  app.route({
    ...seriesApi.get,
    access: 'self',
    statements: 2,
    handler: async ({ caller, params }) => ({ series: await getSeriesFor(db, params.id, caller.id, clock.now()) }),
  })
}
