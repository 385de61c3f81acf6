import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { describeDuration, formatInstantTime } from '../../../lib/format-time.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import {
  type AppointmentTransition,
  notifyParticipants,
  withPreviousBarber,
} from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { followTap, isOfNow } from '../../appointments/status/rules.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { hasPermission } from '../../barbershops/roles/queries.ts'
import { movedLinkJob } from '../link/send-booking-link.ts'
import { countMoves, type Mover } from '../reschedule/move-appointment.ts'
import { hasOtherAppointment, lockAppointmentToMove } from '../reschedule/queries.ts'
import { findBlocking, getTerms, listFreeColleagues, updateTerms } from './queries.ts'
import {
  checkEdit,
  decideTerms,
  describeServices,
  type Edit,
  type EditedTerms,
  hasTerms,
  needsCandidate,
  parseEdit,
  type VisitTerms,
} from './rules.ts'

type EditRequest = {
  id: string
  userId: string
  edit: Edit
  /** What the caller saw. */
  version: number
  /** A customer without an account receives the link from us; otherwise the staff send it. */
  sendsLink: boolean
  /** When the caller acted, for the time limits: earlier than the request if there was no network. */
  actedAt?: Date
  record?: RecordChange
  now: Date
}

/**
 * Staff change services, duration, price or barber of an appointment, which stays at its time and in its status. The customer is
 * notified once, of the whole. Throws 409 SLOT_TAKEN with what is possible if it no longer fits, and 409 STATE_CHANGED if the appointment
 * is not what the caller saw.
 */
export async function editAppointment(
  { db, countAttempts }: { db: DatabasePool; countAttempts: CountAttempts },
  request: EditRequest,
): Promise<Appointment> {
  const { id, userId, sendsLink, actedAt = request.now, now } = request
  const edit = parseEdit(request.edit)
  const seen = await getAppointmentRecordFor(db, id, userId)
  checkEdit(listActors(seen, userId), seen, edit, actedAt)
  await countMoves(countAttempts, { id, userId })

  const outcome = await db.transaction().execute(async (tx) => {
    const record = await lockAppointmentToMove(tx, seen, edit.barberId)
    const actor = checkEdit(listActors(record, userId), record, edit, actedAt)
    const agreed = await getTerms(tx, id)
    const terms = decideTerms(agreed, edit, await findCandidate(tx, record, agreed, edit))
    if (hasTerms(agreed, terms)) return { code: 'edited' as const, actor }
    if (record.version !== request.version) throw new ApiError('STATE_CHANGED')
    const isDiscount = terms.priceReason !== null
    if (isDiscount && !(await hasPermission(tx, 'discounts', { barbershopId: record.barbershopId, userId })))
      throw new ApiError('FORBIDDEN', {}, NO_DISCOUNTS)

    const change = { terms, editedBy: userId, priceReason: terms.priceReason }
    if (!(await updateTerms(tx, record, change, now))) return { code: 'slot-taken' as const, terms }

    await notifyParticipants(tx, describeEdit(record, terms, { actor, userId, sendsLink }, now), now)
    await request.record?.(tx, { id: record.id, version: record.version + 1 })
    return { code: 'edited' as const, actor }
  })

  if (outcome.code === 'slot-taken') throw await explainOverlap(db, seen, outcome.terms, now)
  return getAppointmentFor(db, id, outcome.actor, userId)
}

/** The barber of the appointment or the one to be, with what they offer of the services; undefined where that decides nothing. */
async function findCandidate(tx: Database, record: AppointmentRecord, agreed: VisitTerms, edit: Edit) {
  if (!needsCandidate(agreed, edit)) return undefined
  const { barbershopId, startsAt: start } = record
  const barberId = edit.barberId ?? record.barberId
  const request = { barberId, barbershopId, serviceIds: edit.serviceIds ?? [], start }
  const [candidate] = await listBarberCandidates(tx, request)
  if (!candidate) throw new ApiError('BARBER_NOT_FOUND')
  return candidate
}

/** What the participants are notified of: the customer, the barber, and the one who had it before. */
export function describeEdit(
  before: AppointmentRecord,
  { barber, services, durationMin, priceCents }: VisitTerms,
  { sendsLink, ...by }: Mover,
  now: Date,
): AppointmentTransition[] {
  const version = before.version + 1
  const serviceName = describeServices(services)
  const edited = { version, serviceName, durationMin, priceCents }
  const after = { ...before, ...edited, barberUserId: barber.userId, barberName: barber.barberName }
  const jobs = sendsLink && before.customerId === null ? [movedLinkJob({ appointmentId: before.id, version })] : []
  const waits = isOfNow(before, now) ? followTap(before.barbershopId) : undefined
  return withPreviousBarber({
    before,
    after,
    by,
    kind: 'edited',
    jobs: [...jobs, ...(waits?.jobs ?? [])],
    ...(waits && { queue: waits.queue }),
  })
}

/** Why the appointment cannot be so long, or with that barber, and what is possible instead: an error to throw. */
export async function explainOverlap(
  db: Database,
  record: AppointmentRecord,
  terms: EditedTerms,
  now: Date,
): Promise<ApiError> {
  const { barber, durationMin, bufferMin } = terms
  const start = record.startsAt
  const end = new Date(start.getTime() + durationMin * MINUTE)
  if (await hasOtherAppointment(db, record, { start, end }))
    return new ApiError('CUSTOMER_BUSY', {}, 'Este cliente já tem outro agendamento neste horário.')
  const busyUntil = new Date(end.getTime() + bufferMin * MINUTE)
  const blocking = await findBlocking(db, record, { barberUserId: barber.userId, start, end: busyUntil })
  const freeBarbers = await listFreeColleagues(db, record, terms, now)
  const possible = blocking ? (blocking.startsAt.getTime() - start.getTime()) / MINUTE - bufferMin : 0
  const details = { maxDurationMin: possible >= MIN_VISIT_MINUTES ? Math.floor(possible) : null, freeBarbers }
  return new ApiError('SLOT_TAKEN', details, describeOverlap(record, terms, blocking))
}

function describeOverlap(
  { timeZone }: AppointmentRecord,
  { barber, durationMin }: EditedTerms,
  blocking: { startsAt: Date; name: string | null } | undefined,
): string {
  if (!blocking) return `Não cabe: ${barber.barberName} já tem esse tempo ocupado.`
  const at = formatInstantTime(blocking.startsAt, timeZone)
  const what = blocking.name ? `atende ${blocking.name}` : 'está com outro compromisso'
  return `Não cabe um atendimento de ${describeDuration(durationMin)}: às ${at} ${barber.barberName} ${what}.`
}

const NO_DISCOUNTS = 'Mudar o preço é do dono, ou de quem ele permite.'
const MINUTE = 60_000
const MIN_VISIT_MINUTES = 5
