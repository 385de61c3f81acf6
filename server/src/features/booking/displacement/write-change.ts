import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { settleEndOfBarber } from '../../appointments/serving/queries.ts'
import { changeOpeningHours } from '../../barbershops/opening-hours/save-opening-hours.ts'
import { changeServices } from '../../barbershops/services/save-service-list.ts'
import { lockLimits } from '../../plans/queries.ts'
import { type ReleaseCallsOf, writeRemoval } from '../../staff/members/remove-barber.ts'
import { getOwnedBarber, getOwnedBarbershop } from '../../staff/owned/queries.ts'
import { getEditableSchedule } from '../../staff/schedule/get-schedule.ts'
import { listConflictsOfBarbershop } from '../../staff/schedule/list-barbershop-conflicts.ts'
import { changeSchedule } from '../../staff/schedule/save-schedule.ts'
import { writeTimeOff } from '../../staff/time-off/add-time-off.ts'
import { lockStaff } from './queries.ts'
import type { DisplacementRequest } from './rules.ts'

/** Deletes the holds with a barber, and returns their ids. Provided by standing appointments, which end together with a barber. */
type DeleteHoldsOfBarber = (tx: Database, barberId: string) => Promise<string[]>

export type ChangeDeps = { releaseCallsOf: ReleaseCallsOf; deleteHoldsOfBarber: DeleteHoldsOfBarber }

/** The barbershop, and the barber if it is a change of one. */
export type ChangedStaff = {
  timeZone: string
  shopName: string
  ownerId: string
  barber?: { id: string; userId: string; name: string }
}

type Request = Pick<DisplacementRequest, 'userId' | 'barbershopId' | 'change' | 'now'>

/** Throws for a user who may not make the change: before anything is locked. The statements that write decide it again. */
export async function getChangedStaff(tx: Database, { userId, barbershopId, change }: Request): Promise<ChangedStaff> {
  if (change.type === 'opening-hours' || change.type === 'services') {
    const action = change.type === 'services' ? 'prices' : 'settings'
    const shop = await getOwnedBarbershop(tx, barbershopId, { userId, action })
    return { ...shop, shopName: shop.name }
  }
  if (change.type === 'removal') {
    const barber = await getOwnedBarber(tx, change.barberId, { userId, action: 'team' })
    if (barber.barbershopId !== barbershopId) throw new ApiError('BARBER_NOT_FOUND')
    return { ...barber, shopName: barber.barbershopName, barber }
  }
  const schedule = await getEditableSchedule(tx, change.barberId, { id: userId })
  if (schedule.barbershop.id !== barbershopId) throw new ApiError('BARBER_NOT_FOUND')
  const { barberId: id, name } = schedule
  return { ...schedule, shopName: schedule.barbershop.name, barber: { id, userId: schedule.userId, name } }
}

/** What comes before the locks of bookings (decision 06). */
export async function lockBeforeBookings(tx: Database, { ownerId }: ChangedStaff, { change }: Request): Promise<void> {
  if (change.type === 'removal') await lockLimits(tx, ownerId)
}

/** A change that has been written. */
export type WrittenChange = {
  /** The upcoming appointments that it displaces. */
  displacedIds: string[]
  /** What follows when these are settled. */
  finish: (() => Promise<void>) | undefined
}

/** Writes the change, and keeps everything that appointments are decided by as it is then. */
export async function writeChange(tx: Database, deps: ChangeDeps, request: Request): Promise<WrittenChange> {
  const { userId, barbershopId, change, now } = request
  if (change.type === 'removal') return writeRemovalWithHolds(tx, deps, { ...request, barberId: change.barberId })
  const permission = change.type === 'services' ? 'prices' : 'settings'
  await lockStaff(tx, { barbershopId, editor: { userId, permission } })
  const caller = { id: userId }
  const edit = { caller, id: barbershopId }
  switch (change.type) {
    case 'time-off': {
      const { type: _, barberId, ...timeOff } = change
      return toWritten((await writeTimeOff(tx, { caller, barberId, input: timeOff, now })).conflicts)
    }
    case 'schedule': {
      const { type: _, barberId, ...schedule } = change
      const conflicts = await changeSchedule(tx, { caller, barberId, input: schedule, now })
      return toWritten(conflicts, () => recordEvent(tx, { name: 'hours.changed', barberId, at: now }))
    }
    case 'opening-hours': {
      const reader = { listAppointmentsOutsideHours: listConflictsOfBarbershop }
      const { conflicts } = await changeOpeningHours(tx, reader, { edit, input: change, now })
      return toWritten(conflicts, () => recordEvent(tx, { name: 'hours.changed', barbershopId, at: now }))
    }
    case 'services':
      return toWritten((await changeServices(tx, { edit, input: change, now })).conflicts)
  }
}

function toWritten(conflicts: readonly { id: string }[], finish?: WrittenChange['finish']): WrittenChange {
  return { displacedIds: conflicts.map(({ id }) => id), finish }
}

/** Holds with the barber are deleted before the appointments are locked: a booking that waits for these may be deleting one. */
async function writeRemovalWithHolds(
  tx: Database,
  { releaseCallsOf, deleteHoldsOfBarber }: ChangeDeps,
  { userId, barbershopId, barberId, now }: Request & { barberId: string },
): Promise<WrittenChange> {
  const { barber, appointments } = await writeRemoval(tx, { userId, barberId, now })
  await lockStaff(tx, { barbershopId })
  const holdIds = await deleteHoldsOfBarber(tx, barber.id)
  await settleEndOfBarber(tx, barber.id)
  async function finish() {
    await recordEvent(tx, { name: 'holds.deleted', ids: holdIds, at: now })
    await releaseCallsOf(tx, [barber.id], now)
  }
  return { displacedIds: appointments.map(({ id }) => id), finish }
}
