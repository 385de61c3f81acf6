import { commissionsApi } from '@na-regua/contract/commissions'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { paginate, toWindow } from '../../../lib/pagination.ts'
import { listLinesOfSettlement } from '../queries.ts'
import { closeSettlement } from './close-settlement.ts'
import { exportSettlement } from './export-settlement.ts'
import { giveAdvance } from './give-advance.ts'
import { paySettlement } from './pay-settlement.ts'
import { findSettlement, findSettlementShop, listOpen, listOpenDisputes, listSettlements } from './queries.ts'
import { settlementTotal } from './rules.ts'

/** Settlements with barbers (acertos), and what they got before (vales). A draft is not stored: it is what no settlement has yet. */
export function settlementRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const { db, clock } = deps
  app.route({
    ...commissionsApi.listSettlements,
    access: 'money',
    statements: 4,
    async handler({ caller, params, query }) {
      const request = { barbershopId: params.id, userId: caller.id, until: query.until, now: clock.now() }
      const shop = await findSettlementShop(db, request)
      if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
      const { today, until, timeZone, endsAt } = shop
      const open = await listOpen(db, { barbershopId: params.id, until, endsAt })
      const { settlements, total } = await listSettlements(db, params.id, toWindow(query))
      return {
        today,
        until,
        timeZone,
        drafts: open.map((one) => ({ ...one, ...settlementTotal(one) })),
        disputes: await listOpenDisputes(db, params.id),
        settlements,
        pagination: paginate(total, query),
      }
    },
  })
  app.route({
    ...commissionsApi.getSettlement,
    access: 'staff',
    statements: 2,
    async handler({ caller, params }) {
      const settlement = await findSettlement(db, { id: params.id, userId: caller.id })
      if (!settlement) throw new ApiError('NOT_FOUND')
      return { ...settlement, lines: await listLinesOfSettlement(db, settlement.id) }
    },
  })
  app.route({
    ...commissionsApi.settlementCsv,
    access: 'staff',
    statements: 2,
    config: { isExpensive: true },
    async handler({ caller, params }, reply) {
      const settlement = await findSettlement(db, { id: params.id, userId: caller.id })
      if (!settlement) throw new ApiError('NOT_FOUND')
      return reply.type('text/csv; charset=utf-8').send(await exportSettlement(db, settlement))
    },
  })
  app.route({
    ...commissionsApi.closeSettlement,
    access: 'money',
    statements: 16,
    handler: ({ caller, params, body }) =>
      closeSettlement(deps, { ...body, barbershopId: params.id, userId: caller.id }),
  })
  app.route({
    ...commissionsApi.paySettlement,
    access: 'money',
    statements: 14,
    handler: ({ caller, params, body }) => paySettlement(deps, { id: params.id, userId: caller.id, ...body }),
  })
  app.route({
    ...commissionsApi.giveAdvance,
    access: 'money',
    statements: 16,
    async handler({ caller, params, body }) {
      const advance = { ...body, barbershopId: params.id, userId: caller.id, reason: body.reason.trim() }
      return { advanceBalanceCents: await giveAdvance(deps, advance) }
    },
  })
}
