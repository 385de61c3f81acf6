import type { BillingPeriod, OwnPlan, Plan } from '@na-regua/contract/plans'
import { plansApi } from '@na-regua/contract/plans'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'

export const periods: readonly { value: BillingPeriod; label: string; payment: string; unit: string }[] = [
  { value: 'monthly', label: 'Mensal', payment: 'Pagamento mensal', unit: 'por mês' },
  { value: 'quarterly', label: 'Trimestral', payment: 'Pagamento trimestral', unit: 'por trimestre' },
  { value: 'annually', label: 'Anual', payment: 'Pagamento anual', unit: 'por ano' },
]

export function periodOf(value: BillingPeriod) {
  return periods.find((period) => period.value === value) as (typeof periods)[number]
}

type LimitTexts = { unlimited: string; one: string; several: (max: number) => string }

function describeLimit(max: number | null, texts: LimitTexts) {
  if (max === null) return texts.unlimited
  return max === 1 ? texts.one : texts.several(max)
}

const barbershops: LimitTexts = {
  unlimited: 'Barbearias ilimitadas',
  one: '1 barbearia',
  several: (max) => `Até ${max} barbearias`,
}
const barbers: LimitTexts = {
  unlimited: 'Barbeiros ilimitados',
  one: '1 barbeiro',
  several: (max) => `Até ${max} barbeiros`,
}

const extras: Record<Plan['tier'], readonly string[]> = {
  basic: ['Suporte por email'],
  professional: ['Destaque nas buscas', 'Suporte prioritário'],
  premium: ['Destaque premium nas buscas', 'Badge de verificado', 'Suporte VIP 24/7'],
}

/** The last of the extras: the label of the way to it. */
export function supportOf(tier: Plan['tier']) {
  return extras[tier].at(-1)
}

/** What the contact form adds for a plan; undefined where messages are read in their order. */
export function describeSupport({ plan: { tier }, canEdit }: OwnPlan) {
  if (!canEdit || tier === 'basic') return undefined
  if (tier === 'professional') return 'Suporte prioritário: sua mensagem vem antes das de quem não tem plano pago.'
  return 'Suporte VIP 24/7: escreva a qualquer hora. Sua mensagem vem antes de todas as outras.'
}

/** The features of a plan, in the specification's texts. */
export function listPlanFeatures({ tier, max_barbershops, max_barbers }: Plan): string[] {
  return [
    describeLimit(max_barbershops, barbershops),
    describeLimit(max_barbers, barbers),
    'Gerenciamento de agendamentos',
    ...extras[tier],
  ]
}

/** The commission of a month in cents, to compare with a plan's price. */
export function commissionOf(cuts: number, priceCents: number, percent: number) {
  return Math.round((cuts * priceCents * percent) / 100)
}

export function describeSaving({ original_price_cents, price_cents }: Plan) {
  return original_price_cents === null ? undefined : `Você economiza ${formatMoney(original_price_cents - price_cents)}`
}

type StatusLabel = { label: string; tone: 'green' | 'brass' | 'neutral' }

export const statusLabels: Record<OwnPlan['status'], StatusLabel> = {
  none: { label: 'Sem assinatura', tone: 'neutral' },
  active: { label: 'Ativo', tone: 'green' },
  past_due: { label: 'Pagamento pendente', tone: 'brass' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
  expired: { label: 'Terminado', tone: 'neutral' },
}

/** `max` is null if the plan has no limit. */
type Limit = { label: string; used: number; max: number | null }

export function listLimits(plan: Plan, used: { barbershops: number; barbers: number }): Limit[] {
  return [
    { label: 'Barbearias ativas', used: used.barbershops, max: plan.max_barbershops },
    { label: 'Barbeiros', used: used.barbers, max: plan.max_barbers },
  ]
}

/** '1 de 3', or '7, sem limite'. */
export function describeUse({ used, max }: Limit) {
  return max === null ? `${used}, sem limite` : `${used} de ${max}`
}

export const plansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api(plansApi.list, { signal }),
    select: ({ plans }) => plans,
  })

/** The user's plan; its key starts with a topic of the event stream, so that a change is refetched at once. */
export const ownPlanQuery = () =>
  queryOptions({ queryKey: ['account', 'plan'], queryFn: ({ signal }) => api(plansApi.own, { signal }) })
