import type { BillingPeriod, OwnPlan, Plan } from '@na-regua/contract/plans'
import { formatMoney } from '../../lib/format.ts'

export const periods: readonly { value: BillingPeriod; label: string; payment: string; unit: string }[] = [
  { value: 'monthly', label: 'Mensal', payment: 'Pagamento mensal', unit: 'por mês' },
  { value: 'quarterly', label: 'Trimestral', payment: 'Pagamento trimestral', unit: 'por trimestre' },
  { value: 'annually', label: 'Anual', payment: 'Pagamento anual', unit: 'por ano' },
]

export function periodOf(value: BillingPeriod) {
  return periods.find((period) => period.value === value) as (typeof periods)[number]
}

type LimitWords = { unlimited: string; one: string; several: (most: number) => string }

function countLimit(most: number | null, words: LimitWords) {
  if (most === null) return words.unlimited
  return most === 1 ? words.one : words.several(most)
}

const barbershops: LimitWords = {
  unlimited: 'Barbearias ilimitadas',
  one: '1 barbearia',
  several: (most) => `Até ${most} barbearias`,
}
const barbers: LimitWords = {
  unlimited: 'Barbeiros ilimitados',
  one: '1 barbeiro',
  several: (most) => `Até ${most} barbeiros`,
}

const extras: Record<Plan['tier'], readonly string[]> = {
  basic: ['Suporte por email'],
  professional: ['Destaque nas buscas', 'Suporte prioritário'],
  premium: ['Destaque premium nas buscas', 'Badge de verificado', 'Suporte VIP 24/7'],
}

/** What a plan holds, in the specification's words. */
export function listPlanFeatures({ tier, max_barbershops, max_barbers }: Plan): string[] {
  return [
    countLimit(max_barbershops, barbershops),
    countLimit(max_barbers, barbers),
    'Gerenciamento de agendamentos',
    ...extras[tier],
  ]
}

/** Cents that a commission takes from a month, to set beside a plan's price. */
export function commissionOf(cuts: number, priceCents: number, percent: number) {
  return Math.round((cuts * priceCents * percent) / 100)
}

export function describeSaving({ original_price_cents, price_cents }: Plan) {
  return original_price_cents === null ? undefined : `Você economiza ${formatMoney(original_price_cents - price_cents)}`
}

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
