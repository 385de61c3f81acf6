import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { hasCode } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'

/** 'Você atingiu o limite de 3 barbearias ativas do seu plano.', or undefined below the limit. */
export function describeLimit({ plan }: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active'>[]) {
  const max = plan.max_barbershops
  const active = shops.filter((shop) => shop.is_active).length
  if (max === null || active < max) return undefined
  return `Você atingiu o limite de ${formatCount(max, 'barbearia ativa', 'barbearias ativas')} do seu plano.`
}

/** Text about inactive barbershops. After a payment the owner has to reactivate blocked ones, so the text says so. */
export function describeInactive(ownPlan: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active' | 'isBlocked'>[]) {
  const canReactivate = ownPlan.canEdit && shops.some(({ isBlocked }) => isBlocked) && !describeLimit(ownPlan, shops)
  if (canReactivate) return 'Seu plano está em dia: ative as que você quer de volta nas buscas. Nada foi apagado.'
  return 'Fora das buscas. Nada foi apagado: serviços, horários e equipe esperam por você.'
}

/** Undefined if the plan allows featured barbershops. */
export function findFeaturingError({ plan }: OwnPlan) {
  return plan.tier === 'premium' ? undefined : 'Apenas usuários com o plano Premium podem destacar barbearias.'
}

export type UpcomingAppointments = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** The appointments in the error response to a deactivation. */
export function findUpcomingAppointments(error: unknown): UpcomingAppointments | undefined {
  if (!hasCode(error, 'FUTURE_APPOINTMENTS')) return undefined
  const { appointments, timeZone } = error.details as Partial<UpcomingAppointments>
  return appointments && timeZone ? { appointments, timeZone } : undefined
}

/** What a barbershop needs before it can be booked. */
export function listMissingSetup({ services, workingHours, barberCount }: OwnBarbershop): string[] {
  return [
    services.every(({ isActive }) => !isActive) && 'serviços',
    workingHours.every(({ isClosed }) => isClosed) && 'horários',
    barberCount === 0 && 'barbeiros',
  ].filter((item) => item !== false)
}
