import { ApiError } from '@na-regua/contract/errors'
import type { QueueEntry } from '@na-regua/contract/queue-today'
import type { Database } from '../../../lib/database.ts'
import { type AppointmentRecord, findAppointmentRecord, updateStatus } from '../../appointments/status/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry, hasTwin } from '../entries/queries.ts'
import type { EntryRow } from '../entries/rules.ts'
import { lockQueue } from '../queries.ts'
import {
  getEntryFor,
  isRepeatedTap,
  readEntry,
  requireChange,
  type StaffChange,
  type TodayDeps,
} from './change-entry.ts'

/**
 * Cancels the appointment of a start and puts the entry back to its position. Throws UNDO_TOO_LATE some seconds after the start, and
 * STATE_CHANGED when the appointment was changed since.
 */
export async function undoStart(deps: TodayDeps, request: StaffChange): Promise<QueueEntry> {
  const { db, clock } = deps
  const now = clock.now()
  const entry = await getEntryFor(db, request.id, request.userId)
  if (isRepeatedTap(entry, { ...request, action: 'undoStart' })) return readEntry(deps, entry.id, request.userId)
  requireChange(entry, { ...request, action: 'undoStart' }, now)
  await db.transaction().execute((tx) => writeUndo(tx, entry, request, now))
  return readEntry(deps, entry.id, request.userId)
}

async function writeUndo(tx: Database, entry: EntryRow, { userId }: StaffChange, now: Date): Promise<void> {
  const record = entry.appointmentId ? await findAppointmentRecord(tx, entry.appointmentId) : undefined
  if (record?.status !== 'CONFIRMED') throw new ApiError('STATE_CHANGED')
  const isBarber = record.barberUserId === userId
  if (!isBarber && !record.agendaUserIds.includes(userId)) throw new ApiError('FORBIDDEN')
  const change = { status: 'CANCELLED', cancelledBy: isBarber ? 'barber' : 'owner' } as const
  if (!(await updateStatus(tx, { ...record, actedBy: userId }, change, now))) throw new ApiError('STATE_CHANGED')
  const rule = await lockQueue(tx, entry.barbershop.id, { userId, now })
  const back = { status: 'WAITING', appointmentId: null, changedBy: userId } as const
  if (!rule || (await hasTwin(tx, entry.id)) || !(await changeEntry(tx, entry, back, now)))
    throw new ApiError('QUEUE_ENTRY_CHANGED')
  await publishEvent(tx, cancelledEvent(record), now)
  await publishQueue(tx, { barbershopId: entry.barbershop.id, now })
}

/** No one is notified of an appointment of some seconds, but the pages show that it is gone. */
function cancelledEvent({ customerId, barberUserId, ownerId }: AppointmentRecord) {
  const participants = [customerId, barberUserId, ownerId].filter((id) => id !== null)
  return { notifications: [], published: { appointments: [...new Set(participants)] }, jobs: [] }
}
