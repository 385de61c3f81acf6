import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { AppointmentDelay, DelayReply } from '@na-regua/contract/serving'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { type ChangedBy, getAppointmentRecordFor, listActors } from '../../appointments/status/change-status.ts'
import {
  type AppointmentTransition,
  notifyParticipants,
  withPreviousBarber,
} from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { followTap } from '../../appointments/status/rules.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import { explainSlotTaken } from '../explain-conflict.ts'
import { hasOtherAppointment, lockAppointmentToMove, type NewSlot, updateSlot } from '../reschedule/queries.ts'
import { type DelayTerms, getDelayTerms, listFreeBarbers, storeReply } from './queries.ts'
import { earlierStart, type PresentDelay, presentDelay } from './rules.ts'

/** Undefined `userId`: the holder of a booking link. */
type DelayRequest = { id: string; userId: ChangedBy; now: Date }

/** The customer's own appointment. For everyone else it does not exist. */
async function getOwnRecord(db: Database, { id, userId }: DelayRequest): Promise<AppointmentRecord> {
  const record = await getAppointmentRecordFor(db, id, userId)
  if (!listActors(record, userId).includes('customer')) throw new ApiError('APPOINTMENT_NOT_FOUND')
  return record
}

/** Null: the appointment is as booked, as far as the customer knows. */
export async function findAppointmentDelay(db: Database, request: DelayRequest): Promise<AppointmentDelay | null> {
  const record = await getOwnRecord(db, request)
  const terms = await getDelayTerms(db, record.id)
  const delay = presentDelay({ ...record, ...terms }, request.now)
  if (!delay) return null
  const free = delay.notifiedMin > 0 ? await listFreeBarbers(db, record, terms, request.now) : []
  return {
    appointmentId: record.id,
    version: record.version,
    delayMin: delay.notifiedMin,
    expectedStart: delay.expectedStart.toISOString(),
    toldAt: delay.toldAt.toISOString(),
    reply: delay.reply,
    freeBarbers: free.map(({ id, name, avatarUrl }) => ({ id, name, avatarUrl })),
  }
}

type ReplyRequest = DelayRequest & {
  /** The version of the appointment that the customer saw. */
  version: number
  reply: DelayReply
  barberId?: string | undefined
}

/**
 * The customer agrees, comes earlier, or goes to a colleague who is free at the booked time. The last two change the appointment under
 * the same constraints as every booking, and it stays confirmed: 409 SLOT_TAKEN with alternatives if the time was taken meanwhile.
 */
export async function replyToDelay(db: DatabasePool, request: ReplyRequest): Promise<Appointment> {
  const { id, version, reply, now } = request
  const seen = await getOwnRecord(db, request)

  const outcome = await db.transaction().execute(async (tx) => {
    const colleagueId = reply === 'other-barber' ? request.barberId?.toLowerCase() : undefined
    const record = await lockAppointmentToMove(tx, seen, colleagueId)
    const terms = await getDelayTerms(tx, id)
    if (isRepeated(record, terms, request)) return { code: 'replied' as const }

    const delay = presentDelay({ ...record, ...terms }, now)
    if (!delay || record.version !== version) throw new ApiError('STATE_CHANGED')
    if (reply === 'ok') {
      await writeOk(tx, record, delay, now)
      return { code: 'replied' as const }
    }
    const slot = await decideSlot(tx, { record, terms, delay, request })
    if (!slot || !(await updateSlot(tx, record, slot, now))) return { code: 'slot-taken' as const, slot }

    await notifyParticipants(tx, describeChange(record, slot, request.userId), now)
    return { code: 'replied' as const }
  })

  if (outcome.code === 'slot-taken') throw await explainTaken(db, seen, outcome.slot, request)
  return getAppointmentFor(db, id, 'customer', null)
}

function isRepeated({ version, barberId }: AppointmentRecord, terms: DelayTerms, request: ReplyRequest): boolean {
  if (terms.reply !== request.reply) return false
  if (request.reply === 'ok') return version === request.version
  const isSameBarber = request.reply === 'earlier' || barberId === request.barberId?.toLowerCase()
  return version === request.version + 1 && terms.notifiedMin === null && isSameBarber
}

type Decision = { record: AppointmentRecord; terms: DelayTerms; delay: PresentDelay; request: ReplyRequest }
type DecidedSlot = NewSlot & { barber: { barberName: string } }

/** Undefined: the colleague is not free. */
function decideSlot(tx: Database, decision: Decision): Promise<DecidedSlot | undefined> {
  // The time of a request is not promised yet.
  if (decision.record.status !== 'CONFIRMED') throw new ApiError('STATE_CHANGED')
  return decision.request.reply === 'earlier' ? decideEarlier(tx, decision) : decideColleague(tx, decision)
}

async function decideEarlier(tx: Database, { record, delay, request }: Decision): Promise<DecidedSlot> {
  const start = earlierStart(delay, request.now)
  if (!start) throw new ApiError('STATE_CHANGED')
  const { barberId, barbershopId } = record
  const [found] = await listBarberCandidates(tx, { barberId, barbershopId, serviceIds: [], start })
  if (!found) throw new ApiError('BARBER_NOT_FOUND')
  const { barber, timeOff } = found
  const from = toEpochMinute(start)
  // What was offered before a pause began. Other appointments are checked by the statement that writes.
  if (!isAtWork(barber, barber.timeZone, timeOff, [from, from + record.durationMin]))
    throw new ApiError('STATE_CHANGED')
  return toSlot(record, start, barber, request.reply)
}

async function decideColleague(
  tx: Database,
  { record, terms, delay, request }: Decision,
): Promise<DecidedSlot | undefined> {
  const { startsAt: start, barbershopId } = record
  if (delay.notifiedMin < 0) throw new ApiError('STATE_CHANGED')
  const barberId = request.barberId?.toLowerCase()
  const free = (await listFreeBarbers(tx, record, terms, request.now)).find(({ id }) => id === barberId)
  if (free)
    return toSlot(record, start, { barberId: free.id, userId: free.userId, barberName: free.name }, request.reply)
  const [colleague] = barberId ? await listBarberCandidates(tx, { barberId, barbershopId, serviceIds: [], start }) : []
  if (!colleague) throw new ApiError('BARBER_NOT_FOUND')
  return undefined
}

function toSlot(
  { durationMin, requestedAt }: AppointmentRecord,
  start: Date,
  barber: DecidedSlot['barber'],
  delayReply: DelayReply,
): DecidedSlot {
  const end = new Date(start.getTime() + durationMin * 60_000)
  return { start, end, barber, status: 'CONFIRMED', requestedAt, delayReply }
}

/** Another time is a reschedule. A colleague gets an appointment that is confirmed, and the barber who had it is notified that it is gone. */
function describeChange(
  before: AppointmentRecord,
  { start: startsAt, end: endsAt, barber }: DecidedSlot,
  userId: ChangedBy,
): AppointmentTransition[] {
  const by = { actor: 'customer' as const, userId }
  const follows = followTap(before.barbershopId)
  const after = {
    ...before,
    startsAt,
    endsAt,
    version: before.version + 1,
    barberUserId: barber.userId,
    barberName: barber.barberName,
  }
  const kind = barber.userId === before.barberUserId ? 'autoRescheduled' : 'autoConfirmed'
  return withPreviousBarber({ before, after, by, kind, ...follows })
}

/** The staff see the reply on their pages, without a notification. */
async function writeOk(tx: Database, record: AppointmentRecord, { notifiedMin }: PresentDelay, now: Date) {
  const isStored = await storeReply(tx, record, { notified: notifiedMin, reply: 'ok' })
  if (!isStored) throw new ApiError('STATE_CHANGED')
  const { customerId, barberUserId, ownerId } = record
  const appointments = [...new Set([customerId, barberUserId, ownerId].filter((id) => id !== null))]
  await publishEvent(tx, { notifications: [], published: { appointments }, jobs: [] }, now)
}

/** Why the time could not be taken, as an error to throw. `slot` is missing where the colleague was not free. */
async function explainTaken(
  db: Database,
  record: AppointmentRecord,
  slot: NewSlot | undefined,
  { barberId, now }: ReplyRequest,
): Promise<ApiError> {
  if (slot && (await hasOtherAppointment(db, record, slot))) return new ApiError('CUSTOMER_BUSY')
  const lost = { barberId: slot?.barber.barberId ?? barberId?.toLowerCase(), start: slot?.start ?? record.startsAt }
  return explainSlotTaken(db, { barbershopId: record.barbershopId, ...lost, required: record }, now)
}
