import { IntegerLists } from './integer-lists.ts'
import { enlarge, i32, u8 } from './typed-arrays.ts'

/**
 * In which a service of any duration can begin, with any of the barbers: at `first` and after every step of the grid, as long as the
 * service ends by `end`. Of the buffer after the service `slack` minutes fit behind `end`; what is more ends it earlier. `isSingle`:
 * only `first` is a start. In minutes since the beginning of the day, `first` is a multiple of SLOT_STEP_MINUTES.
 */
export type StartSpan = { first: number; end: number; slack: number; isSingle: boolean }

/** The unit of starts in memory. Every grid is a multiple of it, and so is every offset of a time zone. */
export const SLOT_STEP_MINUTES = 5
/** A day in memory has as many minutes, also when the clock changes: it begins so long after the one before. */
export const SLOT_DAY_MINUTES = 1440

/** Bits of a span: the step of `first`, then the minutes until `end`, then the slack, then two flags. */
const LENGTH_SHIFT = 9
const SLACK_SHIFT = 21
const SINGLE = 1 << 29
const LAST_OF_DAY = 1 << 30
const [MAX_STEP, MAX_LENGTH, MAX_SLACK] = [511, 4095, 255]
/** The first number of a list: how many days follow, and whether the place of a day's spans takes two bytes instead of one. */
const WIDE = 1 << 16

const readFirst = (span: number) => (span & MAX_STEP) * SLOT_STEP_MINUTES
const isLastOfDay = (span: number) => (span & LAST_OF_DAY) !== 0
const hasOneStart = (span: number) => (span & SINGLE) !== 0

/** The last minute at which a service can begin that takes so long. */
function readLastMinute(span: number, durationMin: number, bufferMin: number): number {
  const slack = (span >>> SLACK_SHIFT) & MAX_SLACK
  const end = readFirst(span) + ((span >>> LENGTH_SHIFT) & MAX_LENGTH) - (bufferMin > slack ? bufferMin - slack : 0)
  return Math.min(end - durationMin, SLOT_DAY_MINUTES - 1)
}

/** Where the spans of a day begin, counted from the first number of the list; 0 when the day has none. */
function findSpans(list: Int32Array, start: number, day: number): number {
  const header = list[start] as number
  const isWide = (header & WIDE) !== 0
  if (isWide) return ((list[start + 1 + (day >> 1)] as number) >>> ((day & 1) << 4)) & 0xffff
  return ((list[start + 1 + (day >> 2)] as number) >>> ((day & 3) << 3)) & 0xff
}

const countDays = (header: number) => header & (WIDE - 1)

/**
 * The spans of each day as a list of integers: the number of days, where the spans of each day begin, the spans. Days with equal spans
 * share them, so that weeks without appointments take little.
 */
function encodeDays(days: readonly (readonly StartSpan[])[]): Int32Array {
  const [spans, places]: [number[], number[]] = [[], []]
  const known = new Map<string, number>()
  for (const day of days) {
    const encoded = day.map((span, index) => encodeSpan(span, index === day.length - 1))
    const key = encoded.join(' ')
    if (day.length > 0 && !known.has(key)) {
      known.set(key, spans.length)
      spans.push(...encoded)
    }
    places.push(day.length === 0 ? -1 : (known.get(key) as number))
  }
  const narrow = 1 + Math.ceil(days.length / 4)
  const isWide = narrow + spans.length > 0xff
  const [shift, mask] = isWide ? [1, 1] : [2, 3]
  const head = isWide ? 1 + Math.ceil(days.length / 2) : narrow
  const list = new Int32Array(head + spans.length)
  list[0] = days.length | (isWide ? WIDE : 0)
  for (const [day, place] of places.entries()) {
    const at = 1 + (day >> shift)
    if (place >= 0) list[at] = (list[at] as number) | ((head + place) << ((day & mask) << (5 - shift)))
  }
  list.set(spans, head)
  return list
}

function encodeSpan({ first, end, slack, isSingle }: StartSpan, isLast: boolean): number {
  const length = Math.min(end - first, MAX_LENGTH)
  const numbers = first / SLOT_STEP_MINUTES + (length << LENGTH_SHIFT) + (Math.min(slack, MAX_SLACK) << SLACK_SHIFT)
  return numbers | (isSingle ? SINGLE : 0) | (isLast ? LAST_OF_DAY : 0)
}

type Days = readonly (readonly StartSpan[])[]
/** How long a service takes, and the buffer after it. */
export type SlotDuration = { durationMin: number; bufferMin: number }
/** Of a service with one barber, by number, or with any. */
export type TimeTest = (time: SlotDuration, barber: number) => boolean

/** The days of a point; each list begins with `firstDay`. `barbers`: those of each of them, where services differ between them. */
type PointDays = { gridMinutes: number; firstDay: number; days: Days; barbers?: readonly { days: Days }[] | undefined }

/** Instead of the number of a barber: the starts that some barber has. */
export const SOME_BARBER = -1

/**
 * The starts of each point: thirteen bytes, and for two months with some appointments thirty integers; as many for each barber of the
 * points whose barbers differ.
 */
export class SlotDays {
  #firstDays = new Int32Array(64)
  /** 0: nothing is known. */
  #grids = new Uint8Array(64)
  readonly #lists = new IntegerLists()
  readonly #ofBarbers = new Map<number, readonly Int32Array[]>()

  isKnown(point: number): boolean {
    return point < this.#grids.length && u8(this.#grids, point) > 0
  }

  forget(point: number) {
    if (point < this.#grids.length) this.#grids[point] = 0
    this.#ofBarbers.delete(point)
  }

  write(point: number, { gridMinutes, firstDay, days, barbers }: PointDays) {
    if (point >= this.#grids.length) {
      const capacity = Math.ceil(1.25 * point) + 64
      this.#firstDays = enlarge(this.#firstDays, capacity)
      this.#grids = enlarge(this.#grids, capacity)
    }
    this.#firstDays[point] = firstDay
    this.#grids[point] = gridMinutes
    this.#lists.write(point, encodeDays(days))
    const lists = barbers?.map((barber) => encodeDays(barber.days))
    if (lists) this.#ofBarbers.set(point, lists)
    else this.#ofBarbers.delete(point)
  }

  /** The list of a barber; that of all barbers while the barber's own is not known. */
  #findList(point: number, barber: number): Int32Array | undefined {
    return barber === SOME_BARBER ? undefined : this.#ofBarbers.get(point)?.[barber]
  }

  /** The first known start of a service at or after an instant, -1 when there is none. Only of a known point. */
  findFirst(point: number, from: number, { durationMin, bufferMin }: SlotDuration, barber: number): number {
    const grid = u8(this.#grids, point)
    const own = this.#findList(point, barber)
    const entries = own ?? this.#lists.entries
    const list = own ? 0 : this.#lists.start(point)
    const firstDay = i32(this.#firstDays, point)
    const days = countDays(i32(entries, list))
    for (let day = Math.max(0, Math.floor((from - firstDay) / SLOT_DAY_MINUTES)); day < days; day++) {
      const spans = findSpans(entries, list, day)
      if (spans === 0) continue
      const begin = firstDay + day * SLOT_DAY_MINUTES
      const minute = from - begin
      for (let at = list + spans; ; at++) {
        const span = i32(entries, at)
        const first = readFirst(span)
        if (first <= readLastMinute(span, durationMin, bufferMin)) {
          if (first >= minute) return begin + first
          const start = first + Math.ceil((minute - first) / grid) * grid
          if (!hasOneStart(span) && start <= readLastMinute(span, durationMin, bufferMin)) return begin + start
        }
        if (isLastOfDay(span)) break
      }
    }
    return -1
  }

  /** The last known start between two instants, the second one exclusive; -1 when there is none. */
  findLast(
    point: number,
    { from, until }: { from: number; until: number },
    { durationMin, bufferMin }: SlotDuration,
    barber: number,
  ): number {
    const own = this.#findList(point, barber)
    const entries = own ?? this.#lists.entries
    const list = own ? 0 : this.#lists.start(point)
    const grid = u8(this.#grids, point)
    const firstDay = i32(this.#firstDays, point)
    const days = countDays(i32(entries, list))
    const firstOfSpan = Math.max(0, Math.floor((from - firstDay) / SLOT_DAY_MINUTES))
    for (
      let day = Math.min(days - 1, Math.floor((until - 1 - firstDay) / SLOT_DAY_MINUTES));
      day >= firstOfSpan;
      day--
    ) {
      const spans = findSpans(entries, list, day)
      if (spans === 0) continue
      const begin = firstDay + day * SLOT_DAY_MINUTES
      const last = findLastOfDay(entries, list + spans, { until: until - begin, grid }, durationMin, bufferMin)
      if (last >= 0) return begin + last >= from ? begin + last : -1
    }
    return -1
  }
}

/** In minutes since the beginning of the day. */
function findLastOfDay(
  entries: Int32Array,
  spans: number,
  { until, grid }: { until: number; grid: number },
  durationMin: number,
  bufferMin: number,
): number {
  let best = -1
  for (let at = spans; ; at++) {
    const span = i32(entries, at)
    const first = readFirst(span)
    const last = Math.min(readLastMinute(span, durationMin, bufferMin), until - 1)
    if (last >= first) {
      const start = hasOneStart(span) ? first : last - ((last - first) % grid)
      if (start > best) best = start
    }
    if (isLastOfDay(span)) return best
  }
}
