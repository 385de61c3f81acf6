import { type absencesApi, MAX_ABSENCE_APPOINTMENTS } from '@na-regua/contract/absences'
import { ANY_BARBER } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { listBarbershopSchedules, loadBusyIntervals } from '../../availability/queries.ts'
import { type BarberScheduleRow, findBarberSchedule } from '../../staff/schedule/queries.ts'
import { insertTimeOff, listTimeOff, MAX_UPCOMING_TIME_OFF } from '../../staff/time-off/queries.ts'
import { findTimeOffProblem, spanOf } from '../../staff/time-off/rules.ts'
import { notifyOfAbsence } from './notify-of-absence.ts'
import {
  type AbsenceSpan,
  type AppointmentInAbsence,
  cancelAppointments,
  countAppointmentsIn,
  listLeaving,
  lockAppointmentsIn,
  lockBookings,
  lockStaff,
  reassignAppointments,
} from './queries.ts'
import { type AbsenceOutcome, planReassignments } from './rules.ts'

type AbsenceInput = Body<typeof absencesApi.add>
/** Closes the dates of standing appointments among these appointments, and returns which ones were. */
export type CloseDates = (
  tx: Database,
  appointmentIds: readonly string[],
  closing: { reason: 'time-off'; cancelReason: string; actor: 'barber' | 'owner'; now: Date },
) => Promise<{ id: string }[]>

type AbsenceDeps = { db: DatabasePool; countAttempts: CountAttempts; closeDates: CloseDates }

type AbsenceRequest = {
  userId: string
  barberId: string
  input: AbsenceInput
  /** Customers without an account receive the link from us; otherwise the staff send it. */
  sendsLink: boolean
  now: Date
}

/**
 * Adds time off and resolves the appointments in it, in one transaction: each goes to another barber or is cancelled, and the customers
 * are notified; or nothing changes. Throws 422 TIME_OFF_INVALID for time off that is none or has too many appointments in it, 409 SCHEDULE_CONFLICT with all appointments if there is one that the caller has not seen,
 * and 409 ABSENCE_UNRESOLVED with those that no requested barber can take, unless the caller has seen and decided these.
 */
export async function addAbsence(
  { db, countAttempts, closeDates }: AbsenceDeps,
  request: AbsenceRequest,
): Promise<AbsenceOutcome> {
  await countAttempts({ action: 'absence', of: ['account', request.userId], max: 60, seconds: 3600 })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const outcome = await db.transaction().execute((tx) => tryToAdd(tx, { ...request, closeDates }))
    if (outcome !== 'more-customers') return outcome
  }
  throw new ApiError('STATE_CHANGED')
}

/** Each failed attempt means that another customer booked a time in it, before bookings with the barbers were locked. */
const MAX_ATTEMPTS = 20

async function tryToAdd(
  tx: Database,
  request: AbsenceRequest & { closeDates: CloseDates },
): Promise<AbsenceOutcome | 'more-customers'> {
  const { barberId, userId, input, now } = request
  const before = await getAbsentBarber(tx, request)
  const { count, customerIds } = await countAppointmentsIn(tx, { ...spanOf(input, before), barberId, now })
  requireFewEnough(count)
  await lockBookings(tx, { customerIds, barbershopId: before.barbershop.id })
  if (!(await lockStaff(tx, { barberId, barbershopId: before.barbershop.id, userId }))) throw new ApiError('FORBIDDEN')
  // Now nothing that decides can change any more, so it is read again.
  const absent = await getAbsentBarber(tx, request)
  await checkTimeOff(tx, absent, request)
  const span = { ...spanOf(input, absent), barberId, now }
  const appointments = await lockAppointmentsIn(tx, span, userId)
  requireFewEnough(appointments.length)
  const isLocked = ({ customerId }: AppointmentInAbsence) => customerId === null || customerIds.includes(customerId)
  if (!appointments.every(isLocked)) return 'more-customers'
  const resolution = await resolve(tx, appointments, { ...request, absent })
  return write(tx, { ...request, absent, span }, resolution)
}

function requireFewEnough(count: number) {
  const words = `Há mais de ${MAX_ABSENCE_APPOINTMENTS} agendamentos nesse tempo. Divida a folga em períodos menores.`
  if (count > MAX_ABSENCE_APPOINTMENTS) throw new ApiError('TIME_OFF_INVALID', {}, words)
}

/** For the barber, and for those who edit the schedules of the barbershop. */
async function getAbsentBarber(db: Database, { barberId, userId }: AbsenceRequest): Promise<BarberScheduleRow> {
  const absent = await findBarberSchedule(db, barberId)
  if (!absent) throw new ApiError('BARBER_NOT_FOUND')
  if (userId !== absent.userId && !absent.editorIds.includes(userId)) throw new ApiError('FORBIDDEN')
  return absent
}

async function checkTimeOff(tx: Database, absent: BarberScheduleRow, { input, now }: AbsenceRequest): Promise<void> {
  const upcoming = await listTimeOff(tx, absent.barberId, now)
  const problem =
    findTimeOffProblem(input, absent, now) ??
    (upcoming.length < MAX_UPCOMING_TIME_OFF
      ? undefined
      : `Já há ${MAX_UPCOMING_TIME_OFF} folgas marcadas. Desmarque uma antes.`)
  if (problem) throw new ApiError('TIME_OFF_INVALID', {}, problem)
}

type Resolution = Omit<AbsenceOutcome, 'timeOff'>
type ResolvedRequest = AbsenceRequest & { absent: BarberScheduleRow }

async function resolve(
  tx: Database,
  appointments: readonly AppointmentInAbsence[],
  request: ResolvedRequest,
): Promise<Resolution> {
  const { appointmentIds, reassignTo, rest } = request.input
  if (!areSeen(appointments, appointmentIds)) throw conflictError(appointments)
  if (reassignTo === undefined) return { reassigned: [], cancelled: [...appointments], unchanged: [] }
  const { assigned, unassignable } = await plan(tx, appointments, request)
  const others = unassignable.map(({ appointment }) => appointment)
  if (others.length > 0 && !(rest && areSeen(others, rest.appointmentIds))) {
    const conflicts = unassignable.map(({ appointment, obstacle }) => ({ ...toConflict(appointment), obstacle }))
    throw new ApiError('ABSENCE_UNRESOLVED', { conflicts, assignable: assigned.length })
  }
  const isCancelled = rest?.action === 'cancel'
  return { reassigned: assigned, cancelled: isCancelled ? others : [], unchanged: isCancelled ? [] : others }
}

function areSeen(appointments: readonly AppointmentInAbsence[], seenIds: readonly string[]): boolean {
  const seen = new Set(seenIds.map((id) => id.toLowerCase()))
  return appointments.every(({ id }) => seen.has(id))
}

function conflictError(appointments: readonly AppointmentInAbsence[]): ApiError {
  const count = appointments.length
  const words = count === 1 ? 'Há 1 agendamento marcado' : `Há ${count} agendamentos marcados`
  return new ApiError('SCHEDULE_CONFLICT', { conflicts: appointments.map(toConflict) }, `${words} nesse tempo.`)
}

export function toConflict(appointment: AppointmentInAbsence): ScheduleConflict {
  const { id, status, startsAt, endsAt, serviceName, guestName, customerName, customerPhone, isOfSeries } = appointment
  const times = { startTime: startsAt.toISOString(), endTime: endsAt.toISOString() }
  const customer = { name: guestName ?? customerName, phone: customerPhone }
  return { id, status, ...times, serviceName, customer, isOfSeries }
}

/** Barbers of the barbershop who are there to stay. In a barbershop that is not active there are none. */
async function plan(
  tx: Database,
  appointments: readonly AppointmentInAbsence[],
  { absent, input: { reassignTo }, now }: ResolvedRequest,
) {
  const [shop] = await listBarbershopSchedules(tx, [absent.barbershop.id])
  const colleagues = (shop?.barbers ?? []).filter(({ userId }) => userId !== absent.userId)
  const leaving = await listLeaving(
    tx,
    colleagues.map(({ userId }) => userId),
  )
  const isRequested = (id: string) => reassignTo === ANY_BARBER || id === reassignTo?.toLowerCase()
  const candidates = colleagues.filter(({ barberId, userId }) => isRequested(barberId) && !leaving.includes(userId))
  if (reassignTo !== ANY_BARBER && candidates.length === 0) throw new ApiError('BARBER_NOT_FOUND')
  const starts = appointments.map(({ startsAt }) => toEpochMinute(startsAt))
  const span = { from: Math.min(...starts) - 1440, to: Math.max(...starts) + 2 * 1440 }
  const getBusy = appointments.length === 0 ? () => [] : await loadBusyIntervals(tx, candidates, { ...span, now })
  return planReassignments(appointments, candidates, getBusy)
}

type AbsenceWrite = ResolvedRequest & { span: AbsenceSpan; closeDates: CloseDates }

async function write(tx: Database, request: AbsenceWrite, resolution: Resolution): Promise<AbsenceOutcome> {
  const { absent, userId, input, span, sendsLink, closeDates, now } = request
  const { reassigned, cancelled } = resolution
  const actor = userId === absent.userId ? ('barber' as const) : ('owner' as const)
  const reassignments = reassigned.map(({ appointment: { id }, barber }) => ({
    id,
    barberId: barber.barberId,
    barberUserId: barber.userId,
  }))
  await reassignAppointments(tx, reassignments, now)
  const reason = `${absent.name} não vai poder atender nesse horário.`
  const cancelledIds = cancelled.map(({ id }) => id)
  const closing = { reason: 'time-off' as const, cancelReason: reason, actor, now }
  const closedIds = (await closeDates(tx, cancelledIds, closing)).map(({ id }) => id)
  const others = cancelledIds.filter((id) => !closedIds.includes(id))
  await cancelAppointments(tx, others, { actor, reason, now })
  const moves = reassigned.map(({ appointment, barber }) => ({
    from: appointment,
    to: { ...appointment, barberId: barber.barberId },
  }))
  if (moves.length > 0) await recordEvent(tx, { name: 'appointments.moved', moves, at: now })
  const isDays = input.startTime === undefined
  const timeOff = await insertTimeOff(tx, absent.barberId, {
    start: span.start,
    end: span.end,
    reason: input.reason?.trim() || undefined,
    ...(isDays && { firstDay: input.startDate, lastDay: input.endDate }),
  })
  const by = { actor, userId, sendsLink }
  await notifyOfAbsence(tx, { ...resolution, closedIds, timeOff, absent, reason, by }, now)
  await publish(tx, [absent.userId, absent.ownerId], 'appointments')
  return { timeOff, ...resolution }
}
