import type { Plan } from '@na-regua/contract/plans'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { listPlanFeatures, periodOf } from './rules.ts'

type OrderSummaryProps = {
  plan: Plan
  /** Credit for the unused days of the current plan. */
  creditCents?: number
  /** Due now; null if only the payment provider knows it; the plan's price by default. */
  amountCents?: number | null
}

/** The selected plan and the amount due now. */
export function OrderSummary({ plan, creditCents = 0, amountCents = plan.price_cents }: OrderSummaryProps) {
  const { label, unit } = periodOf(plan.billing_period)
  return (
    <section aria-labelledby="resumo" className="rounded-hero border border-line bg-card p-5 md:p-7">
      <h2 id="resumo" className="text-xl">
        Resumo do pedido
      </h2>
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-display text-2xl font-extrabold tracking-[-0.02em]">Plano {plan.name}</p>
        <p>
          <strong className="text-lg tabular-nums">{formatMoney(plan.price_cents)}</strong>{' '}
          <span className="text-mute">{unit}</span>
        </p>
      </div>
      <p className="mt-1 text-mute">{plan.description}</p>
      <p className="mt-3 flex items-center gap-2 text-sm font-medium">
        <Icon name="calendar" className="size-5 text-red" />
        Período: {label}
      </p>
      <ul className="mt-4 grid gap-2 border-t border-line pt-4">
        {listPlanFeatures(plan).map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Icon name="check" className="mt-0.5 size-5 text-green" />
            {feature}
          </li>
        ))}
      </ul>
      <Sum {...{ plan, creditCents, amountCents }} />
    </section>
  )
}

function Sum({ plan, creditCents, amountCents }: Required<OrderSummaryProps>) {
  return (
    <dl className="mt-5 grid gap-2 border-t border-line pt-4 tabular-nums">
      <Line label="Subtotal">{formatMoney(plan.price_cents)}</Line>
      {creditCents > 0 && <Line label="Crédito do plano atual">− {formatMoney(creditCents)}</Line>}
      <div className="flex items-baseline justify-between gap-4 text-lg font-bold">
        <dt>Total</dt>
        <dd>{amountCents === null ? 'Calculado pela operadora' : formatMoney(amountCents)}</dd>
      </div>
      {amountCents === null && (
        <p className="text-sm text-mute">Os dias que você não usou do plano atual são descontados na cobrança.</p>
      )}
    </dl>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-mute">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
