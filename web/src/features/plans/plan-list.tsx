import type { BillingPeriod, Plan } from '@na-regua/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionTabs } from '../../ui/section-tabs.tsx'
import { LoadingMessage } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { PlanCard } from './plan-card.tsx'
import { ownPlanQuery, plansQuery } from './queries.ts'
import { periods } from './rules.ts'

function useOwnPlanId() {
  const { user } = useSession()
  const { data } = useQuery({ ...ownPlanQuery(), enabled: user !== undefined })
  return data?.canEdit ? data.plan.id : undefined
}

function LoadFailure() {
  const action = <Button onClick={() => window.location.reload()}>Recarregar</Button>
  return <Notice tone="error" title="Erro ao carregar planos. Por favor, tente novamente." action={action} />
}

const OFFLINE = 'Erro ao redirecionar para o checkout. Por favor, tente novamente.'

function PlanCards({ plans }: { plans: readonly Plan[] }) {
  const [selected, setSelected] = useState<string>()
  const isLeaving = useNavigation().state !== 'idle'
  const ownPlanId = useOwnPlanId()
  const navigate = useNavigate()

  function handleSelect(planId: string) {
    // The checkout's code and its session come over the network: without one the press would lead nowhere.
    if (!navigator.onLine) return showToast({ tone: 'error', title: OFFLINE })
    setSelected(planId)
    void navigate(paths.checkout(planId))
  }

  return (
    <ul className="grid gap-6 pt-3 md:grid-cols-3 md:gap-5 md:pt-5">
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          isBusy={isLeaving && selected === plan.id}
          isCurrent={plan.id === ownPlanId}
          onSelect={() => handleSelect(plan.id)}
        />
      ))}
    </ul>
  )
}

/** The plans of one period beside each other; choosing one leads to the checkout. */
export function PlanList() {
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const { data: plans, isError } = useQuery(plansQuery())
  if (isError) return <LoadFailure />
  if (!plans) return <LoadingMessage>Carregando planos...</LoadingMessage>

  const tabs = periods.map(({ value, label }) => ({
    value,
    label,
    content: <PlanCards plans={plans.filter((plan) => plan.billing_period === value)} />,
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
