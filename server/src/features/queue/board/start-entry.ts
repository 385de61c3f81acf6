import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { QueueEntry } from '@na-regua/contract/queue-board'
import type { Database } from '../../../lib/database.ts'
import type { JobRow } from '../../../lib/jobs.ts'
import { fromEpochMinute, toEpochMinute } from '../../../lib/local-time.ts'
import { findServing } from '../../appointments/serving/queries.ts'
import { type AppointmentRecord, getAppointmentFor, lockBarberUser } from '../../appointments/status/queries.ts'
import { followTap } from '../../appointments/status/rules.ts'
import { findServiceSelection } from '../../availability/queries.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { isCustomerBusy, lockCustomerAndBarberUser } from '../../booking/queries.ts'
import { findWalkInBarber, insertWalkIn, type WalkIn, type WalkInBarber } from '../../booking/walk-in/queries.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry, findEntry } from '../entries/queries.ts'
import type { EntryRow } from '../entries/rules.ts'
import { findUsualService } from '../joining/queries.ts'
import { lockQueue } from '../queries.ts'
import {
  type BoardDeps,
  getEntryFor,
  isRepeatedTap,
  readEntry,
  requireChange,
  type StaffChange,
  tapOf,
} from './change-entry.ts'
import { findNextStart } from './queries.ts'
import { cutToFit } from './rules.ts'

type ByStaff = { actor: 'barber' | 'owner'; userId: string }

/** Passed in by the app: they belong to appointments. */
export type StartDeps = BoardDeps & {
  notifyParticipants(
    tx: Database,
    transitions: readonly { after: AppointmentRecord; by: ByStaff; jobs?: readonly JobRow[] }[],
    now: Date,
  ): Promise<void>
  /** SLOT_TAKEN with what fits instead. */
  explainTaken(db: Database, walkIn: WalkIn, now: Date): Promise<ApiError>
}

type StartRequest = StaffChange & {
  barberId: string
  serviceId?: string | undefined
}
type StartResult = { entry: QueueEntry; appointment: Appointment }
type Start = { entry: EntryRow; barber: WalkInBarber; selected: ServiceSelection; request: StartRequest; now: Date }

/** Each failed attempt means that the barbershop was edited, or the customer erased. */
const MAX_ATTEMPTS = 5

/**
 * The service of an entry begins: it becomes a walk-in of now under the constraints of every booking. Repeated by the same user it
 * returns the same appointment. Throws BARBER_SERVING, and SLOT_TAKEN where the service would reach into the next appointment.
 */
export async function startEntry(deps: StartDeps, request: StartRequest): Promise<StartResult> {
  const { db, clock } = deps
  const { id, userId } = request
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const now = clock.now()
    const entry = await getEntryFor(db, id, userId)
    const barber = await getBarberOf(db, entry, request)
    const actor = barber.userId === userId ? 'barber' : 'owner'
    if (!findRepeated(entry, request)) requireStart(entry, request, now)
    const selected = await selectService(db, entry, request, now)
    const start = { entry, barber, selected, request, now }
    const walkIn = toWalkIn(start)
    const written = await db.transaction().execute((tx) => writeStart(tx, deps, start, walkIn))
    if (written === 'slot-taken') throw await deps.explainTaken(db, walkIn, now)
    if (written !== 'version-conflict')
      return {
        entry: await readEntry(deps, id, userId),
        appointment: await getAppointmentFor(db, written, actor, userId),
      }
  }
  throw new ApiError('QUEUE_ENTRY_CHANGED')
}

/** A start that was tapped before the clock changed the entry is one of its present version: the customer was there. */
function requireStart(entry: EntryRow, request: StartRequest, now: Date): void {
  const { changedAt, changedBy, version } = entry
  const { actedAt } = request
  const isBefore = actedAt && changedBy === null && request.version < version && actedAt < changedAt
  if (isBefore) requireChange(entry, { ...request, version, action: 'startBefore' }, now)
  else requireChange(entry, { ...request, action: 'start' }, now)
}

async function recordRepeated(
  tx: Database,
  { id, version }: EntryRow,
  { record }: StartRequest,
  appointmentId: string,
) {
  await record?.(tx, { id, version, appointmentId })
  return appointmentId
}

function findRepeated(entry: EntryRow, request: StartRequest): string | null {
  return isRepeatedTap(entry, { ...request, action: 'start' }) ? entry.appointmentId : null
}

/** Barbers start for themselves, receptionists for every barber. */
async function getBarberOf(db: Database, entry: EntryRow, { barberId, userId }: StartRequest): Promise<WalkInBarber> {
  const barber = await findWalkInBarber(db, barberId)
  if (barber?.barbershopId !== entry.barbershop.id) throw new ApiError('BARBER_NOT_FOUND')
  if (barber.userId !== userId && !barber.agendaUserIds.includes(userId)) throw new ApiError('FORBIDDEN')
  return barber
}

/** The one that staff name, that of the entry, or what this barber does most where they do not offer it. */
async function selectService(db: Database, entry: EntryRow, { barberId, serviceId }: StartRequest, now: Date) {
  const named = serviceId?.toLowerCase() ?? entry.service?.id
  const selected = named && (await findServiceSelection(db, barberId, [named]))
  if (selected) return selected
  const usual = serviceId ? null : await findUsualService(db, { barbershopId: entry.barbershop.id, barberId }, now)
  const other = usual && (await findServiceSelection(db, barberId, [usual]))
  if (!other) throw new ApiError('SERVICE_NOT_FOUND')
  return other
}

function toWalkIn({ entry, barber, selected, request, now }: Start): WalkIn {
  const servingFrom = request.actedAt ?? now
  const start = fromEpochMinute(toEpochMinute(servingFrom))
  const end = new Date(start.getTime() + selected.durationMin * 60_000)
  // The name of an account is not copied: it would outlive the account.
  const customer = entry.userId ? { customerName: null } : { customerName: entry.name, profileId: entry.profileId }
  return { barber, selected, start, end, ...customer, addedBy: request.userId, servingFrom }
}

/** The id of the appointment. Locks in the order of decision 06. */
async function writeStart(tx: Database, deps: StartDeps, { entry, barber, request, now }: Start, walkIn: WalkIn) {
  const { userId } = request
  if (entry.userId) await lockCustomerAndBarberUser(tx, entry.userId, barber.userId)
  else await lockBarberUser(tx, barber.userId)
  const current = await findEntry(tx, entry.id)
  const repeated = current && findRepeated(current, request)
  if (repeated) return recordRepeated(tx, current, request, repeated)
  if (current?.version !== entry.version) throw new ApiError('QUEUE_ENTRY_CHANGED')
  if (await findServing(tx, barber.userId)) throw new ApiError('BARBER_SERVING')
  const after = await insertForCustomer(tx, walkIn, entry.userId, now)
  if (typeof after === 'string') return after
  const tappedAt = tapOf(entry, request, now)
  const rule = await lockQueue(tx, entry.barbershop.id, { userId, now: tappedAt })
  const change = { status: 'SERVED', appointmentId: after.id, changedBy: userId } as const
  if (!rule || !(await changeEntry(tx, entry, change, tappedAt))) throw new ApiError('QUEUE_ENTRY_CHANGED')
  const by = { actor: barber.userId === userId ? 'barber' : 'owner', userId } as const
  await deps.notifyParticipants(tx, [{ after, by, jobs: followTap(entry.barbershop.id).jobs }], now)
  await publishQueue(tx, { barbershopId: entry.barbershop.id, now, tappedAt })
  await request.record?.(tx, { id: entry.id, version: entry.version + 1, appointmentId: after.id })
  return after.id
}

/** An account has the appointment among its own, unless it has another one or holds a slot at this time. */
async function insertForCustomer(tx: Database, walkIn: WalkIn, customerId: string | null, now: Date) {
  if (!customerId || (await isCustomerBusy(tx, { ...walkIn, customerId, guestName: null })))
    return insertFitting(tx, walkIn, now)
  const inserted = await insertFitting(tx, { ...walkIn, customerId }, now)
  return inserted === 'slot-taken' ? insertFitting(tx, walkIn, now) : inserted
}

/** Shorter by some minutes where the planned service would just reach into the next appointment. */
async function insertFitting(tx: Database, walkIn: WalkIn, now: Date) {
  const inserted = await insertWalkIn(tx, walkIn, now)
  if (inserted !== 'slot-taken') return inserted
  const { barber, selected, start } = walkIn
  const next = await findNextStart(tx, { barberUserId: barber.userId, start, now })
  const durationMin = next && cutToFit(selected, (next.getTime() - start.getTime()) / 60_000)
  if (!durationMin) return inserted
  const end = new Date(start.getTime() + durationMin * 60_000)
  return insertWalkIn(tx, { ...walkIn, end, selected: { ...selected, durationMin } }, now)
}
