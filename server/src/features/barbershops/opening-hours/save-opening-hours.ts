import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { publish } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../own-barbershops/edit-barbershop.ts'
import { toBarbershopTime } from '../rules.ts'
import { replaceSpecialDates, replaceWorkingHours } from './queries.ts'
import { findInvalidHours, toSpecialDateOpenings, toWeekdayOpenings } from './rules.ts'

/** Upcoming appointments outside the schedule of their barber. Passed in by `app.ts`, because staff depends on barbershops. */
export type ListAppointmentsOutsideHours = (
  tx: Database,
  barbershopId: string,
  now: Date,
) => Promise<{ userIds: string[]; conflicts: { id: string }[] }>

type OpeningHoursInput = Body<typeof ownBarbershopsApi.setOperatingHours>

/**
 * Saves the weekly hours and special dates. Appointments are never changed: those that would newly be outside the hours are returned
 * with 409 SCHEDULE_CONFLICT, unless the owner keeps them with `keepConflicts`.
 */
export function saveOpeningHours(
  deps: EditDeps & { listAppointmentsOutsideHours: ListAppointmentsOutsideHours },
  edit: BarbershopEdit,
  input: OpeningHoursInput,
): Promise<OwnBarbershop> {
  const problem = findInvalidHours(input)
  if (problem) throw new ApiError('SCHEDULE_INVALID', {}, problem)
  return editBarbershop(deps, { ...edit, version: input.version }, async (tx, { id, ownerId, timeZone }, now) => {
    const before = await deps.listAppointmentsOutsideHours(tx, id, now)
    await replaceWorkingHours(tx, id, toWeekdayOpenings(input.operatingHours))
    const first = toBarbershopTime(now, timeZone).date
    if (input.specialDates)
      await replaceSpecialDates(tx, id, { openings: toSpecialDateOpenings(input.specialDates, first), first })
    if (!input.keepConflicts) {
      const known = new Set(before.conflicts.map((appointment) => appointment.id))
      const { conflicts } = await deps.listAppointmentsOutsideHours(tx, id, now)
      rejectConflicts(conflicts.filter((appointment) => !known.has(appointment.id)))
    }
    await publish(tx, [...before.userIds, ownerId], 'appointments')
  })
}

function rejectConflicts(conflicts: readonly { id: string }[]): void {
  if (conflicts.length === 0) return
  const count = conflicts.length === 1 ? 'Há 1 agendamento marcado' : `Há ${conflicts.length} agendamentos marcados`
  throw new ApiError('SCHEDULE_CONFLICT', { conflicts }, `${count} nesse tempo.`)
}
