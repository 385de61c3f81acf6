import {
  type BarberState,
  chanceToCome,
  type FixedPoint,
  GRACE_MIN,
  type QueuedCustomer,
  type ServiceDuration,
  type WaitState,
} from '@na-regua/wait'
import { type Interval, intersect, subtract, union } from '../../../lib/intervals.ts'
import { localDay } from '../../../lib/local-time.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import { businessDate, businessDaySpan, presentIntervals, workingIntervals } from '../../staff/schedule/rules.ts'
import type { LearnedBarbershop } from './learn-durations.ts'
import type { ComingAppointment, LoadedQueue } from './queries.ts'

const MINUTE_MS = 60_000
/** Share of the waiting customers who leave per minute. */
const LEAVING_PER_MIN = 0.002
/** Share of those who confirmed that they come. */
const CONFIRMED_SHARE = 0.99
const FALLBACK_MIN = 30

/** A fixed point of the estimate with the appointment of this barbershop that it is; undefined: a break, time off, another barbershop. */
type PlannedPoint = FixedPoint & { appointment?: ComingAppointment }

type PlannedState = Omit<BarberState, 'fixed'> & { fixed: readonly PlannedPoint[] }

/** One barber with the sources of the state. */
export type PlannedBarber = {
  barber: BookableBarber
  isAtWork: boolean
  /** An appointment that is not being served has begun and keeps its time: the start of another service is refused. */
  isBlocked: boolean
  /** Tapped. */
  serving: ComingAppointment | undefined
  /** For the draws: also an appointment that is in progress by the calendar, where the barber taps nothing. */
  state: PlannedState
  /** For the next call: the queue is not kept waiting by what was not tapped. */
  tapped: PlannedState
}

/** `customers` are those of `plan.queue`, in order: who is called comes first. */
export type PlannedQueue = {
  barbers: PlannedBarber[]
  customers: { entryId: string; isCalled: boolean; barberId: string | null; serviceId: string | null }[]
  queue: QueuedCustomer[]
  toState(queue: readonly QueuedCustomer[], side?: 'state' | 'tapped'): WaitState
  /** One who joins now. */
  toCustomer(choice: { barberId: string | null; serviceId: string | null }): QueuedCustomer
  usualServiceOf(barberId: string | null): string | null
}

/** The state of the estimate from what was loaded and learned, at one moment. */
export function planQueue(loaded: LoadedQueue, learned: LearnedBarbershop, now: Date): PlannedQueue {
  const { barbers } = loaded.shop
  const planned = barbers.map((barber) => planBarber(loaded, learned, barber, now))
  const positions = new Map(barbers.map(({ barberId }, position) => [barberId, position]))
  const usualServiceOf = (barberId: string | null) => findUsual(loaded, learned, barberId)
  const toCustomer: PlannedQueue['toCustomer'] = ({ barberId, serviceId }) => {
    const wanted = barberId === null ? undefined : positions.get(barberId)
    const service = serviceId ?? usualServiceOf(wanted === undefined ? null : barberId)
    const times = barbers.map((barber) => findTime(loaded, learned, barber, service))
    return { times, ...(wanted !== undefined && { barber: wanted }) }
  }
  const isCalled = ({ calledBy }: LoadedQueue['entries'][number]) => calledBy !== null && positions.has(calledBy)
  const ordered = [...loaded.entries.filter(isCalled), ...loaded.entries.filter((entry) => !isCalled(entry))]
  const customers = ordered.map(({ id, calledBy, barberId, serviceId }) => {
    return { entryId: id, isCalled: calledBy !== null, barberId: calledBy ?? barberId, serviceId }
  })
  return {
    barbers: planned,
    customers,
    usualServiceOf,
    toCustomer,
    queue: customers.map(toCustomer),
    toState: (queue, side = 'state') => ({
      barbers: planned.map((one) => one[side]),
      queue,
      forgottenTaps: learned.forgottenTaps,
      leavingPerMin: LEAVING_PER_MIN,
    }),
  }
}

/** The service that customers choose most, of those that the barber provides; of a new barbershop the first one. */
function findUsual({ shop, services }: LoadedQueue, { popularity }: LearnedBarbershop, barberId: string | null) {
  const terms = shop.barbers.find((barber) => barber.barberId === barberId)?.terms
  const provided = services.map(({ id }) => id).filter((id) => terms?.[id]?.isProvided !== false)
  return popularity.find((id) => provided.includes(id)) ?? provided[0] ?? null
}

/** Undefined for a barber who does not provide it. */
function findTime(
  { services }: LoadedQueue,
  { timeOf }: LearnedBarbershop,
  { barberId, terms }: BookableBarber,
  serviceId: string | null,
): ServiceDuration | undefined {
  const own = serviceId === null ? undefined : terms[serviceId]
  if (own?.isProvided === false) return undefined
  const planned = own?.durationMin ?? services.find(({ id }) => id === serviceId)?.durationMin ?? FALLBACK_MIN
  return timeOf(barberId, serviceId, planned)
}

function planBarber(loaded: LoadedQueue, learned: LearnedBarbershop, barber: BookableBarber, now: Date): PlannedBarber {
  const hours = findHours(loaded, barber, now)
  const own = loaded.appointments.filter(({ userId }) => userId === barber.userId)
  const timeOf = ({ serviceId, durationMin }: ComingAppointment) =>
    learned.timeOf(barber.barberId, serviceId, durationMin)
  const toServing = (appointment: ComingAppointment, since: number) => ({
    serving: { elapsedMin: (now.getTime() - since) / MINUTE_MS, time: timeOf(appointment) },
  })
  const serving = own.find(({ servingFrom, isEndSettled }) => servingFrom !== null && !isEndSettled)
  const due = own.filter((one) => one !== serving && isStillDue(one, now))
  const isTapping = loaded.tappingUserIds.includes(barber.userId)
  const assumed = serving || isTapping ? undefined : due.find((one) => isInProgress(one, now))
  const toPoint = (one: ComingAppointment): PlannedPoint => ({
    startMin: (one.startsAt - now.getTime()) / MINUTE_MS,
    time: timeOf(one),
    comes: chanceOf(one, { serving, showShare: learned.showShare, now }),
    ...(one.barbershopId === loaded.shop.id && one.status !== 'HELD' && !one.isEndSettled && { appointment: one }),
  })
  const toFixed = (appointments: readonly ComingAppointment[]) =>
    [...hours.breaks, ...appointments.map(toPoint)].sort((one, other) => one.startMin - other.startMin)
  const { fromMin, untilMin } = hours
  const tapped = {
    fromMin,
    untilMin,
    ...(serving && toServing(serving, serving.servingFrom ?? 0)),
    fixed: toFixed(due),
  }
  const isBlocked = own.some((one) => one !== serving && one.startsAt <= now.getTime() && one.busyUntil > now.getTime())
  return {
    barber,
    serving,
    tapped,
    isBlocked,
    isAtWork: hours.isPresent || serving !== undefined,
    state: assumed
      ? {
          fromMin,
          untilMin,
          ...toServing(assumed, assumed.startsAt),
          fixed: toFixed(due.filter((one) => one !== assumed)),
        }
      : tapped,
  }
}

/** Until its time is over; one whose customer is there also later, unless the clock ended the service. */
function isStillDue({ endsAt, arrivedAt, isEndSettled }: ComingAppointment, now: Date): boolean {
  return endsAt > now.getTime() || (arrivedAt !== null && !isEndSettled && endsAt > now.getTime() - 120 * MINUTE_MS)
}

/** By the calendar, and for so long that a customer who does not come would have been noticed. */
function isInProgress({ status, startsAt, arrivedAt }: ComingAppointment, now: Date): boolean {
  return status !== 'HELD' && arrivedAt === null && startsAt <= now.getTime() - GRACE_MIN * MINUTE_MS
}

type Presence = { serving: ComingAppointment | undefined; showShare: number; now: Date }

/** While the barber was serving at its time, it is not known whether the customer came: staff tap it when they have time for them. */
function chanceOf(one: ComingAppointment, { serving, showShare, now }: Presence): number {
  if (one.arrivedAt !== null) return 1
  const wasBusy = serving?.servingFrom != null && serving.servingFrom <= one.startsAt
  const startMin = wasBusy ? 0 : (one.startsAt - now.getTime()) / MINUTE_MS
  return chanceToCome(one.isPresenceConfirmed ? CONFIRMED_SHARE : showShare, startMin)
}

type Hours = Pick<BarberState, 'fromMin' | 'untilMin'> & { isPresent: boolean; breaks: PlannedPoint[] }

/** When a barber works on the rest of the business day. Breaks and time off between two spans of work are fixed points. */
function findHours({ shop, timeOff }: LoadedQueue, barber: BookableBarber, now: Date): Hours {
  const day = localDay(businessDate(shop, shop.timeZone, now), shop.timeZone)
  const span = businessDaySpan(shop, day.date)
  const absent = union(
    timeOff
      .filter(({ barberId }) => barberId === barber.barberId)
      .map(({ from, to }): Interval => [Math.floor(from / MINUTE_MS), Math.ceil(to / MINUTE_MS)]),
  )
  const toEpoch = (intervals: readonly Interval[]) => {
    const today = intersect(intervals, [span]).map(([from, to]): Interval => [day.toEpoch(from), day.toEpoch(to)])
    return subtract(union(today), absent)
  }
  const at = now.getTime() / MINUTE_MS
  const isPresent = toEpoch(presentIntervals(barber, day)).some(([from, to]) => from <= at && at < to)
  const working = toEpoch(workingIntervals(barber, day)).filter(([, to]) => to > at)
  const [first] = working
  const breaks = working.slice(1).map(([from], index): PlannedPoint => {
    const startsAt = (working[index] as Interval)[1]
    return { startMin: startsAt - at, time: { medianMin: from - startsAt, spread: 0, medianError: 0 }, comes: 1 }
  })
  if (!first) return { fromMin: 0, untilMin: 0, isPresent, breaks }
  return { fromMin: Math.max(0, first[0] - at), untilMin: (working.at(-1) as Interval)[1] - at, isPresent, breaks }
}
