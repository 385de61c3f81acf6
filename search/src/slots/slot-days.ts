import { enlarge, i32 } from '../points/typed-arrays.ts'
import { ByteLists } from './byte-lists.ts'
import { countDays, type DayLists, encodeLists, findBarber, findSpans } from './slot-day-lists.ts'
import { SLOT_DAY_MINUTES, type SlotDuration, SpanReader } from './slot-spans.ts'

/** Of a service with one barber, by number, or with any. */
export type TimeTest = (time: SlotDuration, barber: number) => boolean

/** The days of a point; each list begins with `firstDay`. */
type PointDays = DayLists & { firstDay: number }

/** Instead of the number of a barber: the starts that some barber has. */
export const SOME_BARBER = -1

/** Of the span that is being read: queries run one after the other. */
const span = new SpanReader()

/**
 * Bytes that lists may take a point, and all of them however few they are. With appointments on every day of a month they take some
 * 280 a point: the limit is for what owners can enter beyond that.
 */
const BYTES_PER_LIST = 384
const MIN_BYTES = 2 ** 25

/** The starts of each point: twelve bytes, and its list of days. */
export class SlotDays {
  readonly #minBytes: number
  #firstDays = new Int32Array(64)
  readonly #lists = new ByteLists()

  constructor(minBytes = MIN_BYTES) {
    this.#minBytes = minBytes
  }

  ensureCapacity(points: number) {
    if (points <= this.#firstDays.length) return
    this.#firstDays = enlarge(this.#firstDays, points)
    this.#lists.ensureCapacity(points)
  }

  remove(point: number) {
    this.#lists.remove(point)
  }

  /**
   * Returns for how many minutes from the first day on all starts are stored, Infinity when that is all of them. When the lists take more
   * than they may, a list with more than its share ends earlier. `isMissed`: its later days were needed, so that it is stored as a whole,
   * until the lists take twice as much.
   */
  write(point: number, { firstDay, ...lists }: PointDays, isMissed = false): number {
    const allowed = Math.max(this.#minBytes, BYTES_PER_LIST * this.#lists.size) * (isMissed ? 2 : 1)
    const count = this.#lists.usedBytes < allowed ? countDaysOf(lists) : findCount(lists, BYTES_PER_LIST)
    this.#firstDays[point] = firstDay
    this.#lists.write(point, encodeLists(lists, count))
    return count < countDaysOf(lists) ? count * SLOT_DAY_MINUTES : Number.POSITIVE_INFINITY
  }

  /** Bytes of its list. */
  lengthOf(point: number): number {
    return this.#lists.length(point)
  }

  firstDay(point: number): number {
    return i32(this.#firstDays, point)
  }

  /** Where the list of a barber begins in its page; that of all barbers while the barber's own is not known. */
  #findList(page: Uint8Array, point: number, barber: number): number {
    const start = this.#lists.start(point)
    if (barber === SOME_BARBER) return start
    const own = findBarber(page, start, start + this.#lists.length(point), barber)
    return own < 0 ? start : own
  }

  /** The first known start of a service at or after an instant, -1 when there is none. Only of a known point. */
  findFirst(point: number, from: number, time: SlotDuration, barber: number, gridMinutes: number): number {
    const page = this.#lists.page(point)
    const list = this.#findList(page, point, barber)
    const firstDay = i32(this.#firstDays, point)
    const days = countDays(page, list)
    for (let day = Math.max(0, Math.floor((from - firstDay) / SLOT_DAY_MINUTES)); day < days; day++) {
      const begin = firstDay + day * SLOT_DAY_MINUTES
      const spans = findSpans(page, list, day)
      const first = spans === 0 ? -1 : findFirstOfDay(page, spans, from - begin, time, gridMinutes)
      if (first >= 0) return begin + first
    }
    return -1
  }

  /**
   * The last known start between two instants, the second one exclusive, or any one from `sureFrom` on; -1 when there is none. Only of
   * a known point.
   */
  findLast(
    point: number,
    { from, sureFrom, until }: { from: number; sureFrom: number; until: number },
    time: SlotDuration,
    barber: number,
    gridMinutes: number,
  ): number {
    const page = this.#lists.page(point)
    const list = this.#findList(page, point, barber)
    const firstDay = i32(this.#firstDays, point)
    const firstOfSpan = Math.max(0, Math.floor((from - firstDay) / SLOT_DAY_MINUTES))
    const lastOfSpan = Math.floor((until - 1 - firstDay) / SLOT_DAY_MINUTES)
    for (let day = Math.min(countDays(page, list) - 1, lastOfSpan); day >= firstOfSpan; day--) {
      const begin = firstDay + day * SLOT_DAY_MINUTES
      const spans = findSpans(page, list, day)
      const last =
        spans === 0
          ? -1
          : findLastOfDay(page, spans, { sureFrom: sureFrom - begin, until: until - begin }, time, gridMinutes)
      if (last >= 0) return begin + last >= from ? begin + last : -1
    }
    return -1
  }
}

function countDaysOf({ days, barbers }: DayLists): number {
  return Math.max(days.length, ...(barbers?.map((barber) => barber.days.length) ?? []))
}

/** How many days fit in so many bytes, at least one. More of them never take fewer. */
function findCount(lists: DayLists, maxBytes: number): number {
  const isFitting = (count: number) => encodeLists(lists, count).length <= maxBytes
  const all = countDaysOf(lists)
  if (isFitting(all)) return all
  let fitting = 1
  let tooMany = all
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >>> 1
    if (isFitting(middle)) fitting = middle
    else tooMany = middle
  }
  return fitting
}

/** In minutes since the beginning of the day, -1 without one. */
function findFirstOfDay(page: Uint8Array, spans: number, from: number, time: SlotDuration, gridMinutes: number) {
  for (let at = spans; ; at = span.next) {
    span.read(page, at, gridMinutes)
    const { first, isSingle, isLast } = span
    const last = span.findLastMinute(time)
    if (first <= last) {
      if (first >= from) return first
      const start = first + Math.ceil((from - first) / gridMinutes) * gridMinutes
      if (!isSingle && start <= last) return start
    }
    if (isLast) return -1
  }
}

/** The spans are in the order of their first starts. */
function findLastOfDay(
  page: Uint8Array,
  spans: number,
  { sureFrom, until }: { sureFrom: number; until: number },
  time: SlotDuration,
  gridMinutes: number,
) {
  let best = -1
  for (let at = spans; ; at = span.next) {
    span.read(page, at, gridMinutes)
    const { first } = span
    if (first >= until) return best
    const last = Math.min(span.findLastMinute(time), until - 1)
    if (last >= first) {
      const start = span.isSingle ? first : last - ((last - first) % gridMinutes)
      if (start > best) best = start
    }
    if (span.isLast || best >= Math.max(0, sureFrom)) return best
  }
}
