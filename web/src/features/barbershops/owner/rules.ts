import type { OwnBarbershop } from '@na-regua/contract/owners'
import type { OwnPlan } from '@na-regua/contract/plans'
import { formatCount } from '../../../lib/format.ts'

/** 'Você atingiu o limite de 3 barbearias ativas do seu plano.', or nothing while there is room. */
export function describeLimit({ plan }: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active'>[]) {
  const most = plan.max_barbershops
  const active = shops.filter((shop) => shop.is_active).length
  if (most === null || active < most) return undefined
  return `Você atingiu o limite de ${formatCount(most, 'barbearia ativa', 'barbearias ativas')} do seu plano.`
}

/** Why this plan's shops cannot be featured, or nothing where they can. */
export function findFeaturingHurdle({ plan }: OwnPlan) {
  return plan.tier === 'premium' ? undefined : 'Apenas usuários com o plano Premium podem destacar barbearias.'
}

/** What a new shop still needs before somebody can book there. */
export function listGaps({ services, workingHours, barberCount }: OwnBarbershop): string[] {
  return [
    services.every(({ isActive }) => !isActive) && 'serviços',
    workingHours.every(({ isClosed }) => isClosed) && 'horários',
    barberCount === 0 && 'barbeiros',
  ].filter((gap) => gap !== false)
}
