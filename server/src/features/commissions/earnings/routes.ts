import { commissionsApi } from '@na-regua/contract/commissions'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { paginate, toWindow } from '../../../lib/pagination.ts'
import { getBalance } from '../../ledger/queries.ts'
import { listSettlementsOfBarber } from '../settlements/queries.ts'
import { openDispute } from './open-dispute.ts'
import { findEarner, listLines, sumEarnings } from './queries.ts'
import { respondToDispute } from './respond-dispute.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 366

/** What barbers earn: each sees their own, who may see the money of the barbershop sees everyone's. */
export function earningRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const { db } = deps
  app.route({
    ...commissionsApi.listEarnings,
    access: 'staff',
    statements: 5,
    async handler({ caller, params, query }) {
      const { barberId, from, until } = query
      const days = (Date.parse(until) - Date.parse(from)) / DAY_MS
      if (days < 0 || days >= MAX_DAYS) throw new ApiError('PERIOD_INVALID')
      const earner = await findEarner(db, { barbershopId: params.id, barberId, userId: caller.id, from, until })
      if (!earner) throw new ApiError('BARBER_NOT_FOUND')
      const { id, name, timeZone, isOwn, startsAt, endsAt } = earner
      const period = { barberId: id, startsAt, endsAt }
      const { total, openCents, ...sums } = await sumEarnings(db, period)
      const account = { barbershopId: params.id, kind: 'advance', ownerId: id } as const
      return {
        barber: { id, name },
        timeZone,
        isOwn,
        ...sums,
        totalCents: sums.servicesCents + sums.productsCents + sums.tipsCents + sums.correctionsCents,
        openCents,
        advanceBalanceCents: await getBalance(db, account),
        lines: await listLines(db, period, toWindow(query)),
        pagination: paginate(total, query),
        settlements: await listSettlementsOfBarber(db, id),
      }
    },
  })
  app.route({
    ...commissionsApi.dispute,
    access: 'barber',
    statements: 4,
    async handler({ caller, params, body }) {
      const reason = body.reason.trim()
      if (!reason) throw new ApiError('INVALID_INPUT', {}, 'Escreva o motivo da contestação.')
      const openedAt = await openDispute(deps, { lineId: params.id, userId: caller.id, reason })
      return { openedAt: openedAt.toISOString() }
    },
  })
  app.route({
    ...commissionsApi.respond,
    access: 'money',
    statements: 8,
    async handler({ caller, params, body }) {
      const response = body.response.trim()
      if (!response) throw new ApiError('INVALID_INPUT', {}, 'Escreva a resposta.')
      const request = { lineId: params.id, userId: caller.id, response, adjustmentCents: body.adjustmentCents }
      const respondedAt = await respondToDispute(deps, request)
      return { respondedAt: respondedAt.toISOString() }
    },
  })
}
