import type { StaffStatusFilter } from '@na-regua/contract/agendas'
import type { AppointmentStatus } from '@na-regua/contract/appointments'

/** The statuses of a filter, in either spelling; undefined for 'all'. */
export function statusesOfFilter(filter: StaffStatusFilter): AppointmentStatus[] | undefined {
  if (filter === 'all') return undefined
  if (filter === 'open') return ['SCHEDULED', 'CONFIRMED']
  return [filter === 'pending' ? 'SCHEDULED' : (filter.toUpperCase() as AppointmentStatus)]
}

/** The change from the previous month in whole percent; null when that month had none. */
export function percentChange(count: number, previousCount: number): number | null {
  return previousCount === 0 ? null : Math.round(((count - previousCount) / previousCount) * 100)
}
