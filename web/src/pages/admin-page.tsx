import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { DashboardCharts, DashboardFigures } from '../features/appointments/dashboard/dashboard-section.tsx'
import { OwnBarbershopList } from '../features/barbershops/own-barbershops/own-barbershop-list.tsx'
import { ownBarbershopsQuery } from '../features/barbershops/own-barbershops/queries.ts'
import { BillSummary, CancelSubscription } from '../features/payments/subscription/own-subscription.tsx'
import { PlanBanner } from '../features/plans/plan-banner.tsx'
import { MembersSection } from '../features/staff/members/members-section.tsx'
import type { AddressFieldsProps } from '../lib/geolocation.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Painel' })
}

export default function AdminPage() {
  return (
    <RequireLogin requireAdmin>
      <Dashboard />
    </RequireLogin>
  )
}

/** The owner's page: plan, dashboard figures, and tabs for what can be managed. */
function Dashboard() {
  const { user } = useSession()
  const { data, isLoadingError, refetch } = useQuery(ownBarbershopsQuery())
  if (isLoadingError) return <DashboardFailure onRetry={() => void refetch()} />
  if (!data) return <LoadingMessage>Carregando seu painel...</LoadingMessage>
  const { barbershops, ownPlan } = data
  const used = {
    barbershops: barbershops.filter(({ is_active }) => is_active).length,
    barbers: barbershops.reduce((sum, { barberCount }) => sum + barberCount, 0),
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Painel</h1>
        <div className="flex flex-wrap gap-2">
          {user?.isBarber && (
            <ButtonLink to={paths.barberAppointments()} variant="outline">
              Meu dia
            </ButtonLink>
          )}
          <ButtonLink to={paths.adminAppointments()} variant="outline">
            Agendamentos
          </ButtonLink>
        </div>
      </div>
      <PlanBanner
        ownPlan={ownPlan}
        used={used}
        billing={<BillSummary planId={ownPlan.plan.id} />}
        actions={<PlanActions />}
      />
      <DashboardFigures />
      <Management barbershops={barbershops} ownPlan={ownPlan} />
      <DashboardCharts />
    </div>
  )
}

function PlanActions() {
  return (
    <>
      <ButtonLink to={paths.payments()} variant="outline">
        Pagamentos
      </ButtonLink>
      <CancelSubscription />
    </>
  )
}

const AddressFields = lazy(async () => ({
  default: (await import('../features/places/address/address-fields.tsx')).AddressFields,
}))

/** Loaded with the first form that has an address, because it brings the map. */
function addressFields(props: AddressFieldsProps) {
  return (
    <Suspense fallback={<LoadingMessage>Carregando...</LoadingMessage>}>
      <AddressFields {...props} />
    </Suspense>
  )
}

function Management({ barbershops, ownPlan }: Omit<ComponentProps<typeof OwnBarbershopList>, 'addressFields'>) {
  const shops = <OwnBarbershopList {...{ barbershops, ownPlan, addressFields }} />
  const tabs = [
    { value: 'barbearias', label: 'Gerenciar Barbearias', content: shops },
    { value: 'barbeiros', label: 'Gerenciar Barbeiros', content: <MembersSection shops={barbershops} /> },
  ]
  const [tab, setTab] = useTab(tabs)
  return <SectionTabs label="Gerenciar" tabs={tabs} value={tab} onChange={setTab} />
}

function DashboardFailure({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar dados da barbearia" action={action} />
}
