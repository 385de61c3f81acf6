import type { Plan } from '@na-regua/contract/plans'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { commissionOf, listPlanFeatures, periodOf } from './rules.ts'

/** The usual commission of other platforms, in percent. */
const PERCENT = 10

type SliderProps = {
  label: string
  shown: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}

function Slider({ label, shown, onChange, ...range }: SliderProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="font-semibold tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        aria-valuetext={shown}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-red"
      />
    </div>
  )
}

function Comparison({ commission, monthlyCents }: { commission: number; monthlyCents: number }) {
  return (
    <dl className="grid content-center gap-5">
      <div className="rounded-card bg-sunken p-5">
        <dt className="text-mute">Onde cobram {PERCENT}% de comissão, você deixaria</dt>
        <dd className="font-display text-3xl font-extrabold tabular-nums line-through decoration-2">
          {formatMoney(commission)}
        </dd>
      </div>
      <div className="rounded-card bg-green-soft p-5 text-green">
        <dt>Aqui, no plano Profissional, por mês</dt>
        <dd className="font-display text-3xl font-extrabold tabular-nums">{formatMoney(monthlyCents)}</dd>
      </div>
    </dl>
  )
}

/** A calculator that compares the cost of a commission with the price of a plan. */
export function CommissionSum({ monthlyCents }: { monthlyCents: number }) {
  const [cuts, setCuts] = useState(200)
  const [reais, setReais] = useState(50)
  const commission = commissionOf(cuts, reais * 100, PERCENT)
  return (
    <section className="mt-16 grid gap-8 rounded-hero border border-line bg-card p-6 md:grid-cols-2 md:gap-12 md:p-10">
      <div>
        <h2 className="text-2xl">Comissão zero, em números</h2>
        <p className="mt-3 text-mute">
          Aqui o corte é todo seu: o plano tem preço fixo, marque um horário ou mil. Faça a conta com os seus números.
        </p>
        <div className="mt-6 grid gap-4">
          <Slider
            label="Cortes por mês"
            shown={String(cuts)}
            min={20}
            max={1000}
            step={10}
            value={cuts}
            onChange={setCuts}
          />
          <Slider
            label="Preço médio"
            shown={formatMoney(reais * 100)}
            min={20}
            max={200}
            step={5}
            value={reais}
            onChange={setReais}
          />
        </div>
      </div>
      <Comparison commission={commission} monthlyCents={monthlyCents} />
    </section>
  )
}

const benefits: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'calendar-check',
    title: 'Controle Total',
    text: 'Agenda, equipe, serviços e horários num lugar só. Ninguém marca por cima de ninguém, e cada mudança vale na hora.',
  },
  {
    icon: 'people',
    title: 'Crescimento',
    text: 'Quem procura perto de você encontra os seus horários livres de verdade e marca em menos de um minuto, a qualquer hora.',
  },
  {
    icon: 'chat',
    title: 'Suporte',
    text: 'Gente de verdade, em português, que conhece barbearia. E os seus dados são seus: leve tudo em planilha quando quiser.',
  },
]

export function Benefits() {
  return (
    <section aria-label="Benefícios" className="mt-16 grid gap-8 md:grid-cols-3">
      {benefits.map(({ icon, title, text }) => (
        <div key={title} className="border-t-2 border-red pt-5">
          <Icon name={icon} className="size-7 text-red" />
          <h2 className="mt-3 text-xl">{title}</h2>
          <p className="mt-2 text-mute">{text}</p>
        </div>
      ))}
    </section>
  )
}

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
      <Sum plan={plan} creditCents={creditCents} amountCents={amountCents} />
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
