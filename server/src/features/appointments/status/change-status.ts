import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { incrementCompletedCount, lockCompletedCount } from '../../barbershops/popularity/queries.ts'
import { isPopular } from '../../barbershops/popularity/rules.ts'
import { isCorrection, recordCorrection, refusePaid, refuseReviewed } from './correct-outcome.ts'
import { notifyParticipants } from './notify-participants.ts'
import {
  type AppointmentRecord,
  findAppointmentRecord,
  getAppointmentFor,
  lockAppointment,
  lockCustomer,
  updateStatus,
} from './queries.ts'
import {
  type AppointmentAction,
  type AppointmentActor,
  checkTransition,
  followTap,
  isOfNow,
  isRepeated,
  targetStatuses,
} from './rules.ts'

/** Undefined: the holder of a booking link, who acts as the customer of an appointment without an account. */
export type ChangedBy = string | undefined

export type StatusAction = Exclude<AppointmentAction, 'reschedule' | 'move'>
type StatusRequest = {
  id: string
  userId: ChangedBy
  action: StatusAction
  reason?: string
  /** The version the caller saw. When it is stale, the change is refused, unless the same side has made it. */
  version?: number
  /** When staff acted, for their time limits: earlier than the request if there was no network. A customer's notice ends when it ends. */
  actedAt?: Date
  record?: RecordChange
  now: Date
}

/**
 * Confirms, cancels or completes an appointment, marks it as a no-show, or corrects one of the last two. Repeated by the same side it
 * returns the same result. Throws STATE_CHANGED when it is not what the caller saw, or no longer allows it.
 */
export async function changeStatus(db: DatabasePool, request: StatusRequest): Promise<Appointment> {
  const { id, userId } = request
  const seen = await getAppointmentRecordFor(db, id, userId)

  const { actor } = await db
    .transaction()
    .execute(async (tx) => changeLocked(tx, await lockAppointmentToChange(tx, seen, request.action), request))

  return getAppointmentFor(db, id, actor, userId ?? null)
}

/**
 * The same as a step of the caller's transaction, which writes more with it: the appointment, and what else the change depends on, is locked,
 * and was read since. Returns the side that acts, and the version that the appointment has now.
 */
export async function changeLocked(
  tx: Database,
  record: AppointmentRecord,
  request: StatusRequest,
): Promise<{ actor: AppointmentActor; version: number }> {
  const { userId, action, now } = request
  const actors = listActors(record, userId)
  const isStale = request.version !== undefined && request.version !== record.version
  if (isStale && !actors.some((side) => isRepeated(side, action, record))) throw new ApiError('STATE_CHANGED')
  const at = actors.includes('customer') ? now : (request.actedAt ?? now)
  const allowed = checkTransition(actors, action, record, at)
  if (!allowed.isRepeated) await writeStatus(tx, record, allowed.actor, { ...request, at })
  return { actor: allowed.actor, version: allowed.isRepeated ? record.version : record.version + 1 }
}

/** Locks what the change depends on until the transaction ends, and returns the appointment as it is now. */
async function lockAppointmentToChange(tx: Database, seen: AppointmentRecord, action: StatusAction) {
  const { id, customerId, barbershopId, actedBy } = seen
  // A review is of a completed appointment, and no-shows decide whether a booking of the customer is confirmed at once.
  if (customerId && (action === 'noShow' || isCorrection(action))) await lockCustomer(tx, customerId)
  if (action === 'complete' || isCorrection(action)) await lockCompletedCount(tx, barbershopId)
  await lockAppointment(tx, id)
  const record = await getAppointmentRecordFor(tx, id, actedBy)
  if (record.customerId !== customerId) throw new ApiError('STATE_CHANGED')
  return record
}

async function writeStatus(
  tx: Database,
  record: AppointmentRecord,
  actor: AppointmentActor,
  { userId, action, reason, record: recordChange, at, now }: StatusRequest & { at: Date },
): Promise<void> {
  const status = targetStatuses[action]
  const isNow = isOfNow(record, at)
  const change = {
    status,
    endedAt: action === 'complete' && isNow ? at : undefined,
    ...(status === 'CANCELLED' && { cancelledBy: actor, reason: reason?.trim() || undefined }),
  }
  if (isCorrection(action)) await refuseReviewed(tx, record)
  if (isCorrection(action)) await refusePaid(tx, record)
  if (!(await updateStatus(tx, record, change, now))) throw new ApiError('STATE_CHANGED')
  if (action === 'complete' && isPopular(record.startsAt, now)) await incrementCompletedCount(tx, record.barbershopId)
  if (isCorrection(action)) await recordCorrection(tx, { before: record, action, userId, now })
  const after = { ...record, ...change, version: record.version + 1 }
  const follows = isNow && !isCorrection(action) ? followTap(record.barbershopId) : {}
  const name = endOf(action)
  if (name) await recordEvent(tx, { name, appointments: [record], at: now })
  await notifyParticipants(tx, [{ before: record, after, by: { actor, userId }, ...follows }], now)
  await recordChange?.(tx, after)
}

/** The event where the appointment was open and no longer is. A correction ends nothing. */
function endOf(action: StatusAction) {
  if (action === 'cancel') return 'appointments.cancelled'
  if (action === 'complete') return 'appointments.completed'
  return action === 'noShow' ? 'appointments.missed' : undefined
}

/** The appointment, if the caller has a part in it. For everyone else it does not exist. */
export async function getAppointmentRecordFor(db: Database, id: string, userId: ChangedBy): Promise<AppointmentRecord> {
  const record = await findAppointmentRecord(db, id)
  if (!record) throw new ApiError('APPOINTMENT_NOT_FOUND')
  if (listActors(record, userId).length > 0) return { ...record, actedBy: userId }
  throw new ApiError(record.barberUserId === userId ? 'FORBIDDEN' : 'APPOINTMENT_NOT_FOUND')
}

export function listActors(record: AppointmentRecord, userId: ChangedBy): AppointmentActor[] {
  const roles: [AppointmentActor, boolean][] = [
    ['customer', (record.customerId ?? undefined) === userId],
    ['barber', record.barberUserId === userId && record.isBarberHere],
    ['owner', userId !== undefined && record.agendaUserIds.includes(userId)],
  ]
  return roles.flatMap(([actor, isActor]) => (isActor ? [actor] : []))
}
