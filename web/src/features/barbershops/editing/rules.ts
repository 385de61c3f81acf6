import type { ScheduleConflict } from '@na-regua/contract/staff'
import { hasCode } from '../../../lib/api-error.ts'

export type UpcomingAppointments = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** The appointments in the error response to a deactivation. */
export function findUpcomingAppointments(error: unknown): UpcomingAppointments | undefined {
  if (!hasCode(error, 'FUTURE_APPOINTMENTS')) return undefined
  const { appointments, timeZone } = error.details as Partial<UpcomingAppointments>
  return appointments && timeZone ? { appointments, timeZone } : undefined
}
