import { useId, useState } from 'react'
import { formatMoney, formatReais } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { commissionOf } from './rules.ts'

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
        <h2 className="text-2xl">R$ 0 de comissão, em números</h2>
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
            shown={formatReais(reais * 100)}
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
