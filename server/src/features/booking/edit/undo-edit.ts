import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { appointmentEvent } from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, findAppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { countMoves, type Mover } from '../reschedule/move-appointment.ts'
import { lockAppointmentToMove, withdrawNotifications } from '../reschedule/queries.ts'
import { isUndoable } from '../reschedule/rules.ts'
import { describeEdit, explainOverlap } from './edit-appointment.ts'
import { findOwnEdit, markEditUndone, updateTerms } from './queries.ts'
import type { VisitTerms } from './rules.ts'

type UndoRequest = {
  id: string
  userId: string
  /** The version of the edited appointment. */
  version: number
  now: Date
}

/**
 * Gives an appointment the services, duration, price and barber again that the caller has changed a few seconds ago. What is still unread
 * of the edit is withdrawn, as of a move that is undone. Throws 422 UNDO_TOO_LATE after the time for it, 409 SLOT_TAKEN if the time of
 * before was booked in the meantime.
 */
export async function undoEdit(
  { db, countAttempts }: { db: DatabasePool; countAttempts: CountAttempts },
  { id, userId, version, now }: UndoRequest,
): Promise<Appointment> {
  const seen = await findAppointmentRecord(db, id)
  // The barber who gave it to another one has no part in it any more, but may undo what they did.
  const seenEdit = seen && (await findOwnEdit(db, { id, version, userId }))
  if (!seenEdit) throw new ApiError('APPOINTMENT_NOT_FOUND')
  await countMoves(countAttempts, { userId })
  if (!isUndoable(seenEdit.editedAt, now)) throw new ApiError('UNDO_TOO_LATE')
  const { barber } = seenEdit
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  const actor = seen.agendaUserIds.includes(userId) ? 'owner' : 'barber'

  const outcome = await db.transaction().execute(async (tx) => {
    const record = await lockAppointmentToMove(tx, seen, barber.barberId)
    const edit = await findOwnEdit(tx, { id, version, userId })
    if (edit?.undoneAt) return { code: 'undone' as const }
    if (!edit || record.version !== version) throw new ApiError('STATE_CHANGED')

    const terms = { ...edit.terms, barber }
    if (!(await updateTerms(tx, record, { terms }, now))) return { code: 'slot-taken' as const, terms }

    if (!(await markEditUndone(tx, record, { userId, now }))) throw new ApiError('STATE_CHANGED')
    await notifyOfUndo(tx, record, terms, { actor, userId, sendsLink: false }, now)
    return { code: 'undone' as const }
  })

  if (outcome.code === 'slot-taken') throw await explainTaken(db, seen, outcome.terms, now)
  return getAppointmentFor(db, id, actor, userId)
}

async function notifyOfUndo(tx: Database, record: AppointmentRecord, terms: VisitTerms, by: Mover, now: Date) {
  const events = describeEdit(record, terms, by, now).map(appointmentEvent)
  const userIds = [...new Set(events.flatMap(({ published }) => published.appointments ?? []))]
  const keys = [
    `appointment:${record.id}:edited:${record.version}`,
    `appointment:${record.id}:handedOver:${record.version}`,
  ]
  const readers = await withdrawNotifications(tx, { userIds, keys })
  const notifications = events.flatMap((event) => event.notifications).filter(({ userId }) => readers.includes(userId))
  // No e-mail: that of the edit has not left yet and finds another version.
  await publishEvent(tx, { notifications, published: { appointments: userIds, notifications: userIds }, jobs: [] }, now)
}

async function explainTaken(db: Database, record: AppointmentRecord, terms: VisitTerms, now: Date): Promise<ApiError> {
  const { code } = await explainOverlap(db, record, { ...terms, priceReason: null }, now)
  return new ApiError(code, {}, 'Não dá mais para desfazer: o tempo de antes já foi ocupado.')
}
