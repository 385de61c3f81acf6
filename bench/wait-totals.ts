import { nextFreeStart, nextFreeStartAfterQueue } from './next-free.ts'
import type { DayResult, DaySpanMinutes, WaitSample } from './simulate-day.ts'
import { DAY_MIN } from './simulated-shops.ts'

/** Minutes of the day per point of the picture. */
export const BIN_MIN = 30
const BINS = DAY_MIN / BIN_MIN
/** Errors are counted by tenths of a minute; the last one is for all that are larger. */
const ERROR_STEPS_PER_MIN = 10
const ERROR_STEPS = 1800
/** A wait of less is none. */
const NONE_MIN = 0.5

type Binned = { count: number[]; minutes: number[] }
/** The totals of one rule by which customers are called. `busy` and `barbers` are minutes. */
export type RuleTotals = { waits: Binned; delays: Binned; busy: number[]; barbers: number[]; walkIns: number }

/** What was counted in any number of simulated days: sums only, so that parts can be added. */
export type WaitTotals = {
  days: number
  estimated: number
  shown: number
  held: number
  heldOfAll: number
  silent: number
  silentNotCalled: number
  displaced: number
  estimate: number[]
  nextFree: number[]
  nextFreeAfterQueue: number[]
  /** By the own rule of the queue. */
  queueRule: RuleTotals
  firstCome: RuleTotals
}

const zeros = (length: number) => new Array<number>(length).fill(0)
const createBinned = (): Binned => ({ count: zeros(BINS), minutes: zeros(BINS) })

function createRule(): RuleTotals {
  return { waits: createBinned(), delays: createBinned(), busy: zeros(BINS), barbers: zeros(BINS), walkIns: 0 }
}

export function createTotals(): WaitTotals {
  return {
    days: 0,
    estimated: 0,
    shown: 0,
    held: 0,
    heldOfAll: 0,
    silent: 0,
    silentNotCalled: 0,
    displaced: 0,
    estimate: zeros(ERROR_STEPS),
    nextFree: zeros(ERROR_STEPS),
    nextFreeAfterQueue: zeros(ERROR_STEPS),
    queueRule: createRule(),
    firstCome: createRule(),
  }
}

/** Adds numbers of the same shape to `sum`. */
export function addTotals<T extends object>(sum: T, part: T): T {
  for (const key of Object.keys(part) as (keyof T)[]) {
    const one = sum[key]
    const other = part[key]
    if (typeof one === 'object' && one && typeof other === 'object' && other) addTotals(one, other)
    else sum[key] = (Number(one) + Number(other)) as T[keyof T]
  }
  return sum
}

/** What was shown to one customer, and what came. */
export function addSample(totals: WaitTotals, { estimate, realMin, shown }: WaitSample) {
  if (!estimate) {
    totals.silent += 1
    if (realMin === undefined) totals.silentNotCalled += 1
    return
  }
  const isHeld = realMin !== undefined && realMin >= estimate.p10 && realMin <= estimate.p90
  totals.estimated += 1
  totals.heldOfAll += Number(isHeld)
  if (estimate.p90 > NONE_MIN) {
    totals.shown += 1
    totals.held += Number(isHeld)
  }
  if (realMin === undefined) return
  countError(totals.estimate, realMin - estimate.p50)
  countError(totals.nextFree, realMin - nextFreeStart(shown))
  countError(totals.nextFreeAfterQueue, realMin - nextFreeStartAfterQueue(shown))
}

function countError(counts: number[], error: number) {
  const step = Math.min(Math.round(Math.abs(error) * ERROR_STEPS_PER_MIN), ERROR_STEPS - 1)
  counts[step] = (counts[step] ?? 0) + 1
}

/** Minutes. */
export function medianError(counts: readonly number[]): number {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2
  let below = 0
  const step = counts.findIndex((count) => {
    below += count
    return below >= half
  })
  return step / ERROR_STEPS_PER_MIN
}

export function addPlayedDay(
  rule: RuleTotals,
  { waits, delays, busy }: DayResult,
  day: { barbers: number; walkIns: number },
) {
  rule.walkIns += day.walkIns
  for (const one of waits) addToBin(rule.waits, one)
  for (const one of delays) addToBin(rule.delays, one)
  for (let bin = 0; bin < BINS; bin++) addAt(rule.barbers, bin, day.barbers * BIN_MIN)
  for (const one of busy) addBusy(rule.busy, one)
}

const addAt = (numbers: number[], index: number, value: number) => {
  numbers[index] = (numbers[index] ?? 0) + value
}

function addToBin({ count, minutes }: Binned, span: DaySpanMinutes) {
  const bin = Math.min(Math.max(Math.floor(span.at / BIN_MIN), 0), BINS - 1)
  addAt(count, bin, 1)
  addAt(minutes, bin, span.minutes)
}

function addBusy(busy: number[], { at, minutes }: DaySpanMinutes) {
  for (let bin = Math.floor(at / BIN_MIN); bin < BINS && bin * BIN_MIN < at + minutes; bin++) {
    const overlap = Math.min(at + minutes, (bin + 1) * BIN_MIN) - Math.max(at, bin * BIN_MIN)
    if (bin >= 0) addAt(busy, bin, overlap)
  }
}
