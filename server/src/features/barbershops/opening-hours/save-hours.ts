import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { publish } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { type Deps, type Edit, editShop } from '../own-barbershops/edit-shop.ts'
import { wallTimeAt } from '../rules.ts'
import { replaceHours, replaceSpecialDates } from './queries.ts'
import { findHoursFault, toSpecialDays, toWeekOpenings } from './rules.ts'

/** Appointments ahead for which their barber is not at work. Given by the feature that knows barbers, which stands after this one. */
export type ListMisplaced = (
  tx: Database,
  barbershopId: string,
  now: Date,
) => Promise<{ userIds: string[]; conflicts: { id: string }[] }>

type Wish = Body<typeof ownBarbershopsApi.setOperatingHours>

/**
 * When the shop opens, every week and on single days. What is booked stays booked: appointments that fitted until now and
 * would not any more are answered with 409 SCHEDULE_CONFLICT and their list, unless the owner says to keep them.
 */
export function saveHours(
  deps: Deps & { listMisplaced: ListMisplaced },
  edit: Edit,
  wish: Wish,
): Promise<OwnBarbershop> {
  const fault = findHoursFault(wish)
  if (fault) throw new ApiError('SCHEDULE_INVALID', {}, fault)
  return editShop(deps, { ...edit, version: wish.version }, async (tx, { id, timeZone }, now) => {
    const before = await deps.listMisplaced(tx, id, now)
    await replaceHours(tx, id, toWeekOpenings(wish.operatingHours))
    const first = wallTimeAt(now, timeZone).date
    if (wish.specialDates) await replaceSpecialDates(tx, id, { days: toSpecialDays(wish.specialDates, first), first })
    if (!wish.keepConflicts) {
      const known = new Set(before.conflicts.map((appointment) => appointment.id))
      const { conflicts } = await deps.listMisplaced(tx, id, now)
      refuse(conflicts.filter((appointment) => !known.has(appointment.id)))
    }
    await publish(tx, [...before.userIds, edit.caller.id], 'appointments')
  })
}

function refuse(conflicts: readonly { id: string }[]): void {
  if (conflicts.length === 0) return
  const words = conflicts.length === 1 ? 'Há 1 agendamento marcado' : `Há ${conflicts.length} agendamentos marcados`
  throw new ApiError('SCHEDULE_CONFLICT', { conflicts }, `${words} nesse tempo.`)
}
