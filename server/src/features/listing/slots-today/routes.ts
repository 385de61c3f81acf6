import { availabilityApi, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { parseIds } from '../../../lib/parse-ids.ts'
import { toDaySpan } from '../../barbershops/rules.ts'
import { toWords } from '../engine/rules.ts'
import { listNamedServices } from './queries.ts'
import type { SlotsTodayReader } from './read-slots-today.ts'

type SlotsTodayDeps = { db: Database; clock: Clock; slotsToday: SlotsTodayReader }

export function slotsTodayRoutes(app: App, { db, clock, slotsToday }: SlotsTodayDeps) {
  app.route({
    ...availabilityApi.slotsToday,
    access: 'public',
    statements: 1,
    config: { isExpensive: true },
    handler: async ({ query }) => {
      const ids = parseIds(query.ids.toLowerCase(), MAX_BARBERSHOPS_PER_LOOKUP)
      const span = toDaySpan(query)
      const services =
        query.service === undefined ? undefined : await listNamedServices(db, ids, toWords(query.service), query)
      const filter = services || span ? { services, span } : undefined
      return { freeTimes: await slotsToday.listSlotsToday(ids, query.date, clock.now(), filter) }
    },
  })
}
