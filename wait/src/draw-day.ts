import { chanceOfEnd, chanceOfForgottenTap } from './chances.ts'
import { createEvenStream, type EvenStream, normalQuantile, type RandomStream } from './random.ts'
import type { ServiceDuration } from './service-durations.ts'
import {
  type BarberState,
  CHANGEOVER_MIN,
  type FixedPoint,
  GRACE_MIN,
  OVERRUN_MIN,
  type QueuedCustomer,
  type WaitState,
} from './state.ts'

export const NEVER = Number.POSITIVE_INFINITY

/** One drawn day: the same memory for all draws. By barber, and by entry of the queue. */
export type DrawnDay = {
  freeAt: Float64Array
  nextFixed: Int32Array
  /** How far a barber's medians are from what was learned, in standard errors: who is slower is slower with everything. */
  error: Float64Array
  calledAt: Float64Array
  patience: Float64Array
  /** The entries that still wait, in order, from the position `first` on. */
  waiting: Int32Array
  first: number
  /** By barber, the same in all draws: what each entry needs, the shortest of them, and the rest of the present service. */
  needs: Float64Array[]
  shortest: number[]
  remaining: (((share: number) => number) | undefined)[]
  /** By barber: how slow they are, and how long the present service takes, evenly over the draws. */
  errorShares: EvenStream[]
  remainingShares: EvenStream[]
  /** When the barber was ready for each fixed point; NEVER: not reached in this draw. */
  readyAt: Float64Array[]
}

export function createDay({ barbers, queue, forgottenTaps }: WaitState, draws: number, random: RandomStream): DrawnDay {
  const needs = barbers.map((_, index) => Float64Array.from(queue, (customer) => findNeed(customer, index)))
  return {
    freeAt: new Float64Array(barbers.length),
    nextFixed: new Int32Array(barbers.length),
    error: new Float64Array(barbers.length),
    calledAt: new Float64Array(queue.length),
    patience: new Float64Array(queue.length),
    waiting: new Int32Array(queue.length),
    first: 0,
    needs,
    shortest: needs.map((minutes) => Math.min(...minutes)),
    remaining: barbers.map(({ serving }) => serving && createRemaining(serving, forgottenTaps)),
    errorShares: barbers.map(() => createEvenStream(draws, random)),
    remainingShares: barbers.map(() => createEvenStream(draws, random)),
    readyAt: barbers.map(({ fixed }) => new Float64Array(fixed.length)),
  }
}

/** When each barber is free of the present service. */
export function beginDay(
  { barbers, queue, leavingPerMin }: WaitState,
  day: DrawnDay,
  random: RandomStream,
  draw: number,
) {
  for (let index = 0; index < barbers.length; index++) {
    const { fromMin } = barbers[index] as BarberState
    day.error[index] = normalQuantile((day.errorShares[index] as EvenStream)(draw))
    const remaining = day.remaining[index]?.((day.remainingShares[index] as EvenStream)(draw)) ?? 0
    day.freeAt[index] = Math.max(fromMin, remaining > 0 ? remaining + CHANGEOVER_MIN : 0)
    day.readyAt[index]?.fill(NEVER)
  }
  for (let entry = 0; entry < queue.length; entry++) {
    if (queue[entry]?.isProbe) day.patience[entry] = Number.NEGATIVE_INFINITY
    else day.patience[entry] = leavingPerMin > 0 ? -Math.log(1 - random()) / leavingPerMin : NEVER
  }
  day.nextFixed.fill(0)
  day.calledAt.fill(NEVER)
  for (let entry = 0; entry < queue.length; entry++) day.waiting[entry] = entry
  day.first = 0
}

/**
 * The barber who is free first decides what comes next, until the queue is empty and each fixed point that starts by `horizonMin`
 * was reached, or the day is over.
 */
export function drawRest(state: WaitState, day: DrawnDay, random: RandomStream, horizonMin: number) {
  let reaching = countReached(state, horizonMin)
  while (day.first < day.waiting.length || reaching > 0) {
    const index = findEarliest(day.freeAt)
    if (index < 0) return
    const at = day.freeAt[index] as number
    const { fixed, untilMin } = state.barbers[index] as BarberState
    const next = fixed[day.nextFixed[index] as number]
    const position = findNextPosition(day, index, next?.startMin, untilMin)
    const isReached = next !== undefined && next.startMin <= horizonMin
    // After closing time who is booked is still served, but the queue is not.
    if (position >= 0) callPosition(state, day, { position, index }, random)
    else if (next && (at < untilMin || isReached)) {
      if (isReached) reaching -= 1
      passFixedPoint(day, index, next, random)
    } else day.freeAt[index] = NEVER
  }
}

function countReached({ barbers }: WaitState, horizonMin: number): number {
  let count = 0
  for (const { fixed } of barbers) for (const { startMin } of fixed) if (startMin <= horizonMin) count += 1
  return count
}

/** The barber who is free first; -1: none is. */
function findEarliest(freeAt: Float64Array): number {
  let earliest = -1
  let earliestAt = NEVER
  for (let index = 0; index < freeAt.length; index++) {
    const at = freeAt[index] as number
    if (at >= earliestAt) continue
    earliest = index
    earliestAt = at
  }
  return earliest
}

/** The position of the first one in the queue whom the barber serves before the next fixed point and closing time; -1: none. */
function findNextPosition(
  { waiting, first, needs, shortest, freeAt }: DrawnDay,
  index: number,
  nextMin: number | undefined,
  untilMin: number,
): number {
  const at = freeAt[index] as number
  const isDue = nextMin !== undefined && nextMin <= at
  if (isDue || at >= untilMin) return -1
  const free = (nextMin ?? untilMin) + OVERRUN_MIN - at
  if (free < (shortest[index] as number)) return -1
  const minutes = needs[index] as Float64Array
  for (let position = first; position < waiting.length; position++)
    if ((minutes[waiting[position] as number] as number) <= free) return position
  return -1
}

/** The minutes that a barber is expected to need for a customer of the queue; NEVER for one who wants another barber. */
export function findNeed({ barber, times }: QueuedCustomer, index: number): number {
  return barber === undefined || barber === index ? (times[index]?.medianMin ?? NEVER) : NEVER
}

/** One who has left by then takes no time. Their own wait is still what it would have been. */
function callPosition(
  { queue }: WaitState,
  day: DrawnDay,
  { position, index }: { position: number; index: number },
  random: RandomStream,
) {
  const at = day.freeAt[index] as number
  const entry = day.waiting[position] as number
  // Nearly always one of the first.
  for (let before = position; before > day.first; before--) day.waiting[before] = day.waiting[before - 1] as number
  day.first += 1
  day.calledAt[entry] = at
  const isThere = at < (day.patience[entry] as number)
  const time = queue[entry]?.times[index]
  if (isThere && time) day.freeAt[index] = at + drawMinutes(time, day.error[index] as number, random) + CHANGEOVER_MIN
}

/** It is served, or no longer waited for after the grace period. */
function passFixedPoint(day: DrawnDay, index: number, { startMin, time, comes }: FixedPoint, random: RandomStream) {
  const readyAt = day.freeAt[index] as number
  const begins = Math.max(readyAt, startMin)
  const isServed = comes >= 1 || random() < comes
  const position = day.nextFixed[index] as number
  ;(day.readyAt[index] as Float64Array)[position] = readyAt
  day.freeAt[index] = isServed
    ? begins + drawMinutes(time, day.error[index] as number, random) + CHANGEOVER_MIN
    : Math.max(begins, startMin + GRACE_MIN)
  day.nextFixed[index] = position + 1
}

function drawMinutes({ medianMin, spread, medianError }: ServiceDuration, error: number, random: RandomStream): number {
  if (spread === 0) return medianMin
  return medianMin * Math.exp(medianError * error + spread * normalQuantile(random()))
}

/**
 * Minutes until the current service ends, given how long it has taken, by a share of [0, 1) of all such services. The longer it lasts
 * beyond the usual, the more likely it has ended without a tap: then the barber is free.
 */
export function createRemaining(
  serving: NonNullable<BarberState['serving']>,
  forgottenTaps: number,
): (share: number) => number {
  const { elapsedMin, time } = serving
  const forgotten = chanceOfForgottenTap(serving, forgottenTaps)
  const ended = chanceOfEnd(serving)
  const spread = Math.hypot(time.spread, time.medianError)
  return (share) => {
    if (share < forgotten) return 0
    const lasting = (share - forgotten) / (1 - forgotten)
    return Math.max(0, time.medianMin * Math.exp(spread * normalQuantile(ended + lasting * (1 - ended))) - elapsedMin)
  }
}
