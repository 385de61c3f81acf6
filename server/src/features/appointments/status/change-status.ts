import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { incrementCompletedCount } from '../../barbershops/popularity/queries.ts'
import { isPopular } from '../../barbershops/popularity/rules.ts'
import { isCorrection, recordCorrection, refuseReviewed } from './correct-outcome.ts'
import { notifyParticipants } from './notify-participants.ts'
import {
  type AppointmentRecord,
  findAppointmentRecord,
  getAppointmentFor,
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
  /** The version the caller saw. When it is stale, the change is refused instead of retried, unless the same side has made it. */
  version?: number
  /** When staff acted, for their time limits: earlier than the request if there was no network. A customer's notice ends when it ends. */
  actedAt?: Date
  record?: RecordChange
  now: Date
}

/** How often a change is attempted when it meets version conflicts. Each conflict means that another change succeeded. */
export const MAX_CHANGE_ATTEMPTS = 5

/**
 * Confirms, cancels or completes an appointment, marks it as a no-show, or corrects one of the last two. Repeated by the same side it
 * returns the same result.
 * Throws STATE_CHANGED when a concurrent change no longer allows it.
 */
export async function changeStatus(db: DatabasePool, request: StatusRequest): Promise<Appointment> {
  const { id, userId, action, now } = request
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const record = await getAppointmentRecordFor(db, id, userId)
    const actors = listActors(record, userId)
    const isStale = request.version !== undefined && request.version !== record.version
    if (isStale && !actors.some((actor) => isRepeated(actor, action, record))) throw new ApiError('STATE_CHANGED')
    const at = actors.includes('customer') ? now : (request.actedAt ?? now)
    const { actor, ...verdict } = checkTransition(actors, action, record, at)
    const isDone =
      verdict.isRepeated || (await db.transaction().execute((tx) => writeStatus(tx, record, actor, { ...request, at })))
    if (isDone) return getAppointmentFor(db, id, actor, userId ?? null)
  }
  throw new ApiError('STATE_CHANGED')
}

async function writeStatus(
  tx: Database,
  record: AppointmentRecord,
  actor: AppointmentActor,
  { userId, action, reason, record: recordChange, at, now }: StatusRequest & { at: Date },
) {
  const status = targetStatuses[action]
  const isNow = isOfNow(record, at)
  const change = {
    status,
    endedAt: action === 'complete' && isNow ? at : undefined,
    ...(status === 'CANCELLED' && { cancelledBy: actor, reason: reason?.trim() || undefined }),
  }
  if (isCorrection(action)) await refuseReviewed(tx, record)
  // Whether a booking of the customer is confirmed at once depends on their no-shows.
  else if (status === 'NO_SHOW' && record.customerId) await lockCustomer(tx, record.customerId)
  if (!(await updateStatus(tx, record, change, now))) return false
  if (action === 'complete' && isPopular(record.startsAt, now)) await incrementCompletedCount(tx, record.barbershopId)
  if (isCorrection(action)) await recordCorrection(tx, { before: record, action, userId, now })
  const after = { ...record, ...change, version: record.version + 1 }
  const follows = isNow && !isCorrection(action) ? followTap(record.barbershopId) : {}
  const name = endOf(action)
  if (name) await recordEvent(tx, { name, appointments: [record], at: now })
  await notifyParticipants(tx, [{ before: record, after, by: { actor, userId }, ...follows }], now)
  await recordChange?.(tx, after)
  return true
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
