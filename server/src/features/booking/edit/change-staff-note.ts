import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { DatabasePool, RecordChange } from '../../../lib/database.ts'
import { getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import { getAppointmentFor } from '../../appointments/status/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { updateStaffNote } from './queries.ts'

type NoteRequest = {
  id: string
  userId: string
  /** What the caller saw; empty: no note. */
  before: string
  staffNote: string
  record?: RecordChange
  now: Date
}

/**
 * Staff note something among themselves, about an appointment in any status. No notification follows, and the version stays. Throws
 * EDIT_CONFLICT if the note is neither as the caller saw it nor as they write it.
 */
export async function changeStaffNote(db: DatabasePool, request: NoteRequest): Promise<Appointment> {
  const { id, userId, before, now } = request
  const staffNote = request.staffNote.trim()
  const record = await getAppointmentRecordFor(db, id, userId)
  const actor = listActors(record, userId).find((side) => side !== 'customer')
  if (!actor) throw new ApiError('FORBIDDEN')
  const isUpdated = await db.transaction().execute(async (tx) => {
    if (!(await updateStaffNote(tx, record, { userId, before: before.trim(), staffNote }))) return false
    const published = { appointments: [...new Set([record.barberUserId, record.ownerId])] }
    await publishEvent(tx, { notifications: [], published, jobs: [] }, now)
    await request.record?.(tx, record)
    return true
  })
  const appointment = await getAppointmentFor(db, id, actor, userId)
  // A repeated request finds its own note.
  if (!isUpdated && (appointment.staffNote ?? '') !== staffNote) throw new ApiError('EDIT_CONFLICT')
  return appointment
}
