import type { BillingPeriod, Plan } from '@na-regua/contract/plans'

export const monthsOf: Record<BillingPeriod, number> = { monthly: 1, quarterly: 3, annually: 12 }
const discountOf: Record<BillingPeriod, number> = { monthly: 0, quarterly: 5, annually: 10 }

type PlanRow = Omit<Plan, 'original_price_cents' | 'discount_percent' | 'is_highlighted'>

/** The one place that knows what a period saves: the free plan has nothing to save. */
export function describePlan(row: PlanRow, monthlyCents: number): Plan {
  const discount_percent = row.price_cents > 0 ? discountOf[row.billing_period] : 0
  return {
    ...row,
    discount_percent,
    original_price_cents: discount_percent > 0 ? monthlyCents * monthsOf[row.billing_period] : null,
    is_highlighted: row.tier === 'professional',
  }
}
