import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { Benefits, CommissionSum } from '../features/plans/plan-benefits.tsx'
import { PlanList } from '../features/plans/plan-list.tsx'
import { plansQuery } from '../features/plans/rules.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { loadQueries } from '../lib/query-client.ts'
import { RulerLine } from '../ui/ruler.tsx'

export function loader() {
  return loadQueries((client) => client.prefetchQuery(plansQuery()))
}

export { loadNothing as clientLoader } from '../lib/query-client.ts'

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
