import type { BillingPeriod, Plan, Tier } from '@na-regua/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { type MetaArgs, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { Benefits, CommissionSum } from '../features/plans/plan-benefits.tsx'
import {
  describeSaving,
  listPlanFeatures,
  ownPlanQuery,
  periodOf,
  periods,
  plansQuery,
} from '../features/plans/rules.ts'
import { formatMoney } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { loadNothing, loadQueries } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { RulerLine } from '../ui/ruler.tsx'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { showToast } from '../ui/toast.tsx'

export function loader() {
  return loadQueries((client) => client.prefetchQuery(plansQuery()))
}

export const clientLoader = loadNothing

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Torne-se um proprietário',
    description: 'Planos de preço fixo para barbearias, do gratuito ao ilimitado. Sem comissão, sem fidelidade.',
    path: paths.becomeOwner(),
  })
}

export default function BecomeOwnerPage() {
  const { data: plans } = useQuery(plansQuery())
  const monthly = plans?.find((plan) => plan.is_highlighted && plan.billing_period === 'monthly')
  return (
    <div className="py-2 md:py-8">
      <header className="mx-auto mb-8 max-w-2xl text-center md:mb-12">
        <h1 className="text-3xl md:text-4xl">Torne-se um proprietário</h1>
        <p className="mt-4 text-lg text-mute">Leve seu negócio para o próximo nível</p>
        <RulerLine steps={29} className="mx-auto mt-5 w-56" />
      </header>
      <PlanList />
      {monthly && <CommissionSum monthlyCents={monthly.price_cents} />}
      <Benefits />
    </div>
  )
}

function useOwnPlanId() {
  const user = useUser()
  const { data } = useQuery({ ...ownPlanQuery(), enabled: user !== undefined })
  return data?.canEdit ? data.plan.id : undefined
}

function LoadFailure() {
  const action = <Button onClick={() => window.location.reload()}>Recarregar</Button>
  return <Notice tone="error" title="Erro ao carregar planos. Por favor, tente novamente." action={action} />
}

const OFFLINE = 'Erro ao redirecionar para o checkout. Por favor, tente novamente.'

type PlanCardsProps = { plans: readonly Plan[]; chosenId: string | undefined }

function PlanCards({ plans, chosenId }: PlanCardsProps) {
  const [selected, setSelected] = useState<string>()
  const isLeaving = useNavigation().state !== 'idle'
  const ownPlanId = useOwnPlanId()
  const navigate = useNavigate()

  function handleSelect(planId: string) {
    // The checkout page cannot be loaded while offline.
    if (!navigator.onLine) return showToast({ tone: 'error', title: OFFLINE })
    setSelected(planId)
    void navigate(paths.checkout(planId))
  }

  return (
    <ul className="grid grid-cols-1 gap-6 pt-3 md:grid-cols-3 md:gap-5 md:pt-5">
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          isBusy={isLeaving && selected === plan.id}
          isCurrent={plan.id === ownPlanId}
          isChosen={plan.id === chosenId}
          onSelect={() => handleSelect(plan.id)}
        />
      ))}
    </ul>
  )
}

/** The plans of one billing period side by side; selecting one opens the checkout. */
function PlanList() {
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const { data: plans, isError } = useQuery(plansQuery())
  const chosen = useChosenPlan(plans)
  useEffect(() => {
    if (chosen) setPeriod(chosen.billing_period)
  }, [chosen])
  if (isError) return <LoadFailure />
  if (!plans) return <LoadingMessage>Carregando planos...</LoadingMessage>

  const tabs = periods.map(({ value, label }) => ({
    value,
    label,
    content: <PlanCards plans={plans.filter((plan) => plan.billing_period === value)} chosenId={chosen?.id} />,
  }))
  return (
    <SectionTabs
      label="Período de pagamento"
      tabs={tabs}
      value={period}
      onChange={(next) => setPeriod(next as BillingPeriod)}
    />
  )
}

const icons: Record<Tier, IconName> = { basic: 'chair', professional: 'scissors', premium: 'gem' }

function Price({ plan }: { plan: Plan }) {
  const { payment, unit } = periodOf(plan.billing_period)
  return (
    <div className="mt-5">
      <p className="flex min-h-6 flex-wrap items-center gap-2 text-sm text-mute">
        {plan.original_price_cents !== null && (
          <>
            <s>
              <span className="sr-only">Preço sem desconto: </span>
              {formatMoney(plan.original_price_cents)}
            </s>
            <Badge tone="green">{plan.discount_percent}% OFF</Badge>
          </>
        )}
      </p>
      <p className="mt-1">
        <strong className="font-display text-3xl font-extrabold tracking-[-0.03em] tabular-nums">
          {formatMoney(plan.price_cents)}
        </strong>{' '}
        <span className="text-mute">{unit}</span>
      </p>
      <p className="mt-1 text-sm text-mute">{plan.price_cents === 0 ? 'Grátis, sem cartão' : payment}</p>
      <p className="min-h-6 text-sm font-medium text-green">{describeSaving(plan)}</p>
    </div>
  )
}

function Features({ plan }: { plan: Plan }) {
  return (
    <ul className="mt-4 mb-6 grid gap-2 border-t border-line pt-5">
      {listPlanFeatures(plan).map((feature) => (
        <li key={feature} className="flex items-start gap-2.5">
          <Icon name="check" className="mt-0.5 size-5 shrink-0 text-green" />
          {feature}
        </li>
      ))}
    </ul>
  )
}

/** The plan of a payment that failed, to try again. After hydration: the server's HTML is the same for everyone. */
function useChosenPlan(plans: readonly Plan[] | undefined) {
  const [search] = useSearchParams()
  const [id, setId] = useState<string | null>(null)
  useEffect(() => setId(search.get('plano')), [search])
  return plans?.find((plan) => plan.id === id)
}

function useScrolledTo<E extends Element>(isChosen: boolean) {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'center' })
  }, [isChosen])
  return ref
}

type PlanCardProps = { plan: Plan; isBusy: boolean; isCurrent: boolean; isChosen: boolean; onSelect: () => void }

function PlanCard({ plan, isBusy, isCurrent, isChosen, onSelect }: PlanCardProps) {
  const { name, description, tier, is_highlighted: isHighlighted } = plan
  const card = useScrolledTo<HTMLLIElement>(isChosen)
  return (
    <li
      ref={card}
      className={clsx(
        'relative flex flex-col rounded-hero border bg-card p-6',
        isHighlighted ? 'border-2 border-red md:-my-2 md:py-8' : 'border-line',
      )}
    >
      {isHighlighted && (
        <span className="absolute top-0 left-1/2 -translate-1/2 rounded-full bg-red px-3 py-1 text-sm font-semibold whitespace-nowrap text-on-red">
          Mais Popular
        </span>
      )}
      <div className="flex items-center gap-3">
        <span className="grid size-11 place-items-center rounded-control bg-red-soft text-red">
          <Icon name={icons[tier]} className="size-6" />
        </span>
        <h2 className="text-2xl">{name}</h2>
        {isChosen && <Badge>Sua escolha</Badge>}
      </div>
      <p className="mt-3 text-mute">{description}</p>
      <Price plan={plan} />
      <Features plan={plan} />
      <Button
        className="mt-auto"
        size="large"
        isWide
        variant={isHighlighted ? 'primary' : 'ink'}
        isBusy={isBusy}
        disabled={isCurrent}
        onClick={onSelect}
      >
        {isCurrent ? 'Seu plano atual' : isBusy ? 'Processando...' : `Selecionar ${name}`}
      </Button>
    </li>
  )
}
