import type { TimeOff } from '@na-regua/contract/staff'
import { toEpochMinute } from '../../../lib/local-time.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import type { BusyIntervals } from '../../availability/rules.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import type { AppointmentInAbsence } from './queries.ts'

export type AssignedAppointment = { appointment: AppointmentInAbsence; barber: BookableBarber }

/** What became of the appointments during an absence. */
export type AbsenceOutcome = {
  timeOff: TimeOff
  reassigned: AssignedAppointment[]
  cancelled: AppointmentInAbsence[]
  unchanged: AppointmentInAbsence[]
}

type Candidate = Pick<
  BookableBarber,
  'barberId' | 'userId' | 'barberName' | 'timeZone' | 'shopHours' | 'specialDates' | 'barberHours' | 'breaks' | 'terms'
>
type Appointment = Pick<AppointmentInAbsence, 'id' | 'startsAt' | 'endsAt' | 'bufferMin' | 'serviceIds'>

type ReassignmentPlan<A, C> = {
  assigned: { appointment: A; barber: C }[]
  unassignable: { appointment: A; obstacle: string }[]
}

/**
 * Who of the candidates takes which appointment at its time: one who provides its services, works then and is free, buffers included;
 * among several the one with the least to do around that time. Appointments of one barber never overlap, so the choice for one takes
 * nothing from another: as many as possible are assigned.
 */
export function planReassignments<A extends Appointment, C extends Candidate>(
  appointments: readonly A[],
  candidates: readonly C[],
  getBusy: (candidate: C) => BusyIntervals,
): ReassignmentPlan<A, C> {
  const plan: ReassignmentPlan<A, C> = { assigned: [], unassignable: [] }
  const loads = new Map<string, number>()
  for (const appointment of appointments) {
    const loadOf = (candidate: C) =>
      busyMinutesAround(appointment, getBusy(candidate)) + (loads.get(candidate.barberId) ?? 0)
    const [barber] = candidates
      .filter((candidate) => findObstacle(appointment, candidate, getBusy(candidate)) === undefined)
      .toSorted((one, other) => loadOf(one) - loadOf(other))
    if (barber) {
      loads.set(barber.barberId, (loads.get(barber.barberId) ?? 0) + minutesOf(appointment))
      plan.assigned.push({ appointment, barber })
    } else plan.unassignable.push({ appointment, obstacle: describeObstacle(appointment, candidates, getBusy) })
  }
  return plan
}

type Obstacle = 'service' | 'hours' | 'busy'

function findObstacle(appointment: Appointment, candidate: Candidate, busy: BusyIntervals): Obstacle | undefined {
  const { startsAt, endsAt, bufferMin, serviceIds } = appointment
  if (serviceIds.some((id) => id !== null && candidate.terms[id]?.isProvided === false)) return 'service'
  const start = toEpochMinute(startsAt)
  const end = toEpochMinute(endsAt)
  if (!isAtWork(candidate, candidate.timeZone, [], [start, end])) return 'hours'
  return busy.some(([from, to]) => from < end + bufferMin && start < to) ? 'busy' : undefined
}

/** A sentence in Portuguese. */
function describeObstacle<C extends Candidate>(
  appointment: Appointment,
  candidates: readonly C[],
  getBusy: (candidate: C) => BusyIntervals,
): string {
  const [only, ...others] = candidates
  if (!only) return 'Não há outro barbeiro na barbearia.'
  const texts = { service: 'não faz este serviço', hours: 'não trabalha nessa hora', busy: 'não está livre nessa hora' }
  const obstacles = candidates.map((one) => findObstacle(appointment, one, getBusy(one)) ?? 'busy')
  if (others.length === 0) return `${only.barberName} ${texts[obstacles[0] as Obstacle]}.`
  return obstacles.every((one) => one === 'service')
    ? 'Mais ninguém faz este serviço.'
    : 'Quem faz este serviço não está livre nessa hora.'
}

function minutesOf({ startsAt, endsAt }: Pick<Appointment, 'startsAt' | 'endsAt'>): number {
  return toEpochMinute(endsAt) - toEpochMinute(startsAt)
}

const AROUND_MINUTES = 12 * 60

function busyMinutesAround({ startsAt }: Appointment, busy: BusyIntervals): number {
  const from = toEpochMinute(startsAt) - AROUND_MINUTES
  const to = toEpochMinute(startsAt) + AROUND_MINUTES
  return busy.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
}
