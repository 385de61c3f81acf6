import { type ByteWriter, u16At } from './byte-writer.ts'

/**
 * In which a service of any duration can begin, with any of the barbers: at `first` and after every step of the grid, as long as the
 * service ends by `end`. Of the buffer after the service `slack` minutes fit behind `end`; what is more ends it earlier. `isSingle`:
 * only `first` is a start. In minutes since the beginning of the day, `first` is a multiple of SLOT_STEP_MINUTES.
 */
export type StartSpan = { first: number; end: number; slack: number; isSingle: boolean }

/** How long a service takes, and the buffer after it. */
export type SlotDuration = { durationMin: number; bufferMin: number }

/** The unit of starts in memory. Every grid is a multiple of it, and so is every offset of a time zone. */
export const SLOT_STEP_MINUTES = 5
/** A day in memory has as many minutes, also when the clock changes: it begins so long after the one before. */
export const SLOT_DAY_MINUTES = 1440

/**
 * A span takes two bytes: a flag for the last one of a day, one for spans of four bytes, and one number of the rest: the place of
 * `first` on the grid, then which of these slacks it has, then the steps of the grid to `end`.
 */
const LAST_OF_DAY = 0x8000
const LONG = 0x4000
const SHORT_CODES = 0x4000
const slacks = [0, 60, 255] as const
/** Bits of spans of four bytes: the steps before `first`, the minutes to `end`, the slack, whether there is one start only. */
const LENGTH_SHIFT = 9
const SLACK_SHIFT = 21
const SINGLE = 1 << 29
/** Longer than what is left of the day, a service and its buffer: it allows the same starts. */
const MAX_LENGTH = 4095
const MAX_FIRST = 511
/** More is stored as this: spans are exact for buffers up to as many minutes, twice as long as any. */
const MAX_SLACK = 255

export function writeSpan(writer: ByteWriter, span: StartSpan, gridMinutes: number, isLast: boolean) {
  const { first, end, isSingle } = span
  const slack = Math.min(span.slack, MAX_SLACK)
  const length = Math.min(end - first, MAX_LENGTH)
  const last = isLast ? LAST_OF_DAY : 0
  const place = first / gridMinutes
  const steps = length / gridMinutes
  const level = slacks.indexOf(slack as 0)
  const code = place + (SLOT_DAY_MINUTES / gridMinutes) * (level + slacks.length * steps)
  if (!isSingle && level >= 0 && Number.isInteger(place) && Number.isInteger(steps) && code < SHORT_CODES)
    return writer.write(last | code, 2)
  const numbers = first / SLOT_STEP_MINUTES + (length << LENGTH_SHIFT) + (slack << SLACK_SHIFT)
  const all = numbers | (isSingle ? SINGLE : 0)
  writer.write(last | LONG | (all >>> 16), 2)
  writer.write(all & 0xffff, 2)
}

/** The span that was read last. */
export class SpanReader {
  first = 0
  isSingle = false
  isLast = false
  /** Where the next span begins. */
  next = 0
  #end = 0
  #slack = 0

  read(bytes: Uint8Array, at: number, gridMinutes: number) {
    const head = u16At(bytes, at)
    this.isLast = (head & LAST_OF_DAY) !== 0
    if ((head & LONG) !== 0) return this.#readLong(((head & (LONG - 1)) << 16) | u16At(bytes, at + 2), at)
    const code = head & (LONG - 1)
    const places = (SLOT_DAY_MINUTES / gridMinutes) | 0
    const rest = (code / places) | 0
    const steps = (rest / slacks.length) | 0
    this.isSingle = false
    this.first = (code - rest * places) * gridMinutes
    this.#end = this.first + steps * gridMinutes
    this.#slack = slacks[rest - steps * slacks.length] as number
    this.next = at + 2
  }

  #readLong(numbers: number, at: number) {
    this.isSingle = (numbers & SINGLE) !== 0
    this.first = (numbers & MAX_FIRST) * SLOT_STEP_MINUTES
    this.#end = this.first + ((numbers >>> LENGTH_SHIFT) & MAX_LENGTH)
    this.#slack = (numbers >>> SLACK_SHIFT) & MAX_SLACK
    this.next = at + 4
  }

  /** The last minute at which a service can begin that takes so long. */
  findLastMinute(time: SlotDuration): number {
    return findLastMinute(this.#end, this.#slack, time)
  }
}

/** The last minute of the day at which a service can begin in a span with that end and that slack. */
export function findLastMinute(end: number, slack: number, { durationMin, bufferMin }: SlotDuration): number {
  const last = bufferMin > slack ? end - bufferMin + slack : end
  return Math.min(last - durationMin, SLOT_DAY_MINUTES - 1)
}
