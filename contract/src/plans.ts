import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, Nullable } from './fields.ts'
import { defineApi, route } from './route.ts'

export const billingPeriods = ['monthly', 'quarterly', 'annually'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

export const tiers = ['basic', 'professional', 'premium'] as const
export type Tier = (typeof tiers)[number]

export const PlanSummary = Type.Object({
  id: Id,
  tier: Type.Enum(tiers),
  name: Type.String(),
  description: Type.String(),
  billing_period: Type.Enum(billingPeriods),
  /** For the whole period. */
  price_cents: Cents,
  /** Null: unlimited. */
  max_barbershops: Nullable(Type.Integer()),
  max_barbers: Nullable(Type.Integer()),
})

export const Plan = Type.Object({
  ...PlanSummary.properties,
  /** Price of the same months when paid monthly; null without a discount. */
  original_price_cents: Nullable(Cents),
  discount_percent: Type.Integer(),
  is_highlighted: Type.Boolean(),
})
export type Plan = Static<typeof Plan>

/** The user's plan. Without an open subscription the limits of the free plan apply and nothing can be edited. */
export const OwnPlan = Type.Object({
  plan: Plan,
  status: Type.Union([
    Type.Literal('none'),
    Type.Literal('active'),
    Type.Literal('past_due'),
    Type.Literal('cancelled'),
    Type.Literal('expired'),
  ]),
  canEdit: Type.Boolean(),
  /** End of the paid period; null for the free plan. */
  expiresAt: Nullable(Instant),
})
export type OwnPlan = Static<typeof OwnPlan>

export const plansApi = defineApi(
  { tag: 'plans', description: 'Planos' },
  {
    list: route('GET', '/plans', {
      summary: 'Os planos, por período e preço',
      response: { 200: Type.Object({ plans: Type.Array(Plan) }) },
    }),
    own: route('GET', '/users/plan', { summary: 'O próprio plano', response: { 200: OwnPlan } }),
  },
)
