import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { ownBarbershopsQuery } from '../features/barbershops/editing/queries.ts'
import { listOwned } from '../features/barbershops/own-barbershops/rules.ts'
import { PaymentList } from '../features/payments/receipts/receipt-sheet.tsx'
import { BillSummary, CancelSubscription, CardPortal } from '../features/payments/subscription/own-subscription.tsx'
import { PlanBanner } from '../features/plans/plan-banner.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { useUrlParams } from '../lib/use-url-params.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Plano e pagamentos' })
}

export default function PaymentsPage() {
  return (
    <RequireLogin requireOwner>
      <Payments />
    </RequireLogin>
  )
}

function Payments() {
  const user = useUser()
  const { data: own } = useQuery(ownBarbershopsQuery())
  const [address, setAddress] = useUrlParams()
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)

  function handlePage(next: number) {
    void setAddress((current) => {
      const changed = new URLSearchParams(current)
      changed.set('page', String(next))
      return changed
    })
  }

  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
      <div>
        <ButtonLink to={paths.admin()} variant="ghost" className="-ml-4.5">
          <Icon name="arrow-left" />
          Painel
        </ButtonLink>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl md:text-3xl">Plano e pagamentos</h1>
          <CardPortal />
        </div>
      </div>
      {own && (
        <PlanBanner
          ownPlan={own.ownPlan}
          used={countUse(listOwned(own.barbershops, user))}
          billing={<BillSummary planId={own.ownPlan.plan.id} />}
          actions={<CancelSubscription />}
        />
      )}
      <h2 className="text-xl">Pagamentos</h2>
      <PaymentList page={page} onPage={handlePage} />
    </div>
  )
}

/** Active barbershops of one's own and their barbers, which the plan limits. */
function countUse(shops: readonly { is_active: boolean; barberCount: number }[]) {
  return {
    barbershops: shops.filter(({ is_active }) => is_active).length,
    barbers: shops.reduce((sum, { barberCount }) => sum + barberCount, 0),
  }
}
