import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { appointmentEvent } from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, findAppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { countMoves, describeMove, explainRefusal, type Mover, type TargetSlot } from './move-appointment.ts'
import {
  type AppointmentMove,
  findOwnMove,
  lockAppointmentToMove,
  markUndone,
  updateSlot,
  withdrawNotifications,
} from './queries.ts'
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
  const seen = await findAppointmentRecord(db, id)
  // The barber who moved it to another one has no part in it any more, but may undo what they did.
  const seenMove = seen && (await findOwnMove(db, { id, version, userId }))
  if (!seenMove) throw new ApiError('APPOINTMENT_NOT_FOUND')
  await countMoves(countAttempts, { userId })
  if (!isUndoable(seenMove.movedAt, now)) throw new ApiError('UNDO_TOO_LATE')
  const actor = actorOf(seen, userId)

  const outcome = await db.transaction().execute(async (tx) => {
    const record = await lockAppointmentToMove(tx, seen, seenMove.barber?.barberId)
    const move = await findOwnMove(tx, { id, version, userId })
    if (move?.undoneAt) return { code: 'undone' as const }
    if (!move || record.version !== version) throw new ApiError('STATE_CHANGED')

    const slot = toSlot(record, move)
    if (!(await updateSlot(tx, record, slot, now))) return { code: 'slot-taken' as const, slot }

    if (!(await markUndone(tx, record, { userId, now }))) throw new ApiError('STATE_CHANGED')
    await notifyOfUndo(tx, record, slot, { actor, userId, sendsLink: false }, now)
    return { code: 'undone' as const }
  })

  if (outcome.code === 'slot-taken') throw await explainTaken(db, seen, outcome.slot, now)
  return getAppointmentFor(db, id, actor, userId)
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

async function explainTaken(db: Database, record: AppointmentRecord, slot: TargetSlot, now: Date): Promise<ApiError> {
  const { code, details } = await explainRefusal(db, record, slot, now)
  return new ApiError(code, details, 'Não dá mais para desfazer: o horário de antes já foi ocupado.')
}
