import type { OwnPlan } from '@na-regua/contract/plans'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { RulerLine } from '../../ui/ruler.tsx'
import { describeUse, listLimits, statusLabels, supportOf } from './rules.ts'

type PlanBannerProps = {
  ownPlan: OwnPlan
  /** Active barbershops and their barbers. */
  used: { barbershops: number; barbers: number }
  /** How the plan is billed, from the payments feature. */
  billing?: ReactNode
  /** Further buttons. */
  actions?: ReactNode
}

function PlanName({ ownPlan: { plan, status } }: Pick<PlanBannerProps, 'ownPlan'>) {
  const { label, tone } = statusLabels[status]
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-display text-xl font-extrabold">Plano {plan.name}</span>
      <Badge tone={tone}>{label}</Badge>
    </p>
  )
}

function UpgradeLink({ ownPlan: { canEdit } }: Pick<PlanBannerProps, 'ownPlan'>) {
  return (
    <ButtonLink to={paths.becomeOwner()} variant="ink">
      {canEdit ? 'Upgrade' : 'Renovar plano'}
    </ButtonLink>
  )
}

const lapsedText = 'Suas barbearias continuam à vista, mas não podem ser editadas. Renove o plano para voltar a editar.'

/** The owner's plan in a line of the dashboard; everything else about it has a page of its own. */
export function PlanLine({ ownPlan, billing, actions }: Omit<PlanBannerProps, 'used'>) {
  return (
    <section
      aria-label="Seu plano"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card px-4 py-3"
    >
      <div className="min-w-0">
        <PlanName ownPlan={ownPlan} />
        {billing}
        {!ownPlan.canEdit && <p className="mt-1 max-w-xl text-sm text-mute">{lapsedText}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.payments()} variant="outline">
          Plano e pagamentos
        </ButtonLink>
        <UpgradeLink ownPlan={ownPlan} />
        {actions}
      </div>
    </section>
  )
}

/** The owner's plan: its status, its limits and their use, its end. */
export function PlanBanner({ ownPlan, used, billing, actions }: PlanBannerProps) {
  const { canEdit, expiresAt } = ownPlan
  return (
    <section aria-label="Seu plano" className="rounded-card border border-line bg-card p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <PlanName ownPlan={ownPlan} />
          {billing}
          {!canEdit && expiresAt && (
            <p className="mt-1 text-sm text-mute tabular-nums">Terminou em {formatDate(expiresAt, deviceTimeZone())}</p>
          )}
          {!canEdit && <p className="mt-1 max-w-xl text-sm text-mute">{lapsedText}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <UpgradeLink ownPlan={ownPlan} />
          {canEdit && (
            <ButtonLink to={paths.contact()} variant="outline">
              {supportOf(ownPlan.plan.tier)}
            </ButtonLink>
          )}
          {actions}
        </div>
      </div>
      <Limits ownPlan={ownPlan} used={used} />
    </section>
  )
}

function Limits({ ownPlan: { plan }, used }: PlanBannerProps) {
  return (
    <ul className="mt-5 grid gap-4 sm:grid-cols-2">
      {listLimits(plan, used).map((limit) => (
        <li key={limit.label} className="text-sm">
          <p className="mb-1.5 flex justify-between gap-3">
            <span className="font-semibold">{limit.label}</span>
            <span className="text-mute tabular-nums">{describeUse(limit)}</span>
          </p>
          {limit.max !== null && <RulerLine steps={33} done={Math.round(33 * Math.min(1, limit.used / limit.max))} />}
        </li>
      ))}
    </ul>
  )
}
