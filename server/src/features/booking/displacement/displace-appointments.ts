import { ANY_BARBER } from '@na-regua/contract/appointments'
import { type DisplacedAppointment, MAX_DISPLACED } from '@na-regua/contract/displacements'
import { ApiError } from '@na-regua/contract/errors'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { listBarbershopSchedules, loadBusyIntervals } from '../../availability/queries.ts'
import { notifyOfDisplacement } from './notify-of-displacement.ts'
import { proposeAlternatives } from './propose-alternatives.ts'
import {
  cancelAppointments,
  type LockedAppointment,
  listCustomerIds,
  listLeaving,
  lockBookings,
  lockDisplaced,
  reassignAppointments,
} from './queries.ts'
import {
  closingOf,
  type DisplacementOutcome,
  type DisplacementRequest,
  describeDisplacement,
  isAllowed,
  listActions,
  planReassignments,
  type Resolution,
  readDecisions,
} from './rules.ts'
import { type ChangeDeps, type ChangedStaff, getChangedStaff, lockBeforeBookings, writeChange } from './write-change.ts'

/** Closes the dates of standing appointments among these appointments, and returns the ids of these. */
type CloseDates = (
  tx: Database,
  appointmentIds: readonly string[],
  closing: { reason: 'time-off' | 'closed'; cancelReason: string; actor: 'barber' | 'owner'; now: Date },
) => Promise<string[]>

export type DisplacementDeps = ChangeDeps & { countAttempts: CountAttempts; closeDates: CloseDates }

/**
 * Makes a change of hours, services or staff, and settles the appointments that it displaces as the caller has decided, in one
 * transaction. Which ones these are is read after the change is written, under locks that no booking, move or cancellation passes. Throws
 * 409 DISPLACEMENT_UNDECIDED with all of them if there is one without a decision, or one that no barber can take: then nothing has changed.
 */
export async function displaceAppointments(
  db: DatabasePool,
  { countAttempts, closeDates, ...deps }: DisplacementDeps,
  request: DisplacementRequest,
): Promise<DisplacementOutcome & { timeZone: string }> {
  const { userId, barbershopId, decisions, now } = request
  await countAttempts({ action: 'displacement', of: ['account', userId], max: 120, seconds: 3600 })
  return db.transaction().execute(async (tx) => {
    const staff = await getChangedStaff(tx, request)
    await lockBeforeBookings(tx, staff, request)
    const ids = decisions.map(({ appointmentId }) => appointmentId)
    const customerIds = await listCustomerIds(tx, { barbershopId, ids })
    await lockBookings(tx, { customerIds, barbershopId })
    const { displacedIds, finish } = await writeChange(tx, deps, request)
    if (displacedIds.length > MAX_DISPLACED) throw new ApiError('TOO_MANY_DISPLACED')
    const appointments = await lockDisplaced(tx, displacedIds, { userId, now })

    const resolution = await decide(tx, appointments, { request, staff })
    // An account has claimed one of them in the meantime, and its bookings are not locked.
    const isLocked = ({ customerId }: LockedAppointment) => customerId === null || customerIds.includes(customerId)
    if (!appointments.every(isLocked)) throw new ApiError('STATE_CHANGED')

    const outcome = await settle(tx, resolution, { request, staff, closeDates })
    await finish?.()
    return { ...outcome, timeZone: staff.timeZone }
  })
}

type Context = { request: DisplacementRequest; staff: ChangedStaff }

async function decide(tx: Database, appointments: readonly LockedAppointment[], context: Context): Promise<Resolution> {
  const { change, decisions, otherwise } = context.request
  const decisionOf = readDecisions(change, decisions)
  const undecided = async () => createUndecidedError(await planAll(tx, appointments, context), context)
  if (appointments.some(({ id }) => decisionOf(id) === undefined)) throw await undecided()

  const toReassign = appointments.filter(({ id }) => decisionOf(id) === 'reassign')
  const { assigned, unassignable } = await planAll(tx, toReassign, context)
  const fallback = otherwise && isAllowed(change, otherwise) ? otherwise : undefined
  if (unassignable.length > 0 && !fallback) throw await undecided()

  const withoutBarber = new Set(unassignable.map(({ appointment }) => appointment.id))
  const actionOf = ({ id }: LockedAppointment) => (withoutBarber.has(id) ? fallback : decisionOf(id))
  return {
    reassigned: assigned,
    toPropose: appointments.filter((one) => actionOf(one) === 'propose'),
    cancelled: appointments.filter((one) => actionOf(one) === 'cancel'),
    unchanged: appointments.filter((one) => actionOf(one) === 'retain'),
  }
}

/** Barbers of the barbershop who are there to stay. In a barbershop that is not active there are none. */
async function planAll(tx: Database, appointments: readonly LockedAppointment[], { request }: Context) {
  const { barbershopId, reassignTo = ANY_BARBER, change, now } = request
  if (appointments.length === 0 || !isAllowed(change, 'reassign')) return planReassignments(appointments, [], () => [])
  const [shop] = await listBarbershopSchedules(tx, [barbershopId])
  const barbers = shop?.barbers ?? []
  const leaving = await listLeaving(
    tx,
    barbers.map(({ userId }) => userId),
  )
  const isRequested = (id: string) => reassignTo === ANY_BARBER || id === reassignTo.toLowerCase()
  const candidates = barbers.filter(({ barberId, userId }) => isRequested(barberId) && !leaving.includes(userId))
  if (reassignTo !== ANY_BARBER && candidates.length === 0) throw new ApiError('BARBER_NOT_FOUND')
  const starts = appointments.map(({ startsAt }) => toEpochMinute(startsAt))
  const span = { from: Math.min(...starts) - 1440, to: Math.max(...starts) + 2 * 1440, now }
  return planReassignments(appointments, candidates, await loadBusyIntervals(tx, candidates, span))
}

type Plan = Awaited<ReturnType<typeof planAll>>

function createUndecidedError({ assigned, unassignable }: Plan, { request, staff }: Context): ApiError {
  const takers = assigned.map(({ appointment, barber }) => ({ appointment, taker: barber, obstacle: null }))
  const others = unassignable.map((one) => ({ ...one, taker: undefined }))
  const appointments = [...takers, ...others]
    .toSorted((a, b) => a.appointment.startsAt.getTime() - b.appointment.startsAt.getTime())
    .map(
      ({ appointment, taker, obstacle }): DisplacedAppointment => ({
        ...toConflict(appointment),
        barber: { id: appointment.barberId, name: appointment.barberName },
        taker: taker ? { id: taker.barberId, name: taker.barberName } : null,
        obstacle,
      }),
    )
  const actions = listActions(request.change)
  return new ApiError('DISPLACEMENT_UNDECIDED', { timeZone: staff.timeZone, appointments, actions })
}

export function toConflict(appointment: LockedAppointment): ScheduleConflict {
  const { id, status, startsAt, endsAt, serviceName, guestName, customerName, customerPhone, isOfSeries } = appointment
  const times = { startTime: startsAt.toISOString(), endTime: endsAt.toISOString() }
  const customer = { name: guestName ?? customerName, phone: customerPhone }
  return { id, status, ...times, serviceName, customer, isOfSeries }
}

async function settle(
  tx: Database,
  { reassigned, toPropose, cancelled, unchanged }: Resolution,
  { request, staff, closeDates }: Context & Pick<DisplacementDeps, 'closeDates'>,
): Promise<DisplacementOutcome> {
  const { userId, sendsLink, change, now } = request
  const actor = userId === staff.barber?.userId ? ('barber' as const) : ('owner' as const)
  const reassignments = reassigned.map(({ appointment: { id }, barber }) => ({
    id,
    barberId: barber.barberId,
    barberUserId: barber.userId,
  }))
  await reassignAppointments(tx, reassignments, now)

  const reason = describeDisplacement(change, staff.barber?.name ?? '')
  const ended = [...toPropose, ...cancelled].map(({ id }) => id)
  const closing = closingOf(change)
  const closedIds = closing ? await closeDates(tx, ended, { reason: closing, cancelReason: reason, actor, now }) : []
  const others = ended.filter((id) => !closedIds.includes(id))
  await cancelAppointments(tx, others, { actor, reason, now })

  const moves = reassigned.map(({ appointment, barber }) => ({
    from: appointment,
    to: { ...appointment, barberId: barber.barberId },
  }))
  if (moves.length > 0) await recordEvent(tx, { name: 'appointments.moved', moves, at: now })
  // The customers of standing appointments get what they choose from with the message of these.
  const open = toPropose.filter(({ id }) => !closedIds.includes(id))
  const proposed = await proposeAlternatives(tx, open, request)
  const byItself = toPropose.filter(({ id }) => closedIds.includes(id))
  const outcome = {
    reassigned,
    proposed: [...proposed, ...byItself.map((appointment) => ({ appointment, alternative: undefined }))],
    cancelled,
    unchanged,
  }
  await notifyOfDisplacement(tx, { ...outcome, closedIds, request, staff, reason, by: { actor, userId, sendsLink } })
  const affected = [...reassigned.map(({ appointment }) => appointment), ...toPropose, ...cancelled]
  const userIds = [staff.ownerId, ...affected.map(({ barberUserId }) => barberUserId)]
  await publish(tx, [...new Set(userIds)], 'appointments')
  return outcome
}
