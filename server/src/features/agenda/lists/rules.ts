import type { StatusFilter } from '@na-regua/contract/agendas'
import type { AppointmentStatus } from '@na-regua/contract/appointments'

/** The status of a filter, in either spelling; undefined for 'all'. */
export function statusOfFilter(filter: StatusFilter): AppointmentStatus | undefined {
  if (filter === 'all') return undefined
  return filter === 'pending' ? 'SCHEDULED' : (filter.toUpperCase() as AppointmentStatus)
}

/** The change from the previous month in whole percent; null when that month had none. */
export function percentChange(count: number, previousCount: number): number | null {
  return previousCount === 0 ? null : Math.round(((count - previousCount) / previousCount) * 100)
}
