import { ApiError } from '@na-regua/contract/errors'
import { receivablesApi } from '@na-regua/contract/receivables'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { listStaffedBarbershops } from '../customers/queries.ts'
import { getCardFees, listDebtors, listExpectedDays } from './queries.ts'
import { saveCardFees } from './save-card-fees.ts'

/** For those who may not see its money the barbershop does not exist. */
export function receivableRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const { db, clock } = deps

  async function getShop(id: string, userId: string) {
    const barbershop = (await listStaffedBarbershops(db, userId, 'money')).find((one) => one.id === id)
    if (!barbershop) throw new ApiError('BARBERSHOP_NOT_FOUND')
    return { id, today: toLocal(toEpochMinute(clock.now()), barbershop.timeZone).date }
  }

  app.route({
    ...receivablesApi.list,
    access: 'money',
    statements: 3,
    async handler({ caller, params, query }) {
      const { id, today } = await getShop(params.id, caller.id)
      const days = await listExpectedDays(db, { barbershopId: id, from: today })
      const { total, owedCents, debtors } = await listDebtors(db, { barbershopId: id }, toWindow(query))
      return { today, days, owedCents, debtors, pagination: paginate(total, query) }
    },
  })
  app.route({
    ...receivablesApi.cardFees,
    access: 'money',
    statements: 2,
    async handler({ caller, params }) {
      const { id, today } = await getShop(params.id, caller.id)
      return { today, ...(await getCardFees(db, { barbershopId: id, today })) }
    },
  })
  app.route({
    ...receivablesApi.saveCardFees,
    access: 'money',
    statements: 7,
    async handler({ caller, params, body }) {
      const { id, today } = await getShop(params.id, caller.id)
      await saveCardFees(deps, { barbershopId: id, userId: caller.id, today, ...body })
      const { latest } = await getCardFees(db, { barbershopId: id, today })
      return { latest }
    },
  })
}
