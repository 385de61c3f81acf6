import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { countCompleted } from '../../barbershops/queries.ts'
import { findLife, getAppointmentFor, type Life, setStatus } from './queries.ts'
import { type Action, type Actor, checkTransition, targets } from './rules.ts'
import { notifyParticipants } from './tell-parties.ts'

export type StatusAction = Exclude<Action, 'reschedule'>
type Request = {
  id: string
  userId: string
  action: StatusAction
  reason?: string
  /** Of what the person saw, where he could see nothing newer: an older wish is none for what it became. */
  version?: number
  now: Date
}

/** How often somebody who was outrun looks at the new state and decides again. Each time another one got his wish. */
export const TRIES = 5

/**
 * Confirms, cancels, completes an appointment or marks that nobody came. Asked again by the same side it answers as the first time.
 * Throws STATE_CHANGED when what became of the appointment meanwhile does not allow it any more.
 */
export async function changeStatus(db: DatabasePool, request: Request): Promise<Appointment> {
  const { id, userId, action, now } = request
  for (let tries = 0; tries < TRIES; tries++) {
    const life = await getLifeFor(db, id, userId)
    if (request.version !== undefined && request.version !== life.version) throw new ApiError('STATE_CHANGED')
    const { actor, isRepeated } = checkTransition(actorsOf(life, userId), action, life, now)
    const isDone = isRepeated || (await db.transaction().execute((tx) => write(tx, life, actor, request)))
    if (isDone) return getAppointmentFor(db, id, actor)
  }
  throw new ApiError('STATE_CHANGED')
}

async function write(tx: Database, life: Life, actor: Actor, { userId, action, reason, now }: Request) {
  const change = {
    status: targets[action],
    ...(action === 'cancel' && { cancelledBy: actor, reason: reason?.trim() || undefined }),
  }
  if (!(await setStatus(tx, life, change, now))) return false
  if (action === 'complete') await countCompleted(tx, life.barbershopId)
  const after = { ...life, ...change, version: life.version + 1 }
  await notifyParticipants(tx, { before: life, after, by: { actor, userId }, now })
  return true
}

/** What the caller has a part in; anything else does not exist for him. */
export async function getLifeFor(db: Database, id: string, userId: string): Promise<Life> {
  const life = await findLife(db, id)
  if (!life) throw new ApiError('APPOINTMENT_NOT_FOUND')
  if (actorsOf(life, userId).length > 0) return life
  throw new ApiError(life.barberUserId === userId ? 'FORBIDDEN' : 'APPOINTMENT_NOT_FOUND')
}

export function actorsOf(life: Life, userId: string): Actor[] {
  const parts: [Actor, boolean][] = [
    ['customer', life.customerId === userId],
    ['barber', life.barberUserId === userId && life.isBarberHere],
    ['owner', life.ownerId === userId],
  ]
  return parts.flatMap(([actor, isPart]) => (isPart ? [actor] : []))
}
