import type { OwnPlan, Plan } from '@na-regua/contract/plans'

type Words = { label: string; tone: 'green' | 'brass' | 'neutral' }

export const statusWords: Record<OwnPlan['status'], Words> = {
  none: { label: 'Sem assinatura', tone: 'neutral' },
  active: { label: 'Ativo', tone: 'green' },
  past_due: { label: 'Pagamento pendente', tone: 'brass' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
  expired: { label: 'Terminado', tone: 'neutral' },
}

/** `most` is null where the plan sets no limit. */
type Limit = { label: string; used: number; most: number | null }

export function listLimits(plan: Plan, used: { barbershops: number; barbers: number }): Limit[] {
  return [
    { label: 'Barbearias ativas', used: used.barbershops, most: plan.max_barbershops },
    { label: 'Barbeiros', used: used.barbers, most: plan.max_barbers },
  ]
}

/** '1 de 3', or '7, sem limite'. */
export function describeUse({ used, most }: Limit) {
  return most === null ? `${used}, sem limite` : `${used} de ${most}`
}
