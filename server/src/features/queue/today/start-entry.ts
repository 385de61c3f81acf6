import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { QueueEntry } from '@na-regua/contract/queue-today'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import type { JobRow } from '../../../lib/jobs.ts'
import { fromEpochMinute, toEpochMinute } from '../../../lib/local-time.ts'
import { findServing } from '../../appointments/serving/queries.ts'
import { type AppointmentRecord, getAppointmentFor, lockCustomer } from '../../appointments/status/queries.ts'
import { followTap } from '../../appointments/status/rules.ts'
import { findServiceSelection } from '../../availability/queries.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { isCustomerBusy, lockBarbers } from '../../booking/queries.ts'
import {
  deleteHoldsAt,
  findWalkInBarber,
  insertWalkIn,
  type WalkIn,
  type WalkInBarber,
} from '../../booking/walk-in/queries.ts'
import { lockExistingProfile } from '../../customers/queries.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry } from '../entries/queries.ts'
import type { EntryRow } from '../entries/rules.ts'
import { findUsualService } from '../joining/queries.ts'
import { lockQueue } from '../queries.ts'
import {
  getEntryFor,
  isRepeatedTap,
  readEntry,
  requireChange,
  type StaffChange,
  type TodayDeps,
  tapOf,
} from './change-entry.ts'
import { findNextStart } from './queries.ts'
import { cutToFit } from './rules.ts'

type ByStaff = { actor: 'barber' | 'owner'; userId: string }

/** Passed in by the app: they belong to appointments. */
export type StartDeps = TodayDeps & {
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

/**
 * The service of an entry begins: it becomes a walk-in of now under the constraints of every booking. Repeated by the same user it
 * returns the same appointment. Throws BARBER_SERVING, and SLOT_TAKEN where the service would reach into the next appointment.
 */
export async function startEntry(deps: StartDeps, request: StartRequest): Promise<StartResult> {
  const { db, clock } = deps
  const { id, userId, record } = request
  const now = clock.now()
  const seen = await getEntryFor(db, id, userId)

  const outcome = await db.transaction().execute(async (tx) => {
    const entry = await lockEntryToStart(tx, seen, request)
    const barber = await getBarberOf(tx, entry, request)
    const actor = barber.userId === userId ? ('barber' as const) : ('owner' as const)
    const repeated = findRepeated(entry, request)
    if (repeated) {
      await record?.(tx, { id, version: entry.version, appointmentId: repeated })
      return { code: 'started' as const, appointmentId: repeated, actor }
    }
    requireStart(entry, request, now)
    if (await findServing(tx, barber.userId)) throw new ApiError('BARBER_SERVING')

    const walkIn = toWalkIn(entry, barber, await selectService(tx, entry, request, now), request, now)
    const deletedHolds = await deleteHoldsAt(tx, walkIn, now)
    const after = await insertForCustomer(tx, walkIn, entry.userId, now)
    await recordEvent(tx, { name: 'holds.deleted', ids: deletedHolds, at: now })
    if (!after) return { code: 'slot-taken' as const, walkIn }

    const tappedAt = tapOf(entry, request, now)
    const rule = await lockQueue(tx, entry.barbershop.id, { userId, now: tappedAt })
    const change = { status: 'SERVED', appointmentId: after.id, changedBy: userId } as const
    if (!rule || !(await changeEntry(tx, entry, change, tappedAt))) throw new ApiError('QUEUE_ENTRY_CHANGED')
    const by = { actor, userId }
    await deps.notifyParticipants(tx, [{ after, by, jobs: followTap(entry.barbershop.id).jobs }], now)
    await publishQueue(tx, { barbershopId: entry.barbershop.id, now, tappedAt })
    await record?.(tx, { id, version: entry.version + 1, appointmentId: after.id })
    return { code: 'started' as const, appointmentId: after.id, actor }
  })

  if (outcome.code === 'slot-taken') throw await deps.explainTaken(db, outcome.walkIn, now)
  return {
    entry: await readEntry(deps, id, userId),
    appointment: await getAppointmentFor(db, outcome.appointmentId, outcome.actor, userId),
  }
}

/** Locks what the start is decided by until the transaction ends, and returns the entry as it is now. */
async function lockEntryToStart(tx: Database, seen: EntryRow, { barberId, userId }: StartRequest): Promise<EntryRow> {
  if (seen.userId) await lockCustomer(tx, seen.userId)
  await lockBarbers(tx, sql`barbers.id = ${barberId}`, { customerId: null })
  if (seen.profileId && !seen.userId) await lockExistingProfile(tx, seen.profileId)
  const entry = await getEntryFor(tx, seen.id, userId)
  // The account, or the customer without one, was erased.
  const isSameCustomer = entry.userId === seen.userId && (entry.userId || entry.profileId === seen.profileId)
  if (!isSameCustomer) throw new ApiError('QUEUE_ENTRY_CHANGED')
  return entry
}

/** A start that was tapped before the clock changed the entry is one of its present version: the customer was there. */
function requireStart(entry: EntryRow, request: StartRequest, now: Date): void {
  const { changedAt, changedBy, version } = entry
  const { actedAt } = request
  const isBefore = actedAt && changedBy === null && request.version < version && actedAt < changedAt
  if (isBefore) requireChange(entry, { ...request, version, action: 'startBefore' }, now)
  else requireChange(entry, { ...request, action: 'start' }, now)
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

/** The one that staff name, that of the entry, or what this barber does most where they do not provide it. */
async function selectService(db: Database, entry: EntryRow, { barberId, serviceId }: StartRequest, now: Date) {
  const named = serviceId?.toLowerCase() ?? entry.service?.id
  const selected = named && (await findServiceSelection(db, barberId, [named]))
  if (selected) return selected
  const usual = serviceId ? null : await findUsualService(db, { barbershopId: entry.barbershop.id, barberId }, now)
  const other = usual && (await findServiceSelection(db, barberId, [usual]))
  if (!other) throw new ApiError('SERVICE_NOT_FOUND')
  return other
}

function toWalkIn(
  entry: EntryRow,
  barber: WalkInBarber,
  selected: ServiceSelection,
  request: StartRequest,
  now: Date,
): WalkIn {
  const servingFrom = request.actedAt ?? now
  const start = fromEpochMinute(toEpochMinute(servingFrom))
  const end = new Date(start.getTime() + selected.durationMin * 60_000)
  // The name of an account is not copied: it would outlive the account.
  const customer = entry.userId ? { customerName: null } : { customerName: entry.name, profileId: entry.profileId }
  return { barber, selected, start, end, source: 'queue', ...customer, addedBy: request.userId, servingFrom }
}

/** An account has the appointment among its own, unless it has another one or holds a slot at this time. */
async function insertForCustomer(tx: Database, walkIn: WalkIn, customerId: string | null, now: Date) {
  if (!customerId || (await isCustomerBusy(tx, { ...walkIn, customerId, guestName: null })))
    return insertFitting(tx, walkIn, now)
  return (await insertFitting(tx, { ...walkIn, customerId }, now)) ?? insertFitting(tx, walkIn, now)
}

/** Shorter by some minutes where the planned service would just reach into the next appointment. */
async function insertFitting(tx: Database, walkIn: WalkIn, now: Date) {
  const inserted = await insertWalkIn(tx, walkIn, now)
  if (inserted) return inserted
  const { barber, selected, start } = walkIn
  const next = await findNextStart(tx, { barberUserId: barber.userId, start, now })
  const durationMin = next && cutToFit(selected, (next.getTime() - start.getTime()) / 60_000)
  if (!durationMin) return undefined
  const end = new Date(start.getTime() + durationMin * 60_000)
  return insertWalkIn(tx, { ...walkIn, end, selected: { ...selected, durationMin } }, now)
}
