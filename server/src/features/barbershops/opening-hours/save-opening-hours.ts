import { ApiError } from '@na-regua/contract/errors'
import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body, Output } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../editing/edit-barbershop.ts'
import { toBarbershopTime } from '../rules.ts'
import { type CloseSeriesDates, replaceSpecialDates, replaceWorkingHours } from './queries.ts'
import { findInvalidHours, toSpecialDateOpenings, toWeekdayOpenings } from './rules.ts'

/** Upcoming appointments outside the schedule of their barber. Passed in by `app.ts`, because staff depends on barbershops. */
type ListAppointmentsOutsideHours = (
  tx: Database,
  barbershopId: string,
  now: Date,
) => Promise<{ userIds: string[]; conflicts: { id: string; isOfSeries: boolean }[] }>

export type OpeningHoursDeps = EditDeps & {
  listAppointmentsOutsideHours: ListAppointmentsOutsideHours
  closeSeriesDates: CloseSeriesDates
}

type OpeningHoursInput = Body<typeof ownBarbershopsApi.setOperatingHours>

/**
 * Saves the weekly hours and special dates. Appointments that would newly be outside the hours are returned with 409 SCHEDULE_CONFLICT,
 * unless the owner keeps them with `keepConflicts`. Of these the dates of standing appointments are cancelled with `proposeAlternatives`,
 * and their customers choose other times; no other appointment is changed.
 */
export async function saveOpeningHours(
  deps: OpeningHoursDeps,
  edit: BarbershopEdit,
  input: OpeningHoursInput,
): Promise<Output<typeof ownBarbershopsApi.setOperatingHours>> {
  const problem = findInvalidHours(input)
  if (problem) throw new ApiError('SCHEDULE_INVALID', {}, problem)
  let cancelledAppointments = 0
  const barbershop = await editBarbershop(
    deps,
    { ...edit, version: input.version },
    async (tx, { id, ownerId, timeZone }, now) => {
      const before = await deps.listAppointmentsOutsideHours(tx, id, now)
      await replaceWorkingHours(tx, id, toWeekdayOpenings(input.operatingHours))
      const first = toBarbershopTime(now, timeZone).date
      if (input.specialDates)
        await replaceSpecialDates(tx, id, { openings: toSpecialDateOpenings(input.specialDates, first), first })
      if (!input.keepConflicts || input.proposeAlternatives) {
        const known = new Set(before.conflicts.map((appointment) => appointment.id))
        const { conflicts } = await deps.listAppointmentsOutsideHours(tx, id, now)
        const added = conflicts.filter((appointment) => !known.has(appointment.id))
        const closed = input.proposeAlternatives ? added.filter(({ isOfSeries }) => isOfSeries) : []
        if (!input.keepConflicts) rejectConflicts(added.filter((appointment) => !closed.includes(appointment)))
        const closedIds = closed.map((appointment) => appointment.id)
        cancelledAppointments = await deps.closeSeriesDates(tx, closedIds, { userId: edit.caller.id, now })
      }
      await recordEvent(tx, { name: 'hours.changed', barbershopId: id, at: now })
      await publish(tx, [...before.userIds, ownerId], 'appointments')
    },
  )
  return { barbershop, cancelledAppointments }
}

function rejectConflicts(conflicts: readonly { id: string }[]): void {
  if (conflicts.length === 0) return
  const count = conflicts.length === 1 ? 'Há 1 agendamento marcado' : `Há ${conflicts.length} agendamentos marcados`
  throw new ApiError('SCHEDULE_CONFLICT', { conflicts }, `${count} nesse tempo.`)
}
