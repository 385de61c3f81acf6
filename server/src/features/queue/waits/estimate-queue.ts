import type { WaitRange } from '@na-regua/contract/queue'
import { chanceOfForgottenTap, estimateTimes, estimateWaits, findNextCustomer, type WaitTimes } from '@na-regua/wait'
import type { LearnedBarbershop } from './learn-durations.ts'
import { type PlannedBarber, type PlannedQueue, planQueue } from './plan-queue.ts'
import type { LoadedQueue } from './queries.ts'
import {
  type BarberEstimate,
  type ExpectedStart,
  isSilent,
  type JoinChoice,
  type QueueEstimate,
  seedOf,
  toWaitRange,
} from './rules.ts'

const MINUTE_MS = 60_000
/** How far ahead appointments are estimated. */
const HORIZON_MIN = 180
/** From this probability on the end of a service was probably not tapped. */
const DOUBTFUL = 0.5

/** Everything that is shown of a queue. Pure: the same for the same state and moment. */
export function estimateLoadedQueue(loaded: LoadedQueue, learned: LearnedBarbershop, now: Date): QueueEstimate {
  const plan = planQueue(loaded, learned, now)
  const { shop } = loaded
  const probes = [null, ...shop.barbers.map(({ barberId }) => barberId)].map((barberId) => {
    const serviceId = plan.usualServiceOf(barberId)
    return { customer: { ...plan.toCustomer({ barberId, serviceId }), isProbe: true }, barberId, serviceId }
  })
  const queue = [...plan.queue, ...probes.map(({ customer }) => customer)]
  const times = estimateTimes(plan.toState(queue), { seed: seedOf(shop.id), horizonMin: HORIZON_MIN })
  const silent = isNotTapping(loaded, plan, now)
  const ranges = toRanges(times, [...plan.customers, ...probes], silent)
  const shown = ranges.slice(0, plan.queue.length)
  const [wait = null, ...ofBarbers] = ranges.slice(plan.queue.length)
  return {
    barbershopId: shop.id,
    timeZone: shop.timeZone,
    computedAt: now,
    isSilent: silent,
    wait,
    usualServiceId: plan.usualServiceOf(null),
    entries: new Map(
      plan.customers.map(({ entryId, isCalled }, index) => [entryId, isCalled ? null : (shown[index] ?? null)]),
    ),
    barbers: plan.barbers.map((one, index) =>
      toBarberEstimate(plan, one, { index, times, now, wait: ofBarbers[index] ?? null }),
    ),
  }
}

/** The wait of one who joins now. */
export function estimateJoining(
  loaded: LoadedQueue,
  learned: LearnedBarbershop,
  { barberId = null, serviceId = null }: JoinChoice,
  now: Date,
): WaitRange | null {
  const plan = planQueue(loaded, learned, now)
  const probe = { ...plan.toCustomer({ barberId, serviceId }), isProbe: true }
  if (isNotTapping(loaded, plan, now)) return null
  const waits = estimateWaits(plan.toState([...plan.queue, probe]), { seed: seedOf(loaded.shop.id) })
  return toWaitRange(waits.at(-1))
}

/** Whether one who joins now with the usual service is called at once: no draw is needed. */
export function isServedAtOnce(plan: PlannedQueue): boolean {
  const customer = plan.toCustomer({ barberId: null, serviceId: null })
  const state = plan.toState([customer])
  return (
    plan.queue.length === 0 &&
    state.barbers.some(
      ({ fromMin, serving }, index) => fromMin === 0 && !serving && findNextCustomer(state, index, 0) !== undefined,
    )
  )
}

/** No tap for too long, although customers wait or are served, by the taps or by the calendar. */
export function isNotTapping(loaded: LoadedQueue, { barbers, queue }: PlannedQueue, now: Date): boolean {
  const latest = findLatestTap(loaded)
  const isServing = ({ state: { serving, fixed } }: PlannedBarber) =>
    serving !== undefined || fixed.some(({ appointment, startMin }) => appointment && startMin <= 0)
  const isBusy = queue.length > 0 || barbers.some(isServing)
  return isSilent({ tappedAt: latest, isBusy, now })
}

/** Milliseconds; 0: never. */
export function findLatestTap({ tappedAt, appointments, shop }: LoadedQueue): number {
  const own = appointments.filter(({ barbershopId }) => barbershopId === shop.id)
  return Math.max(tappedAt ?? 0, ...own.flatMap(({ arrivedAt, servingFrom }) => [arrivedAt ?? 0, servingFrom ?? 0]))
}

type Chosen = { barberId: string | null; serviceId: string | null }

/** A later one with the same choice is never shown an earlier time. */
function toRanges({ waits }: WaitTimes, choices: readonly Chosen[], silent: boolean): (WaitRange | null)[] {
  const latest = new Map<string, WaitRange>()
  return choices.map(({ barberId, serviceId }, index) => {
    const range = silent ? null : toWaitRange(waits[index])
    if (!range) return null
    const key = `${barberId} ${serviceId}`
    const before = latest.get(key) ?? range
    const shown = { fromMin: Math.max(range.fromMin, before.fromMin), toMin: Math.max(range.toMin, before.toMin) }
    latest.set(key, shown)
    return shown
  })
}

type BarberTimes = { index: number; times: WaitTimes; now: Date; wait: WaitRange | null }

function toBarberEstimate(
  plan: PlannedQueue,
  planned: PlannedBarber,
  { index, times, now, wait }: BarberTimes,
): BarberEstimate {
  const { barber, serving, isAtWork, tapped } = planned
  const freeMin = times.freeAt[index] ?? 0
  const forgotten = tapped.serving ? chanceOfForgottenTap(tapped.serving, plan.toState([]).forgottenTaps) : 0
  return {
    barberId: barber.barberId,
    userId: barber.userId,
    name: barber.barberName,
    isAtWork,
    wait,
    serving: serving
      ? { appointmentId: serving.id, customerName: serving.customerName, since: new Date(serving.servingFrom ?? 0) }
      : null,
    freeAt: isAtWork ? toInstant(freeMin, now) : null,
    upcoming: listUpcoming(planned, times.readyAt[index] ?? [], now),
    suggestedEntryId: findSuggestion(plan, index, freeMin),
    isDoubtful: forgotten > DOUBTFUL,
  }
}

const toInstant = (minutes: number, now: Date) => new Date(now.getTime() + Math.round(minutes) * MINUTE_MS)

function listUpcoming({ state }: PlannedBarber, readyAt: readonly (number | undefined)[], now: Date): ExpectedStart[] {
  return state.fixed.flatMap(({ appointment, startMin }, position) => {
    const readyMin = readyAt[position]
    if (!appointment || readyMin === undefined) return []
    return [
      {
        appointmentId: appointment.id,
        startsAt: new Date(appointment.startsAt),
        expectedStart: toInstant(readyMin, now),
        delayMin: Math.round(readyMin - startMin),
        isArrived: appointment.arrivedAt !== null,
      },
    ]
  })
}

/** None for a barber who has called a customer already, who is not at work, or whose start would be refused. */
function findSuggestion(
  { barbers, customers, queue, toState }: PlannedQueue,
  index: number,
  freeMin: number,
): string | null {
  const { barber, isAtWork, isBlocked, tapped, state } = barbers[index] as PlannedBarber
  if (!isAtWork || isBlocked || customers.some(({ isCalled, barberId }) => isCalled && barberId === barber.barberId))
    return null
  const waiting = customers.flatMap(({ isCalled }, position) => (isCalled ? [] : [position]))
  // What the calendar says but no tap does not keep the queue waiting.
  const atMin = state === tapped ? freeMin : tapped.fromMin
  const next = findNextCustomer(
    toState(
      waiting.map((position) => queue[position] as (typeof queue)[number]),
      'tapped',
    ),
    index,
    atMin,
  )
  return next === undefined ? null : (customers[waiting[next] as number]?.entryId ?? null)
}
