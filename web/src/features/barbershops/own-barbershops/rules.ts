import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { hasCode } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format.ts'

/** 'Você atingiu o limite de 3 barbearias ativas do seu plano.', or nothing while there is room. */
export function describeLimit({ plan }: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active'>[]) {
  const most = plan.max_barbershops
  const active = shops.filter((shop) => shop.is_active).length
  if (most === null || active < most) return undefined
  return `Você atingiu o limite de ${formatCount(most, 'barbearia ativa', 'barbearias ativas')} do seu plano.`
}

/** What is said of shops that are off: whoever pays again brings them back himself, and has to be told so. */
export function describeOff(ownPlan: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active' | 'isBlocked'>[]) {
  const isWaiting = ownPlan.canEdit && shops.some(({ isBlocked }) => isBlocked) && !describeLimit(ownPlan, shops)
  if (isWaiting) return 'Seu plano está em dia: ative as que você quer de volta nas buscas. Nada foi apagado.'
  return 'Fora das buscas. Nada foi apagado: serviços, horários e equipe esperam por você.'
}

/** Why this plan's shops cannot be featured, or nothing where they can. */
export function findFeaturingHurdle({ plan }: OwnPlan) {
  return plan.tier === 'premium' ? undefined : 'Apenas usuários com o plano Premium podem destacar barbearias.'
}

export type Ahead = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** Who is booked, as the server answers who asks before switching a shop off. */
export function aheadOf(error: unknown): Ahead | undefined {
  if (!hasCode(error, 'FUTURE_APPOINTMENTS')) return undefined
  const { appointments, timeZone } = error.details as Partial<Ahead>
  return appointments && timeZone ? { appointments, timeZone } : undefined
}

/** What a new shop still needs before somebody can book there. */
export function listGaps({ services, workingHours, barberCount }: OwnBarbershop): string[] {
  return [
    services.every(({ isActive }) => !isActive) && 'serviços',
    workingHours.every(({ isClosed }) => isClosed) && 'horários',
    barberCount === 0 && 'barbeiros',
  ].filter((gap) => gap !== false)
}
