import { findTermsProblem } from '@na-regua/contract/commission-terms'
import { commissionsApi } from '@na-regua/contract/commissions'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { findPlans, findPlanTarget, insertPlan, type NewPlan } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock }

/** Plans of commission are versions with a date: none is ever edited. */
export function commissionPlanRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...commissionsApi.listPlans,
    access: 'money',
    statements: 1,
    async handler({ caller, params }) {
      const plans = await findPlans(db, { barbershopId: params.id, userId: caller.id, now: clock.now() })
      if (!plans) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return plans
    },
  })
  app.route({
    ...commissionsApi.addPlan,
    access: 'money',
    statements: 2,
    async handler({ caller, params, body }) {
      const plan = { ...body, barbershopId: params.id, userId: caller.id, now: clock.now() }
      await checkPlan(db, plan)
      const inserted = await insertPlan(db, plan)
      if (!inserted) throw new ApiError('EDIT_CONFLICT')
      return { ...inserted, startsOn: plan.startsOn, terms: plan.terms, createdAt: plan.now.toISOString() }
    },
  })
}

/** Throws for a plan that is not whole, names what is not of the barbershop, or would change what was earned already. */
async function checkPlan(db: DatabasePool, plan: NewPlan): Promise<void> {
  const problem = plan.terms && findTermsProblem(plan.terms)
  if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
  if (!plan.terms && !plan.barberId) throw new ApiError('INVALID_INPUT', {}, 'O plano da barbearia precisa de valores.')
  const target = await findPlanTarget(db, plan)
  if (!target) throw new ApiError('BARBERSHOP_NOT_FOUND')
  if (!target.isKnownBarber) throw new ApiError('BARBER_NOT_FOUND')
  if (!target.areKnownServices) throw new ApiError('SERVICE_NOT_FOUND')
  if (!target.areKnownProducts) throw new ApiError('PRODUCT_NOT_FOUND')
  if (plan.startsOn < target.today)
    throw new ApiError('INVALID_INPUT', {}, 'Um plano vale a partir de hoje: o que já foi ganho não muda.')
}
