import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import {
  type AppointmentTransition,
  notifyParticipants,
  withPreviousBarber,
} from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { type AppointmentActor, checkTransition, targetStatuses } from '../../appointments/status/rules.ts'
import { type BarberCandidate, listBarberCandidates } from '../../availability/candidates/queries.ts'
import { explainSlotTaken } from '../explain-conflict.ts'
import { movedLinkJob } from '../link/send-booking-link.ts'
import {
  findBlockingCustomer,
  hasOtherAppointment,
  lockAppointmentToMove,
  type NewSlot,
  updateSlot,
} from './queries.ts'
import { isMoveTime } from './rules.ts'

type MoveRequest = {
  id: string
  userId: string
  startTime: string
  /** Another barber of the barbershop; the same one if missing. */
  barberId?: string
  /** What the caller saw. */
  version: number
  /** A customer without an account receives the link from us; otherwise the staff send it. */
  sendsLink: boolean
  /** When the caller acted, for the time limits: earlier than the request if there was no network. */
  actedAt?: Date
  record?: RecordChange
  now: Date
}

/** A slot that staff chose, with the name of its barber. */
export type TargetSlot = NewSlot & { barber: NewSlot['barber'] & { barberName: string } }

/** Who moves an appointment, and whether we send the new time to customers without an account. */
export type Mover = { actor: AppointmentActor; userId: string; sendsLink: boolean }

const HOUR = 3600

/**
 * Staff move an appointment to another time or another barber, with the agreed services, duration and price. It is confirmed: who
 * moves it has seen it. The notices and hours that bind customers do not bind staff. Throws 409 SLOT_TAKEN with alternatives if the
 * slot is taken, and 409 STATE_CHANGED if the appointment is not what the caller saw.
 */
export async function moveAppointment(
  { db, countAttempts }: { db: DatabasePool; countAttempts: CountAttempts },
  request: MoveRequest,
): Promise<Appointment> {
  const { id, userId, sendsLink, actedAt = request.now, now } = request
  const start = new Date(request.startTime)
  const seen = await getAppointmentRecordFor(db, id, userId)
  checkTransition(listActors(seen, userId), 'move', seen, actedAt)
  await countMoves(countAttempts, { id, userId })

  const outcome = await db.transaction().execute(async (tx) => {
    const newBarberId = request.barberId?.toLowerCase()
    const record = await lockAppointmentToMove(tx, seen, newBarberId)
    const { actor } = checkTransition(listActors(record, userId), 'move', record, actedAt)
    const barberId = newBarberId ?? record.barberId
    if (isAt(record, start, barberId)) return { code: 'moved' as const, actor }
    if (record.version !== request.version) throw new ApiError('STATE_CHANGED')

    const slot = { ...(await decideSlot(tx, record, { start, barberId }, actedAt)), requestedAt: now }
    const isUpdated = await updateSlot(tx, record, { ...slot, movedBy: userId }, now)
    if (!isUpdated) return { code: 'slot-taken' as const, slot }

    await notifyParticipants(tx, describeMove(record, slot, { actor, userId, sendsLink }), now)
    await request.record?.(tx, { id: record.id, version: record.version + 1 })
    return { code: 'moved' as const, actor }
  })

  if (outcome.code === 'slot-taken') throw await explainRefusal(db, seen, outcome.slot, now)
  return getAppointmentFor(db, id, outcome.actor, userId)
}

/** Each move of an appointment notifies its customer; without `id` only the requests of the account are counted. */
export async function countMoves(countAttempts: CountAttempts, { id, userId }: { id?: string; userId: string }) {
  const action = 'move'
  await countAttempts(
    { action, of: ['account', userId], max: 300, seconds: HOUR },
    ...(id ? [{ action, of: ['appointment', id.toLowerCase()], max: 30, seconds: HOUR }] : []),
  )
}

/** A repeated request, which succeeds. */
function isAt({ startsAt, barberId, status }: AppointmentRecord, start: Date, requestedBarberId: string): boolean {
  return status === 'CONFIRMED' && startsAt.getTime() === start.getTime() && barberId === requestedBarberId
}

type RequestedSlot = { start: Date; barberId: string }

/** The barber must work in the barbershop. Whether the time is free is decided by the statement that writes. */
async function decideSlot(
  tx: Database,
  record: AppointmentRecord,
  { start, barberId }: RequestedSlot,
  now: Date,
): Promise<TargetSlot> {
  const { id, barbershopId } = record
  if (!isMoveTime(start, now))
    throw new ApiError('SLOT_UNAVAILABLE', {}, 'Este horário já passou ou está longe demais.')
  const candidate = { barberId, barbershopId, serviceIds: [], start }
  const [found] = await listBarberCandidates<ServiceIds>(tx, candidate, serviceIdsOf(id))
  if (!found) throw new ApiError('BARBER_NOT_FOUND')
  if (barberId !== record.barberId) checkServices(record, found)
  const end = new Date(start.getTime() + record.durationMin * 60_000)
  return { start, end, barber: found.barber, status: targetStatuses.move, requestedAt: now }
}

type ServiceIds = (string | null)[]

function serviceIdsOf(appointmentId: string) {
  return sql`
    select coalesce((select json_agg(service_id) from appointment_services where appointment_id = appointments.id),
                    json_build_array(service_id)) from appointments where id = ${appointmentId}`
}

/** A service that the barbershop has removed since is still done as agreed. */
function checkServices({ serviceName }: AppointmentRecord, { barber, details }: BarberCandidate<ServiceIds>) {
  const isRefused = details.some((id) => id !== null && barber.terms[id]?.isProvided === false)
  if (isRefused) throw new ApiError('SERVICE_NOT_FOUND', {}, `${barber.barberName} não faz ${serviceName}.`)
}

/** What the participants are notified of: the customer, the barber, and the one who had it before. */
export function describeMove(
  before: AppointmentRecord,
  slot: TargetSlot,
  { sendsLink, ...by }: Mover,
): AppointmentTransition[] {
  const { start: startsAt, end: endsAt, status, requestedAt, barber } = slot
  const version = before.version + 1
  const changes = { startsAt, endsAt, status, requestedAt, version }
  const after = { ...before, ...changes, barberUserId: barber.userId, barberName: barber.barberName }
  const jobs = sendsLink && before.customerId === null ? [movedLinkJob({ appointmentId: before.id, version })] : []
  return withPreviousBarber({ before, after, by, kind: 'moved', jobs })
}

/** Why an appointment could not be moved, as an error to throw. */
export async function explainRefusal(
  db: Database,
  record: AppointmentRecord,
  { start, end, barber }: Pick<TargetSlot, 'start' | 'end' | 'barber'>,
  now: Date,
): Promise<ApiError> {
  if (await hasOtherAppointment(db, record, { start, end }))
    return new ApiError('CUSTOMER_BUSY', {}, 'Este cliente já tem outro agendamento neste horário.')
  const name = await findBlockingCustomer(db, record, { start, end, userId: barber.userId })
  const message = name
    ? `${barber.barberName} já atende ${name} nesse tempo.`
    : `${barber.barberName} já está com esse tempo ocupado.`
  const lost = {
    barberId: barber.barberId,
    barbershopId: record.barbershopId,
    start,
    required: record,
    isByStaff: true,
  }
  const { details } = await explainSlotTaken(db, lost, now)
  return new ApiError('SLOT_TAKEN', details, message)
}
