import type {
  DisplacementAction,
  DisplacementDecision,
  DisplacingChange,
  displacementsApi,
} from '@na-regua/contract/displacements'
import type { Body } from '@na-regua/contract/route'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { formatInstant } from '../../../lib/format-time.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import type { BusyIntervals } from '../../availability/rules.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import type { LockedAppointment } from './queries.ts'

export type DisplacementRequest = Body<typeof displacementsApi.make> & {
  userId: string
  barbershopId: string
  /** Customers without an account receive the link from us; otherwise the staff send it. */
  sendsLink: boolean
  now: Date
}

export type AssignedAppointment = { appointment: LockedAppointment; barber: BookableBarber }

/** What was decided about the displaced appointments. */
export type Resolution = {
  reassigned: AssignedAppointment[]
  toPropose: LockedAppointment[]
  cancelled: LockedAppointment[]
  unchanged: LockedAppointment[]
}

/** Without an alternative if no time is free in the next days. */
export type ProposedAppointment = { appointment: LockedAppointment; alternative: Alternative | undefined }

/** What became of them. */
export type DisplacementOutcome = Omit<Resolution, 'toPropose'> & { proposed: ProposedAppointment[] }

type Candidate = Pick<
  BookableBarber,
  'barberId' | 'userId' | 'barberName' | 'timeZone' | 'shopHours' | 'specialDates' | 'barberHours' | 'breaks' | 'terms'
>
type Appointment = Pick<LockedAppointment, 'id' | 'startsAt' | 'endsAt' | 'bufferMin' | 'serviceIds' | 'barberUserId'>

type ReassignmentPlan<A, C> = {
  assigned: { appointment: A; barber: C }[]
  unassignable: { appointment: A; obstacle: string }[]
}

/**
 * Who of the candidates takes which appointment at its time: another barber, who provides its services, works then and is free, buffers
 * included; among several the one with the least to do around that time. What one has taken is busy for the next.
 */
export function planReassignments<A extends Appointment, C extends Candidate>(
  appointments: readonly A[],
  candidates: readonly C[],
  getBusy: (candidate: C) => BusyIntervals,
): ReassignmentPlan<A, C> {
  const plan: ReassignmentPlan<A, C> = { assigned: [], unassignable: [] }
  const taken = new Map<string, [number, number][]>()
  const busyOf = (candidate: C) => [...getBusy(candidate), ...(taken.get(candidate.barberId) ?? [])]
  for (const appointment of appointments) {
    const others = candidates.filter(({ userId }) => userId !== appointment.barberUserId)
    const [barber] = others
      .filter((candidate) => findObstacle(appointment, candidate, busyOf(candidate)) === undefined)
      .map((candidate) => ({ candidate, load: busyMinutesAround(appointment, busyOf(candidate)) }))
      .toSorted((one, other) => one.load - other.load)
      .map(({ candidate }) => candidate)
    if (barber) {
      taken.set(barber.barberId, [...(taken.get(barber.barberId) ?? []), busySpanOf(appointment)])
      plan.assigned.push({ appointment, barber })
    } else plan.unassignable.push({ appointment, obstacle: describeObstacle(appointment, others, busyOf) })
  }
  return plan
}

type Obstacle = 'service' | 'hours' | 'busy'

function findObstacle(appointment: Appointment, candidate: Candidate, busy: BusyIntervals): Obstacle | undefined {
  const { startsAt, endsAt } = appointment
  if (!providesServicesOf(appointment, candidate)) return 'service'
  const [start, busyUntil] = busySpanOf(appointment)
  if (!isAtWork(candidate, candidate.timeZone, [], [toEpochMinute(startsAt), toEpochMinute(endsAt)])) return 'hours'
  return busy.some(([from, to]) => from < busyUntil && start < to) ? 'busy' : undefined
}

/** A service that was removed since is agreed all the same. */
export function providesServicesOf(
  { serviceIds }: Pick<Appointment, 'serviceIds'>,
  { terms }: Pick<Candidate, 'terms'>,
): boolean {
  return serviceIds.every((id) => id === null || terms[id]?.isProvided !== false)
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
  if (obstacles.every((one) => one === 'service')) return 'Mais ninguém faz este serviço.'
  if (obstacles.every((one) => one === 'hours')) return 'Ninguém trabalha nessa hora.'
  return 'Quem faz este serviço não está livre nessa hora.'
}

/** Epoch minutes, with the buffer. */
function busySpanOf({ startsAt, endsAt, bufferMin }: Appointment): [number, number] {
  return [toEpochMinute(startsAt), toEpochMinute(endsAt) + bufferMin]
}

const AROUND_MINUTES = 12 * 60

function busyMinutesAround({ startsAt }: Appointment, busy: BusyIntervals): number {
  const from = toEpochMinute(startsAt) - AROUND_MINUTES
  const to = toEpochMinute(startsAt) + AROUND_MINUTES
  return busy.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
}

/** With a barber who left nothing stays. There is no time for a service that the barbershop no longer provides. */
const actionsOf: Record<DisplacingChange['type'], readonly DisplacementAction[]> = {
  'time-off': ['reassign', 'propose', 'cancel', 'retain'],
  schedule: ['reassign', 'propose', 'cancel', 'retain'],
  removal: ['reassign', 'propose', 'cancel'],
  'opening-hours': ['reassign', 'propose', 'cancel', 'retain'],
  services: ['cancel', 'retain'],
}

export function listActions({ type }: Pick<DisplacingChange, 'type'>): DisplacementAction[] {
  return [...actionsOf[type]]
}

export function isAllowed({ type }: Pick<DisplacingChange, 'type'>, action: DisplacementAction): boolean {
  return actionsOf[type].includes(action)
}

/** As what the dates of standing appointments are closed, whose customers then choose other times; undefined where they just end. */
export function closingOf({ type }: Pick<DisplacingChange, 'type'>): 'time-off' | 'closed' | undefined {
  if (type === 'time-off') return 'time-off'
  return type === 'schedule' || type === 'opening-hours' ? 'closed' : undefined
}

/** The decision about an appointment; undefined if there is none, or none that this change allows. */
export function readDecisions(
  change: DisplacingChange,
  decisions: readonly DisplacementDecision[],
): (appointmentId: string) => DisplacementAction | undefined {
  const allowed = decisions.filter(({ action }) => isAllowed(change, action))
  const byId = new Map(allowed.map(({ appointmentId, action }) => [appointmentId.toLowerCase(), action]))
  return (appointmentId) => byId.get(appointmentId)
}

/** 'sexta, 13/03/2026 às 10h com Ana'. */
export function describeAlternative(
  { startTime, barberName }: Pick<Alternative, 'startTime' | 'barberName'>,
  { timeZone }: Pick<LockedAppointment, 'timeZone'>,
): string {
  return `${formatInstant(new Date(startTime), timeZone)} com ${barberName}`
}

/** Why, for the customer. */
export function describeDisplacement({ type }: Pick<DisplacingChange, 'type'>, barberName: string): string {
  return {
    'time-off': `${barberName} não vai poder atender nesse horário.`,
    schedule: 'Não há mais atendimento nesse dia e horário.',
    removal: 'O barbeiro não atende mais nesta barbearia.',
    'opening-hours': 'Não há mais atendimento nesse dia e horário.',
    services: 'A barbearia não faz mais este serviço.',
  }[type]
}
