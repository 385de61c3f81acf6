import type { Dashboard } from '@na-regua/contract/dashboard'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { describeChange } from './rules.ts'

/** The four figures that are looked at first. */
export function StatCards({ barbershops, barbers, appointments, revenueCents }: Dashboard) {
  const inactive = barbershops.total - barbershops.active
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard label="Barbearias" value={formatNumber(barbershops.active)}>
        {inactive > 0 ? `ativas, e ${inactive} fora do ar` : 'ativas'}
      </StatCard>
      <StatCard label="Barbeiros" value={formatNumber(barbers)}>
        em todas as barbearias
      </StatCard>
      <StatCard label="Agendamentos no mês" value={formatNumber(appointments.thisMonth)}>
        {describeChange(appointments.changePercent)}
      </StatCard>
      <StatCard label="Faturamento no mês" value={revenueCents === null ? '—' : formatMoney(revenueCents)}>
        {revenueCents === null ? 'Nada concluído ainda' : 'em atendimentos concluídos'}
      </StatCard>
    </dl>
  )
}

function StatCard({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-card p-4">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="font-display text-lg font-extrabold tabular-nums [overflow-wrap:anywhere] sm:text-2xl">{value}</dd>
      <dd className="text-sm text-mute">{children}</dd>
    </div>
  )
}
