import { beginDay, createDay, drawRest, findNeed, NEVER } from './draw-day.ts'
import { createRandomStream } from './random.ts'
import { type BarberState, type FixedPoint, GRACE_MIN, OVERRUN_MIN, type WaitState } from './state.ts'

/** Minutes until the customer is called, by the share of days on which that happens earlier. */
export type WaitQuantiles = { p10: number; p25: number; p50: number; p75: number; p90: number }

/** Medians in minutes from now. */
export type WaitTimes = {
  /** By entry of the queue; undefined for a customer who is probably not called today. */
  waits: (WaitQuantiles | undefined)[]
  /** By barber: when the present service ends. */
  freeAt: number[]
  /** By barber and fixed point: when the barber is ready for it, before its start when nothing else is to do. Undefined: not estimated. */
  readyAt: (number | undefined)[][]
}

/** The draws, and up to which minute fixed points are estimated. */
export type WaitOptions = { seed: number; horizonMin: number; draws?: number }

const DRAWS = 160
/** When a customer is called on fewer of the days, no number is shown. */
const MIN_CALLED = 0.9

/**
 * When each customer of the queue is called. The rest of the day is drawn many times, with the rule by which the queue calls customers.
 * Pure: the same state and seed give the same result. Undefined for a customer who is probably not called today.
 */
export function estimateWaits(state: WaitState, options: { seed: number; draws?: number }): WaitTimes['waits'] {
  return estimateTimes(state, { ...options, horizonMin: Number.NEGATIVE_INFINITY }).waits
}

/** The same draws for the queue, the barbers, and the appointments and breaks that start by `horizonMin`. */
export function estimateTimes(state: WaitState, { seed, horizonMin, draws = DRAWS }: WaitOptions): WaitTimes {
  const random = createRandomStream(seed)
  const day = createDay(state, draws, random)
  const memory = (items: readonly unknown[]) => items.map(() => new Float64Array(draws))
  const calls = memory(state.queue)
  const ends = memory(state.barbers)
  const ready = state.barbers.map(({ fixed }) => memory(fixed.filter(({ startMin }) => startMin <= horizonMin)))
  for (let draw = 0; draw < draws; draw++) {
    beginDay(state, day, random, draw)
    for (let index = 0; index < ends.length; index++) write(ends[index], draw, day.freeAt[index])
    drawRest(state, day, random, horizonMin)
    for (let entry = 0; entry < calls.length; entry++) write(calls[entry], draw, day.calledAt[entry])
    for (let index = 0; index < ready.length; index++) {
      const points = ready[index] as Float64Array[]
      for (let point = 0; point < points.length; point++) write(points[point], draw, day.readyAt[index]?.[point])
    }
  }
  return {
    waits: calls.map(toQuantiles),
    freeAt: ends.map((minutes) => medianOf(minutes) ?? 0),
    readyAt: ready.map((points) => points.map(medianOf)),
  }
}

function write(minutes: Float64Array | undefined, draw: number, value: number | undefined) {
  if (minutes && value !== undefined) minutes[draw] = value
}

function toQuantiles(minutes: Float64Array): WaitQuantiles | undefined {
  const sorted = minutes.sort()
  const called = sorted.findLastIndex((minute) => minute < NEVER) + 1
  if (called < sorted.length * MIN_CALLED) return undefined
  const at = (share: number) => sorted[Math.min(Math.floor(called * share), called - 1)] as number
  return { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) }
}

function medianOf(minutes: Float64Array): number | undefined {
  const median = minutes.sort()[minutes.length >> 1] as number
  return median < NEVER ? median : undefined
}

/** What a barber who is free in `atMin` minutes waits for: the next break or appointment, unless its customer is too late. */
function findNextPoint({ fixed }: BarberState, atMin: number): FixedPoint | undefined {
  return fixed.find(({ startMin, comes }) => comes >= 1 || startMin + GRACE_MIN > atMin)
}

/**
 * The position in the queue of the customer whom a barber who is free in `atMin` minutes calls next, by the rule of the draws; undefined
 * when an appointment or a break is due, when no customer in the queue fits before it, or the barber stops working.
 */
export function findNextCustomer({ barbers, queue }: WaitState, index: number, atMin: number): number | undefined {
  const barber = barbers[index]
  if (!barber || atMin >= barber.untilMin) return undefined
  const next = findNextPoint(barber, atMin)
  if (next && next.startMin <= atMin) return undefined
  const freeMin = (next?.startMin ?? barber.untilMin) + OVERRUN_MIN - atMin
  const position = queue.findIndex((customer) => findNeed(customer, index) <= freeMin)
  return position < 0 ? undefined : position
}

/**
 * How long `findNextCustomer` goes on finding the first of the queue for this barber as things are, in minutes from now; undefined if it
 * does not now. Only with the time: a customer who comes or does not changes more.
 */
export function findCallableMin(state: WaitState, index: number): number | undefined {
  const barber = state.barbers[index]
  const customer = state.queue[0]
  if (!barber || !customer || findNextCustomer(state, index, 0) !== 0) return undefined
  const endMin = findNextPoint(barber, 0)?.startMin ?? barber.untilMin
  return Math.min(endMin, endMin + OVERRUN_MIN - findNeed(customer, index))
}
