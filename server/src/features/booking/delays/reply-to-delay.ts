import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { AppointmentDelay, DelayReply } from '@na-regua/contract/serving'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import {
  type ChangedBy,
  getAppointmentRecordFor,
  listActors,
  MAX_CHANGE_ATTEMPTS,
} from '../../appointments/status/change-status.ts'
import { type AppointmentTransition, notifyParticipants } from '../../appointments/status/notify-participants.ts'
import { type AppointmentRecord, getAppointmentFor } from '../../appointments/status/queries.ts'
import { followTap } from '../../appointments/status/rules.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import { explainSlotTaken } from '../explain-conflict.ts'
import { lockCustomerAndBarberUser } from '../queries.ts'
import { hasOtherAppointment, type NewSlot, updateSlot } from '../reschedule/queries.ts'
import { releaseHolds } from '../reschedule/reschedule-appointment.ts'
import { type DelayTerms, findDelayTerms, isNotifiedOf, listFreeBarbers, storeReply } from './queries.ts'
import { earlierStart, type PresentDelay, presentDelay } from './rules.ts'

/** Undefined `userId`: the holder of a booking link. */
type DelayRequest = { id: string; userId: ChangedBy; now: Date }

/** The customer's own appointment with the delay of which they were notified. For everyone else it does not exist. */
async function getDelayed(db: Database, { id, userId, now }: DelayRequest) {
  const record = await getAppointmentRecordFor(db, id, userId)
  const terms = await findDelayTerms(db, id)
  if (!terms || !listActors(record, userId).includes('customer')) throw new ApiError('APPOINTMENT_NOT_FOUND')
  return { record, terms, delay: presentDelay({ ...record, ...terms }, now) }
}

/** Null: the appointment is as booked, as far as the customer knows. */
export async function findAppointmentDelay(db: Database, request: DelayRequest): Promise<AppointmentDelay | null> {
  const { record, terms, delay } = await getDelayed(db, request)
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
  const { id, now } = request
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const { record, terms, delay } = await getDelayed(db, request)
    if (isRepeated(record, terms, request)) return getAppointmentFor(db, id, 'customer', null)
    if (!delay || record.version !== request.version) throw new ApiError('STATE_CHANGED')
    const change = request.reply === 'ok' ? undefined : await decideChange(db, { record, terms, delay, request })
    if (change) await releaseHolds(db, record, change.slot.barber.userId)
    const written = await db
      .transaction()
      .execute((tx) => (change ? writeChange(tx, record, change, now) : writeOk(tx, record, delay, now)))
    if (written === 'updated') return getAppointmentFor(db, id, 'customer', null)
    if (change && written === 'not-updated') await refuseTaken(db, record, change.slot, now)
  }
  throw new ApiError('STATE_CHANGED')
}

function isRepeated({ version, barberId }: AppointmentRecord, terms: DelayTerms, request: ReplyRequest): boolean {
  if (terms.reply !== request.reply) return false
  if (request.reply === 'ok') return version === request.version
  const isSameBarber = request.reply === 'earlier' || barberId === request.barberId?.toLowerCase()
  return version === request.version + 1 && terms.notifiedMin === null && isSameBarber
}

type Change = { slot: NewSlot; transitions: AppointmentTransition[] }
type Decision = { record: AppointmentRecord; terms: DelayTerms; delay: PresentDelay; request: ReplyRequest }

async function decideChange(db: Database, decision: Decision): Promise<Change> {
  const { record, delay, request } = decision
  // The time of a request is not promised yet.
  if (record.status !== 'CONFIRMED') throw new ApiError('STATE_CHANGED')
  const { slot, barberName } = await (request.reply === 'earlier' ? decideEarlier : decideColleague)(db, decision)
  const notified = { ...slot, condition: isNotifiedOf(record.id, delay.notifiedMin), delayReply: request.reply }
  return { slot: notified, transitions: describeChange(record, slot, { barberName, userId: request.userId }) }
}

type DecidedSlot = { slot: NewSlot; barberName: string }

async function decideEarlier(db: Database, { record, delay, request }: Decision): Promise<DecidedSlot> {
  const start = earlierStart(delay, request.now)
  if (!start) throw new ApiError('STATE_CHANGED')
  const { barberId, barbershopId } = record
  const [offer] = await listBarberCandidates(db, { barberId, barbershopId, serviceIds: [], start })
  if (!offer) throw new ApiError('BARBER_NOT_FOUND')
  const { barber, timeOff } = offer
  const from = toEpochMinute(start)
  // What was offered before a pause began. Other appointments are checked by the statement that writes.
  if (!isAtWork(barber, barber.timeZone, timeOff, [from, from + record.durationMin]))
    throw new ApiError('STATE_CHANGED')
  return { slot: toSlot(record, start, barber), barberName: barber.barberName }
}

async function decideColleague(db: Database, { record, terms, delay, request }: Decision): Promise<DecidedSlot> {
  const { startsAt: start, barbershopId } = record
  if (delay.notifiedMin < 0) throw new ApiError('STATE_CHANGED')
  const barberId = request.barberId?.toLowerCase()
  const free = (await listFreeBarbers(db, record, terms, request.now)).find(({ id }) => id === barberId)
  if (free) return { slot: toSlot(record, start, free), barberName: free.name }
  const [colleague] = barberId ? await listBarberCandidates(db, { barberId, barbershopId, serviceIds: [], start }) : []
  if (!colleague) throw new ApiError('BARBER_NOT_FOUND')
  throw await explainSlotTaken(db, { ...record, barberId, start, required: record }, request.now)
}

function toSlot(record: AppointmentRecord, start: Date, barber: NewSlot['barber']): NewSlot {
  const end = new Date(start.getTime() + record.durationMin * 60_000)
  return { start, end, barber, status: 'CONFIRMED', requestedAt: record.requestedAt }
}

/** Another time is a reschedule. A colleague gets an appointment that is confirmed, and the barber who had it is notified that it is gone. */
function describeChange(
  before: AppointmentRecord,
  { start: startsAt, end: endsAt, barber }: NewSlot,
  { barberName, userId }: { barberName: string; userId: ChangedBy },
): AppointmentTransition[] {
  const by = { actor: 'customer' as const, userId }
  const follows = followTap(before.barbershopId)
  const after = { ...before, startsAt, endsAt, version: before.version + 1, barberUserId: barber.userId, barberName }
  if (barber.userId === before.barberUserId) return [{ before, after, by, kind: 'autoRescheduled', ...follows }]
  const ofPrevious = { ...after, barberUserId: before.barberUserId, customerId: null }
  return [
    { before, after, by, kind: 'autoConfirmed', ...follows },
    { before, after: ofPrevious, by, kind: 'handedOver' },
  ]
}

async function writeChange(tx: Database, record: AppointmentRecord, { slot, transitions }: Change, now: Date) {
  await lockCustomerAndBarberUser(tx, record.customerId, slot.barber.userId)
  const result = await updateSlot(tx, record, slot, now)
  if (result === 'updated') await notifyParticipants(tx, transitions, now)
  return result
}

/** The staff see the reply on their pages, without a notification. */
async function writeOk(tx: Database, record: AppointmentRecord, { notifiedMin }: PresentDelay, now: Date) {
  if (!(await storeReply(tx, record, { notified: notifiedMin, reply: 'ok' }))) return 'version-conflict'
  const { customerId, barberUserId, ownerId } = record
  const appointments = [...new Set([customerId, barberUserId, ownerId].filter((id) => id !== null))]
  await publishEvent(tx, { notifications: [], published: { appointments }, jobs: [] }, now)
  return 'updated'
}

/** Throws if another appointment has the time. One that has changed is decided again. */
async function refuseTaken(db: Database, record: AppointmentRecord, { start, end, barber }: NewSlot, now: Date) {
  const current = await getAppointmentRecordFor(db, record.id, record.actedBy)
  if (current.version !== record.version) return
  if (await hasOtherAppointment(db, record, { start, end })) throw new ApiError('CUSTOMER_BUSY')
  throw await explainSlotTaken(db, { ...record, barberId: barber.barberId, start, required: record }, now)
}
