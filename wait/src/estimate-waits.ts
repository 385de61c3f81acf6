import { createRandomStream, normalQuantile, normalShareBelow, type RandomStream } from './random.ts'
import type { ServiceDuration } from './service-durations.ts'

/** An appointment or a break: the queue fills the time between them and never displaces one. */
export type FixedPoint = {
  /** Minutes from now; negative when it is overdue. */
  startMin: number
  time: ServiceDuration
  /** Probability that the customer comes; 1 for a break and for a customer who is there. */
  comes: number
}

/** A barber today, in minutes from now. */
export type BoardBarber = {
  fromMin: number
  untilMin: number
  /** Who is being served, and for how many minutes already. */
  serving?: { elapsedMin: number; time: ServiceDuration }
  /** In the order of their starts. */
  fixed: readonly FixedPoint[]
}

export type QueuedCustomer = {
  /** The position of the barber they wait for; undefined: the one who is free first. */
  barber?: number
  /** How long their service takes each barber, in the order of the barbers. */
  times: readonly ServiceDuration[]
}

export type BoardState = {
  barbers: readonly BoardBarber[]
  /** In the order in which they are called. */
  queue: readonly QueuedCustomer[]
  /** Share of the services on this board whose end was not tapped. */
  forgottenTaps: number
  /** Share of the waiting customers who leave per minute. */
  leavingPerMin: number
}

/** Minutes until the customer is called, by the share of days on which that happens earlier. */
export type WaitQuantiles = { p10: number; p25: number; p50: number; p75: number; p90: number }

/** A customer with an appointment who is so many minutes late is no longer waited for. */
export const GRACE_MIN = 10
/** A customer of the queue is called when their service is expected to end at most so late for the next fixed point. */
export const OVERRUN_MIN = 3
/** Minutes between two customers of a barber. */
export const CHANGEOVER_MIN = 1

const DRAWS = 160
/** When a customer is called on fewer of the days, no number is shown. */
const MIN_CALLED = 0.9
const NEVER = Number.POSITIVE_INFINITY

/**
 * When each customer of the queue is called. The rest of the day is drawn many times, with the rule by which the board calls customers.
 * Pure: the same state and seed give the same result. Undefined for a customer who is probably not called today.
 */
export function estimateWaits(
  board: BoardState,
  { seed, draws = DRAWS }: { seed: number; draws?: number },
): (WaitQuantiles | undefined)[] {
  const random = createRandomStream(seed)
  const day = createDay(board)
  const calls = board.queue.map(() => new Float64Array(draws))
  for (let draw = 0; draw < draws; draw++) {
    drawDay(board, day, random)
    for (const [entry, minutes] of calls.entries()) minutes[draw] = day.calledAt[entry] as number
  }
  return calls.map(toQuantiles)
}

function toQuantiles(minutes: Float64Array): WaitQuantiles | undefined {
  const sorted = minutes.sort()
  const called = sorted.findLastIndex((minute) => minute < NEVER) + 1
  if (called < sorted.length * MIN_CALLED) return undefined
  const at = (share: number) => sorted[Math.min(Math.floor(called * share), called - 1)] as number
  return { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) }
}

/** One drawn day: the same memory for all draws. By barber, and by entry of the queue. */
type DrawnDay = {
  freeAt: Float64Array
  nextFixed: Int32Array
  /** How far a barber's medians are from what was learned, in standard errors: who is slower is slower with everything. */
  error: Float64Array
  calledAt: Float64Array
  patience: Float64Array
  isWaiting: Uint8Array
}

function createDay({ barbers, queue }: BoardState): DrawnDay {
  return {
    freeAt: new Float64Array(barbers.length),
    nextFixed: new Int32Array(barbers.length),
    error: new Float64Array(barbers.length),
    calledAt: new Float64Array(queue.length),
    patience: new Float64Array(queue.length),
    isWaiting: new Uint8Array(queue.length),
  }
}

function beginDay({ barbers, queue, forgottenTaps, leavingPerMin }: BoardState, day: DrawnDay, random: RandomStream) {
  for (const [index, { serving, fromMin }] of barbers.entries()) {
    day.error[index] = normalQuantile(random())
    const remaining = serving ? drawRemaining(serving, forgottenTaps, random) : 0
    day.freeAt[index] = Math.max(fromMin, remaining > 0 ? remaining + CHANGEOVER_MIN : 0)
  }
  for (let entry = 0; entry < queue.length; entry++)
    day.patience[entry] = leavingPerMin > 0 ? -Math.log(1 - random()) / leavingPerMin : NEVER
  day.nextFixed.fill(0)
  day.calledAt.fill(NEVER)
  day.isWaiting.fill(1)
}

/** The barber who is free first decides what comes next, until the queue is empty or the day is over. */
function drawDay(board: BoardState, day: DrawnDay, random: RandomStream) {
  beginDay(board, day, random)
  let waiting = board.queue.length
  while (waiting > 0) {
    const index = findEarliest(day.freeAt)
    const at = day.freeAt[index] as number
    if (at === NEVER) return
    const { fixed, untilMin } = board.barbers[index] as BoardBarber
    const next = fixed[day.nextFixed[index] as number]
    const isDue = next !== undefined && next.startMin <= at
    const entry = isDue || at >= untilMin ? -1 : findNextEntry(board, day, index, next?.startMin ?? untilMin)
    if (entry >= 0) {
      callEntry(board, day, { entry, index }, random)
      waiting -= 1
    } else if (next && at < untilMin) passFixedPoint(day, index, next, random)
    else day.freeAt[index] = NEVER
  }
}

function findEarliest(freeAt: Float64Array): number {
  let earliest = 0
  for (let index = 1; index < freeAt.length; index++)
    if ((freeAt[index] as number) < (freeAt[earliest] as number)) earliest = index
  return earliest
}

/** The first one in the queue whom the barber serves before the next fixed point. */
function findNextEntry({ queue }: BoardState, { freeAt, isWaiting }: DrawnDay, index: number, until: number): number {
  const free = until + OVERRUN_MIN - (freeAt[index] as number)
  for (let entry = 0; entry < queue.length; entry++) {
    if (isWaiting[entry] === 0) continue
    const { barber, times } = queue[entry] as QueuedCustomer
    if (barber !== undefined && barber !== index) continue
    if ((times[index]?.medianMin ?? NEVER) <= free) return entry
  }
  return -1
}

/** One who has left by then takes no time. Their own wait is still what it would have been. */
function callEntry(
  { queue }: BoardState,
  day: DrawnDay,
  { entry, index }: { entry: number; index: number },
  random: RandomStream,
) {
  const at = day.freeAt[index] as number
  day.isWaiting[entry] = 0
  day.calledAt[entry] = at
  const isThere = at < (day.patience[entry] as number)
  const time = queue[entry]?.times[index]
  if (isThere && time) day.freeAt[index] = at + drawMinutes(time, day.error[index] as number, random) + CHANGEOVER_MIN
}

/** It is served, or no longer waited for after the grace period. */
function passFixedPoint(day: DrawnDay, index: number, { startMin, time, comes }: FixedPoint, random: RandomStream) {
  const begins = Math.max(day.freeAt[index] as number, startMin)
  const isServed = comes >= 1 || random() < comes
  day.freeAt[index] = isServed
    ? begins + drawMinutes(time, day.error[index] as number, random) + CHANGEOVER_MIN
    : Math.max(begins, startMin + GRACE_MIN)
  day.nextFixed[index] = (day.nextFixed[index] as number) + 1
}

function drawMinutes({ medianMin, spread, medianError }: ServiceDuration, error: number, random: RandomStream): number {
  if (spread === 0) return medianMin
  return medianMin * Math.exp(medianError * error + spread * normalQuantile(random()))
}

/**
 * Minutes until the current service ends, given how long it has taken. The longer it lasts beyond the usual, the more likely it has
 * ended without a tap: then the barber is free.
 */
export function drawRemaining(
  { elapsedMin, time }: NonNullable<BoardBarber['serving']>,
  forgottenTaps: number,
  random: RandomStream,
): number {
  const { medianMin, medianError } = time
  const spread = Math.hypot(time.spread, medianError)
  const ended = elapsedMin > 0 ? normalShareBelow(Math.log(elapsedMin / medianMin) / spread) : 0
  const lasting = 1 - ended
  const isForgotten = random() * (forgottenTaps * ended + lasting) < forgottenTaps * ended
  if (isForgotten) return 0
  return Math.max(0, medianMin * Math.exp(spread * normalQuantile(ended + random() * lasting)) - elapsedMin)
}
