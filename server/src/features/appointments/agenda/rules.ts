import type { StatusFilter } from '@na-regua/contract/agendas'
import type { AppointmentStatus } from '@na-regua/contract/appointments'

/** The status behind a tab, in either spelling; undefined for all of them. */
export function statusOfTab(tab: StatusFilter): AppointmentStatus | undefined {
  if (tab === 'all') return undefined
  return tab === 'pending' ? 'SCHEDULED' : (tab.toUpperCase() as AppointmentStatus)
}

/** Whole percent by which this month differs from the one before; null when that one had none. */
export function percentChange(count: number, previousCount: number): number | null {
  return previousCount === 0 ? null : Math.round(((count - previousCount) / previousCount) * 100)
}
