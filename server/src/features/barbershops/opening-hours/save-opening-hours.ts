import { ApiError } from '@na-regua/contract/errors'
import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body, Output } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { type BarbershopEdit, type EditDeps, writeEdit } from '../editing/edit-barbershop.ts'
import { toBarbershopTime } from '../rules.ts'
import { replaceSpecialDates, replaceWorkingHours } from './queries.ts'
import { findInvalidHours, toSpecialDateOpenings, toWeekdayOpenings } from './rules.ts'

/** Upcoming appointments outside the schedule of their barber. Passed in by `app.ts`, because staff depends on barbershops. */
type ListAppointmentsOutsideHours = (
  tx: Database,
  barbershopId: string,
  now: Date,
) => Promise<{ userIds: string[]; conflicts: { id: string }[] }>

export type OpeningHoursDeps = EditDeps & { listAppointmentsOutsideHours: ListAppointmentsOutsideHours }

type OpeningHoursInput = Body<typeof ownBarbershopsApi.setOperatingHours>

/**
 * Saves the weekly hours and special dates. Appointments that would newly be outside the hours are returned with 409 SCHEDULE_CONFLICT,
 * unless the owner keeps them with `keepConflicts`. None of them is changed.
 */
export async function saveOpeningHours(
  deps: OpeningHoursDeps,
  edit: BarbershopEdit,
  input: OpeningHoursInput,
): Promise<Output<typeof ownBarbershopsApi.setOperatingHours>> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const { barbershop, conflicts } = await changeOpeningHours(tx, deps, { edit, input, now })
    if (!input.keepConflicts) rejectConflicts(conflicts)
    await recordEvent(tx, { name: 'hours.changed', barbershopId: barbershop.id, at: now })
    return { barbershop }
  })
}

type HoursChange = { edit: BarbershopEdit; input: OpeningHoursInput; now: Date }

/**
 * Writes the hours in a transaction of the caller, and returns the appointments that are newly outside of them. The caller settles these,
 * and then records that the hours have changed.
 */
export async function changeOpeningHours(
  tx: Database,
  { listAppointmentsOutsideHours }: Pick<OpeningHoursDeps, 'listAppointmentsOutsideHours'>,
  { edit, input, now }: HoursChange,
) {
  const problem = findInvalidHours(input)
  if (problem) throw new ApiError('SCHEDULE_INVALID', {}, problem)
  let conflicts: { id: string }[] = []
  const barbershop = await writeEdit(
    tx,
    { ...edit, version: input.version },
    async (_, { id, ownerId, timeZone }) => {
      const before = await listAppointmentsOutsideHours(tx, id, now)
      await replaceWorkingHours(tx, id, toWeekdayOpenings(input.operatingHours))
      const first = toBarbershopTime(now, timeZone).date
      if (input.specialDates)
        await replaceSpecialDates(tx, id, { openings: toSpecialDateOpenings(input.specialDates, first), first })
      const known = new Set(before.conflicts.map((appointment) => appointment.id))
      const after = await listAppointmentsOutsideHours(tx, id, now)
      conflicts = after.conflicts.filter((appointment) => !known.has(appointment.id))
      await publish(tx, [...before.userIds, ownerId], 'appointments')
    },
    now,
  )
  return { barbershop, conflicts }
}

function rejectConflicts(conflicts: readonly { id: string }[]): void {
  if (conflicts.length === 0) return
  const count = conflicts.length === 1 ? 'Há 1 agendamento marcado' : `Há ${conflicts.length} agendamentos marcados`
  throw new ApiError('SCHEDULE_CONFLICT', { conflicts }, `${count} nesse tempo.`)
}
