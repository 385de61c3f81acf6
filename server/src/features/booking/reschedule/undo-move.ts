import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { appointmentEvent } from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, findAppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { lockCustomerAndBarberUser } from '../queries.ts'
import { countMoves, describeMove, explainRefusal, type Mover, type TargetSlot } from './move-appointment.ts'
import { type AppointmentMove, findOwnMove, markUndone, updateSlot, withdrawNotifications, worksIn } from './queries.ts'
import { releaseHolds } from './reschedule-appointment.ts'
import { isUndoable } from './rules.ts'

type UndoRequest = {
  id: string
  userId: string
  /** The version of the moved appointment. */
  version: number
  now: Date
}

/**
 * Puts an appointment back to where the caller has moved it from a few seconds ago, with the status and the replies that it had. A
 * notification of the move that is still unread is withdrawn; a user who has read theirs is notified of the way back. Throws 422
 * UNDO_TOO_LATE after the time for it, 404 APPOINTMENT_NOT_FOUND to one who no longer works in the barbershop, 409 SLOT_TAKEN if the earlier slot was booked in the meantime.
 */
export async function undoMove(
  { db, countAttempts }: { db: DatabasePool; countAttempts: CountAttempts },
  { id, userId, version, now }: UndoRequest,
): Promise<Appointment> {
  const record = await findAppointmentRecord(db, id)
  // The barber who moved it to another one has no part in it any more, but may undo what they did.
  const move = record && (await findOwnMove(db, { id, version, userId }))
  if (!move) throw new ApiError('APPOINTMENT_NOT_FOUND')
  await countMoves(countAttempts, { userId })
  if (!isUndoable(move.movedAt, now)) throw new ApiError('UNDO_TOO_LATE')
  if (move.undoneAt) return getAppointmentFor(db, id, actorOf(record, userId), userId)
  if (record.version !== version) throw new ApiError('STATE_CHANGED')
  const slot = { ...toSlot(record, move), condition: worksIn(userId) }
  await releaseHolds(db, record, slot.barber.userId)
  const by = { actor: actorOf(record, userId), userId, sendsLink: false }
  const written = await db.transaction().execute((tx) => writeUndo(tx, record, slot, by, now))
  // The other of two taps may have been faster, and has done the same.
  const isUndone = written === 'updated' || (await findOwnMove(db, { id, version, userId }))?.undoneAt
  if (isUndone) return getAppointmentFor(db, id, by.actor, userId)
  if (written === 'not-updated') throw await explainFailure(db, record, slot, now)
  throw new ApiError('STATE_CHANGED')
}

function actorOf({ agendaUserIds }: AppointmentRecord, userId: string): 'owner' | 'barber' {
  return agendaUserIds.includes(userId) ? 'owner' : 'barber'
}

function toSlot({ durationMin }: AppointmentRecord, move: AppointmentMove): TargetSlot {
  const { startsAt: start, status, requestedAt, presenceConfirmedAt, barber } = move
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  const end = new Date(start.getTime() + durationMin * 60_000)
  return { start, end, barber, status, requestedAt, presenceConfirmedAt }
}

async function writeUndo(tx: Database, record: AppointmentRecord, slot: TargetSlot, by: Mover, now: Date) {
  await lockCustomerAndBarberUser(tx, record.customerId, slot.barber.userId)
  const result = await updateSlot(tx, record, slot, now)
  if (result !== 'updated') return result
  await markUndone(tx, record, now)
  await notifyOfUndo(tx, record, slot, by, now)
  return result
}

async function notifyOfUndo(tx: Database, record: AppointmentRecord, slot: TargetSlot, by: Mover, now: Date) {
  const events = describeMove(record, slot, by).map(appointmentEvent)
  const userIds = [...new Set(events.flatMap(({ published }) => published.appointments ?? []))]
  const keys = [
    `appointment:${record.id}:moved:${record.version}`,
    `appointment:${record.id}:handedOver:${record.version}`,
  ]
  const readers = await withdrawNotifications(tx, { userIds, keys })
  const notifications = events.flatMap((event) => event.notifications).filter(({ userId }) => readers.includes(userId))
  // No e-mail: that of the move has not left yet and finds another version.
  await publishEvent(tx, { notifications, published: { appointments: userIds, notifications: userIds }, jobs: [] }, now)
}

async function explainFailure(db: Database, record: AppointmentRecord, slot: TargetSlot, now: Date): Promise<ApiError> {
  const current = await findAppointmentRecord(db, record.id)
  if (current?.version !== record.version) return new ApiError('STATE_CHANGED')
  const { code, details } = await explainRefusal(db, record, slot, now)
  return new ApiError(code, details, 'Não dá mais para desfazer: o horário de antes já foi ocupado.')
}
