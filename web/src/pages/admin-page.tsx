import type { User } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import {
  DashboardFigures,
  DashboardPanel,
  ExportButtons,
} from '../features/appointments/dashboard/dashboard-section.tsx'
import { ownBarbershopsQuery } from '../features/barbershops/editing/queries.ts'
import { FirstStepsLists } from '../features/barbershops/first-steps/first-steps.tsx'
import { OwnBarbershopList } from '../features/barbershops/own-barbershops/own-barbershop-list.tsx'
import { BillSummary, CancelSubscription } from '../features/payments/subscription/own-subscription.tsx'
import { PlanLine } from '../features/plans/plan-banner.tsx'
import { MembersSection } from '../features/staff/members/members-section.tsx'
import { WaitlistSection } from '../features/waitlist/owner-section.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { isPermitted, isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { Button, ButtonLink, buttonClass } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'
import { displacement, otherParts } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Painel' })
}

export default function AdminPage() {
  return (
    <RequireLogin requireAdmin permission="panel">
      <Dashboard />
    </RequireLogin>
  )
}

/** The owner's page: today, how it came to it, the month, what can be managed, and the plan in a line. */
function Dashboard() {
  const user = useUser()
  const { data, isLoadingError, refetch } = useQuery(ownBarbershopsQuery())
  if (isLoadingError) return <DashboardFailure onRetry={() => void refetch()} />
  if (!data) return <LoadingMessage>Carregando seu painel...</LoadingMessage>
  const { barbershops, ownPlan } = data
  const withMoney = barbershops.filter(({ id }) => user && isPermittedIn(id, 'money', user))
  // Others read the figures; the plan is the owner's.
  const plan = user?.role === 'OWNER' && <OwnPlanLine ownPlan={ownPlan} />
  const needsPlan = !ownPlan.canEdit || ownPlan.status === 'past_due'
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Painel</h1>
        {user && <WorkLinks user={user} hasShops={barbershops.length > 0} />}
      </div>
      {needsPlan && plan}
      {user?.role === 'OWNER' && <FirstStepsLists />}
      {withMoney.length > 0 && <DashboardPanel shops={withMoney} />}
      {user && isPermitted('money', user) && <DashboardFigures />}
      <Management barbershops={barbershops} ownPlan={ownPlan} />
      {withMoney.length > 0 && <WaitlistSection shops={withMoney} />}
      {withMoney.length > 0 && <ExportButtons />}
      {!needsPlan && plan}
    </div>
  )
}

function OwnPlanLine({ ownPlan }: Pick<ComponentProps<typeof PlanLine>, 'ownPlan'>) {
  return (
    <PlanLine ownPlan={ownPlan} billing={<BillSummary planId={ownPlan.plan.id} />} actions={<CancelSubscription />} />
  )
}

const MANAGEMENT = 'gerenciar'

/** The day and the agenda are in the navigation of a phone; what is managed comes after the figures, some screens below. */
function WorkLinks({ user, hasShops }: { user: User; hasShops: boolean }) {
  const board = { to: paths.adminAppointments(), label: 'Agendamentos', className: 'max-md:hidden' }
  const links = [
    ...(user.isBarber ? [{ to: paths.barberAppointments(), label: 'Meu dia', className: '' }] : []),
    ...(isPermitted('agenda', user) ? [board] : []),
    ...(isPermitted('customers', user) ? [{ to: paths.customers(), label: 'Clientes', className: '' }] : []),
    ...(isPermitted('money', user) ? [{ to: paths.money(), label: 'Financeiro', className: '' }] : []),
    ...(isPermitted('settings', user) ? [{ to: paths.reviews(), label: 'Avaliações', className: '' }] : []),
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {links.map(({ to, label, className }) => (
        <ButtonLink key={label} to={to} variant="outline" className={`px-3.5! ${className}`}>
          {label}
        </ButtonLink>
      ))}
      {hasShops && (
        <a href={`#${MANAGEMENT}`} className={`${buttonClass({ variant: 'outline' })} px-3.5!`}>
          Gerenciar
        </a>
      )}
    </div>
  )
}

const AddressFields = lazy(async () => ({
  default: (await import('../features/places/address/address-fields.tsx')).AddressFields,
}))

/** Loaded with the first form that has an address, because it brings the map. */
function addressFields(props: ComponentProps<typeof AddressFields>) {
  return (
    <Suspense fallback={<LoadingMessage>Carregando...</LoadingMessage>}>
      <AddressFields {...props} />
    </Suspense>
  )
}

type OwnBarbershops = ComponentProps<typeof OwnBarbershopList>

function Management({ barbershops, ownPlan }: Pick<OwnBarbershops, 'barbershops' | 'ownPlan'>) {
  const shops = (
    <OwnBarbershopList
      barbershops={barbershops}
      ownPlan={ownPlan}
      addressFields={addressFields}
      displacement={displacement}
      otherParts={otherParts}
    />
  )
  const user = useUser()
  const shopsWithTeam = barbershops.filter(({ id }) => user && isPermittedIn(id, 'team', user))
  const ofBarbershops = { value: 'barbearias', label: 'Gerenciar Barbearias', content: shops }
  const team = <MembersSection shops={shopsWithTeam} displacement={displacement} />
  const ofTeam = { value: 'barbeiros', label: 'Gerenciar Barbeiros', content: team }
  const tabs = user && isPermitted('team', user) ? [ofBarbershops, ofTeam] : [ofBarbershops]
  const [tab, setTab] = useTab(tabs)
  return (
    <div id={MANAGEMENT} className="scroll-mt-4">
      <SectionTabs label="Gerenciar" tabs={tabs} value={tab} onChange={setTab} />
    </div>
  )
}

function DashboardFailure({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar dados da barbearia" action={action} />
}
