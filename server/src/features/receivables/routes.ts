import { receivablesApi } from '@na-regua/contract/receivables'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { getBookZone } from '../ledger/queries.ts'
import { getCardFees, listDebtors, listExpectedDays, listExpectedInstallments } from './queries.ts'
import { saveCardFees } from './save-card-fees.ts'

/** For those who may not see its money the barbershop does not exist. */
export function receivableRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const { db, clock } = deps

  async function getToday(barbershopId: string, userId: string): Promise<string> {
    return toLocal(toEpochMinute(clock.now()), await getBookZone(db, barbershopId, userId)).date
  }

  app.route({
    ...receivablesApi.list,
    access: 'money',
    statements: 3,
    async handler({ caller, params, query }) {
      const barbershopId = params.id
      const today = await getToday(barbershopId, caller.id)
      const days = await listExpectedDays(db, { barbershopId, from: today })
      const { total, owedCents, debtors } = await listDebtors(db, { barbershopId }, toWindow(query))
      return { today, days, owedCents, debtors, pagination: paginate(total, query) }
    },
  })
  app.route({
    ...receivablesApi.expectedCards,
    access: 'money',
    statements: 2,
    async handler({ caller, params, query: { date, ...page } }) {
      await getBookZone(db, params.id, caller.id)
      const found = await listExpectedInstallments(db, { barbershopId: params.id, date, ...toWindow(page) })
      return { installments: found.installments, pagination: paginate(found.total, page) }
    },
  })
  app.route({
    ...receivablesApi.cardFees,
    access: 'money',
    statements: 2,
    async handler({ caller, params }) {
      const barbershopId = params.id
      const today = await getToday(barbershopId, caller.id)
      return { today, ...(await getCardFees(db, { barbershopId, today })) }
    },
  })
  app.route({
    ...receivablesApi.saveCardFees,
    access: 'money',
    statements: 7,
    async handler({ caller, params, body }) {
      const barbershopId = params.id
      const today = await getToday(barbershopId, caller.id)
      await saveCardFees(deps, { barbershopId, userId: caller.id, today, ...body })
      const { latest } = await getCardFees(db, { barbershopId, today })
      return { latest }
    },
  })
}
