import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { findBarberSchedule } from '../../staff/schedule/queries.ts'
import { businessDate } from '../../staff/schedule/rules.ts'
import { getAppointmentRecordFor, listActors } from '../status/change-status.ts'
import { notifyParticipants } from '../status/notify-participants.ts'
import { type AppointmentRecord, getAppointmentFor, lockAppointment, lockBarberUser } from '../status/queries.ts'
import { followTap } from '../status/rules.ts'
import { findServing, updateServing } from './queries.ts'
import { evaluateServing, type ServingAction } from './rules.ts'

type ServingRequest = {
  id: string
  userId: string
  action: ServingAction
  /** What the caller saw. When it is stale, the change is refused, unless it has been made already. */
  version: number
  /** When staff tapped: earlier than the request if there was no network. */
  actedAt?: Date
  record?: RecordChange
  now: Date
}

type StaffActor = 'barber' | 'owner'

/**
 * Records that the customer arrived, or that the service began, or takes it back. A request is accepted when its service begins. Throws
 * BARBER_SERVING while the barber serves another customer, and NOT_TODAY for an appointment of another day of the barbershop.
 */
export async function changeServing(db: DatabasePool, request: ServingRequest): Promise<Appointment> {
  const { id, userId, action, now } = request
  const at = request.actedAt ?? now
  const { barberUserId } = await getAppointmentRecordFor(db, id, userId)

  const actor = await db.transaction().execute(async (tx) => {
    await lockBarberUser(tx, barberUserId)
    await lockAppointment(tx, id)
    const record = await getAppointmentRecordFor(tx, id, userId)
    const staffActor = listActors(record, userId).find((side): side is StaffActor => side !== 'customer')
    if (!staffActor) throw new ApiError('FORBIDDEN')
    const verdict = evaluateServing(action, { ...record, isToday: await isToday(tx, record, at) })
    if (verdict === 'repeated') return staffActor

    if (verdict !== 'ok') throw createServingError(verdict, action)
    const isAsSeen = record.version === request.version && record.barberUserId === barberUserId
    if (!isAsSeen) throw new ApiError('STATE_CHANGED')
    if (action === 'serve') await refuseSecond(tx, record)
    await writeServing(tx, record, staffActor, { ...request, at })
    return staffActor
  })

  return getAppointmentFor(db, id, actor, userId)
}

function createServingError(code: ErrorCode, action: ServingAction): ApiError {
  const isEarlyArrival = code === 'NOT_TODAY' && action === 'arrive'
  return isEarlyArrival ? new ApiError(code, {}, ARRIVED_ANOTHER_DAY) : new ApiError(code)
}

const ARRIVED_ANOTHER_DAY = 'Só dá para marcar a chegada de um horário de hoje.'

async function isToday(db: Database, { barberId, timeZone, startsAt }: AppointmentRecord, at: Date) {
  const schedule = await findBarberSchedule(db, barberId)
  const openings = schedule ?? { shopHours: [], specialDates: new Map() }
  return businessDate(openings, timeZone, startsAt) === businessDate(openings, timeZone, at)
}

type TapRequest = ServingRequest & { at: Date }

async function writeServing(
  tx: Database,
  record: AppointmentRecord,
  actor: StaffActor,
  request: TapRequest,
): Promise<void> {
  const { action, userId, now } = request
  if (!(await updateServing(tx, record, request))) throw new ApiError('STATE_CHANGED')
  const isAccepted = action === 'serve' && record.status === 'SCHEDULED'
  const version = record.version + 1
  const follows = followTap(record.barbershopId)
  if (isAccepted) {
    const after = { ...record, status: 'CONFIRMED' as const, version }
    await notifyParticipants(tx, [{ before: record, after, by: { actor, userId }, ...follows }], now)
  } else {
    await publishEvent(tx, tapEvent(record), now)
  }
  await request.record?.(tx, { id: record.id, version })
}

/** A tap makes no notification, but the pages of all who see the appointment or the queue show it. */
function tapEvent({ customerId, barberUserId, ownerId, barbershopId }: AppointmentRecord) {
  const participants = [customerId, barberUserId, ownerId].filter((id) => id !== null)
  const { queue, jobs } = followTap(barbershopId)
  return { notifications: [], published: { appointments: [...new Set(participants)], queue: [queue] }, jobs }
}

/** Throws BARBER_SERVING with whom the barber serves, so that the page can offer to end it. */
async function refuseSecond(db: Database, { id, barberUserId, barbershopId }: AppointmentRecord): Promise<void> {
  const serving = await findServing(db, barberUserId)
  if (!serving || serving.appointmentId === id) return
  if (serving.barbershopId !== barbershopId) throw new ApiError('BARBER_SERVING')
  const { appointmentId, customerName, since } = serving
  const details = { appointmentId, customerName, since: since.toISOString() }
  throw new ApiError('BARBER_SERVING', details, `Ainda com ${customerName}? Toque em "Terminou" antes.`)
}
