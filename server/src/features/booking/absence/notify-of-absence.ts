import type { Database } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { barberAppointmentPath } from '../../appointments/rules.ts'
import { type AppointmentTransition, notifyParticipants } from '../../appointments/status/notify-participants.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import type { BarberScheduleRow } from '../../staff/schedule/queries.ts'
import { describeMove, type Mover } from '../reschedule/move-appointment.ts'
import type { AppointmentInAbsence } from './queries.ts'
import type { AbsenceOutcome, AssignedAppointment } from './rules.ts'

type AbsenceReport = Omit<AbsenceOutcome, 'unchanged'> & {
  /** Cancelled dates of standing appointments: their customers are notified with what they choose from. */
  closedIds: readonly string[]
  absent: BarberScheduleRow
  reason: string
  by: Mover
}

/**
 * Notifies each customer of what became of the appointment, and each barber once: those who take over, and the absent one if someone
 * else has added the time off.
 */
export async function notifyOfAbsence(tx: Database, report: AbsenceReport, now: Date): Promise<void> {
  const { reassigned, cancelled, closedIds } = report
  const others = cancelled.filter(({ id }) => !closedIds.includes(id))
  const transitions = [
    ...reassigned.flatMap((one) => describeReassignment(one, report, now)),
    ...others.map((one) => describeCancellation(one, report)),
  ]
  await notifyParticipants(tx, transitions, now)
  const dedupeKey = `absence:${report.timeOff.id}:${now.getTime()}`
  for (const digest of [...digestsOfColleagues(report), ...digestOfAbsent(report)])
    await insertNotification(tx, { ...digest, ...typeAndTopic, dedupeKey }, now)
}

function describeReassignment(
  { appointment, barber }: AssignedAppointment,
  { by }: AbsenceReport,
  now: Date,
): AppointmentTransition[] {
  const { startsAt: start, endsAt: end } = appointment
  const slot = { start, end, barber, status: 'CONFIRMED' as const, requestedAt: now }
  return describeMove(appointment, slot, by)
    .filter(({ kind }) => kind === 'moved')
    .map((transition) => ({ ...transition, onlyCustomer: true }))
}

function describeCancellation(before: AppointmentInAbsence, { reason, by }: AbsenceReport): AppointmentTransition {
  const after = { ...before, status: 'CANCELLED' as const, reason, version: before.version + 1 }
  return { before, after, by, onlyCustomer: true }
}

const typeAndTopic = { type: 'booking_rescheduled', topic: 'appointments' } as const

function digestsOfColleagues({ reassigned, absent, by }: AbsenceReport) {
  const byUser = Map.groupBy(reassigned, ({ barber }) => barber.userId)
  return [...byUser].flatMap(([userId, list]) => {
    const [first] = list
    if (userId === by.userId || !first) return []
    const appointments = list.map(({ appointment }) => appointment)
    const title = `Você atende no lugar de ${absent.name}`
    const message = `${count(list.length)}: ${listTimes(appointments)}.`
    const startsAt = new Date(Math.min(...appointments.map((appointment) => appointment.startsAt.getTime())))
    return [{ userId, title, message, path: barberAppointmentPath(first.appointment.id), startsAt }]
  })
}

function digestOfAbsent({ reassigned, cancelled, absent, by }: AbsenceReport) {
  if (absent.userId === by.userId) return []
  const parts = [
    ...(reassigned.length > 0 ? [`${count(reassigned.length)} com outro barbeiro`] : []),
    ...(cancelled.length > 0 ? [`${count(cancelled.length)} cancelado${cancelled.length === 1 ? '' : 's'}`] : []),
  ]
  const { userId } = absent
  const message = `A ${absent.barbershop.name} marcou a sua folga${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`
  return [{ userId, title: 'Folga marcada', message, path: '/barber/schedule' }]
}

const count = (number: number) => `${number} agendamento${number === 1 ? '' : 's'}`

const MOST_LISTED = 4

/** No names, so that an erased customer leaves none behind: a digest is not found by its appointments. */
function listTimes(appointments: readonly AppointmentInAbsence[]): string {
  const listed = appointments.slice(0, MOST_LISTED).map(({ startsAt, timeZone }) => formatInstant(startsAt, timeZone))
  const more = appointments.length - listed.length
  return [...listed, ...(more > 0 ? [`e mais ${more}`] : [])].join('; ')
}
