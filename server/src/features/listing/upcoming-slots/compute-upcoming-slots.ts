import { MAX_FREE_ON_DAYS } from '@na-regua/contract/barbershops'
import {
  SLOT_DAY_MINUTES,
  SLOT_STEP_MINUTES,
  type SlotsVersion,
  type StartSpan,
  type UpcomingSlots,
} from '@na-regua/search'
import { type Interval, union } from '../../../lib/intervals.ts'
import { addDays, type LocalDay, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { type BarbershopSchedules, type BookableBarber, requireFirstService } from '../../availability/queries.ts'
import {
  type BookableService,
  type BusyIntervals,
  computeEarliestStart,
  listBookableIntervals,
  type RequiredTime,
} from '../../availability/rules.ts'

/** What blocks a time. A hold has an `id` and ends at `heldUntil`, in milliseconds since 1970; both are null for everything else. */
export type BusyRow = { key: string; id: string | null; start: number; end: number; heldUntil: number | null }
/** `barbershopIds`: where the barber's user works, and so all whose slots and waits change when the hold ends. */
export type OpenHold = { id: string; heldUntil: number; barbershopIds: string[] }
/** Holds with `barbershopIds`. */
export type BusyRowOfSlots = BusyRow & Partial<Pick<OpenHold, 'barbershopIds'>>
export type ListBusyRows = (barber: Pick<BookableBarber, 'barberId' | 'userId'>) => readonly BusyRowOfSlots[]

/** When a barbershop can be booked, now and when each of the open holds with its barbers ends; no versions: never. */
export type BarbershopUpcomingSlots = { id: string; versions: SlotsVersion[]; holds: OpenHold[] }

/** At least so many days are computed, and until one after tomorrow has a slot: what lists filter by, and two more. */
const MIN_DAYS = MAX_FREE_ON_DAYS + 3
/** Longer than any free span: of who does not provide the service. */
const MAX_DURATION = 32_767
/** Beyond the booking window, so that midnight makes nothing unknown. */
export const SPARE_DAYS = 2
const DAY = SLOT_DAY_MINUTES
/** No working hours of a day, with the buffer after them, end so late; in minutes since its midnight. */
const END_OF_DAY = 4 * DAY

/** From rows of all barbers until after the booking window. */
export function computeUpcomingSlots(
  shop: BarbershopSchedules,
  listRows: ListBusyRows,
  now: Date,
): BarbershopUpcomingSlots {
  const { firstService } = shop
  if (!firstService || shop.barbers.length === 0) return { id: shop.id, versions: [], holds: [] }
  const rows = shop.barbers.flatMap(listRows)
  const holds = rows.flatMap(({ id, heldUntil, barbershopIds = [shop.id] }) =>
    id && heldUntil ? [{ id, heldUntil, barbershopIds }] : [],
  )
  const ends = [...new Set(holds.map((hold) => hold.heldUntil))].sort((one, other) => one - other)
  const compute = (from: number) => computeVersion({ ...shop, firstService }, listRows, { from, now })
  return { id: shop.id, versions: [now.getTime(), ...ends].map((from) => ({ from, slots: compute(from) })), holds }
}

type BarberCalendar = { schedule: BookableBarber; busy: BusyIntervals }
type BookableBarbershop = BarbershopSchedules & { firstService: BookableService }
type DayParams = { gridMinutes: number; earliest: number }

/** The starts from now on, as if the holds that end until `from` had ended. */
function computeVersion(
  shop: BookableBarbershop,
  listRows: ListBusyRows,
  { from, now }: { from: number; now: Date },
): UpcomingSlots {
  const { barbers, firstService } = shop
  const { timeZone, gridMinutes, bookingWindowDays, minimumNoticeMinutes } = barbers[0] as BookableBarber
  const earliest = computeEarliestStart(barbers[0] as BookableBarber, now)
  const calendars = barbers.map((schedule) => {
    const open = listRows(schedule).filter(({ heldUntil }) => heldUntil === null || heldUntil > from)
    return { schedule, busy: union(open.map(({ start, end }) => [start, end])) }
  })
  const today = toLocal(toEpochMinute(now), timeZone).date
  const firstDay = localDay(today, timeZone).toEpoch(0)
  const spans = createBarberSpans(shop, firstDay)
  const quietDays: (readonly StartSpan[][])[] = []
  let day = localDay(today, timeZone)
  for (let offset = 0; ; day = localDay(addDays(today, ++offset), timeZone)) {
    const isEnough = offset >= MIN_DAYS && spans.last() > earliest + DAY
    if (isEnough || offset > bookingWindowDays + SPARE_DAYS) break
    const hasOnlyWeeklyHours = isQuiet(calendars, day, earliest)
    const known = hasOnlyWeeklyHours ? quietDays[day.weekday] : undefined
    const ofDay = known ?? listDaySpans(calendars, day, { gridMinutes, earliest })
    if (hasOnlyWeeklyHours) quietDays[day.weekday] = ofDay
    spans.add(day.toEpoch(0), ofDay)
  }
  return {
    knownFrom: Math.floor(earliest / SLOT_STEP_MINUTES) * SLOT_STEP_MINUTES,
    knownUntil: day.toEpoch(0),
    firstDay,
    ...spans.read(),
    gridMinutes,
    noticeMinutes: minimumNoticeMinutes,
    windowDays: bookingWindowDays,
    durationMin: firstService.durationMin,
    bufferMin: firstService.bufferMin,
    minDurationMin: Math.min(...barbers.map(({ shortestService }) => shortestService?.durationMin ?? MAX_DURATION)),
  }
}

/** The spans of all barbers together, and those of each one where they differ in services. */
function createBarberSpans(shop: BookableBarbershop, firstDay: number) {
  const { barbers, firstService } = shop
  const all = createSpans(firstDay, firstService)
  const require = requireFirstService(shop)
  const ofBarbers = barbers.some(({ terms }) => Object.keys(terms).length > 0)
    ? barbers.map((barber) => {
        const first = require(barber)
        return { first: first ?? null, spans: createSpans(firstDay, first) }
      })
    : undefined
  return {
    /** Adds a local day: one list for each barber. */
    add(midnight: number, ofDay: readonly (readonly StartSpan[])[]) {
      all.add(midnight, ofDay.flat())
      for (const [index, one] of ofBarbers?.entries() ?? []) one.spans.add(midnight, ofDay[index] ?? [])
    },
    last: () => (ofBarbers ? Math.max(...ofBarbers.map(({ spans }) => spans.last())) : all.last()),
    read: () => ({
      days: all.read(),
      barbers: ofBarbers?.map(({ first, spans }) => ({ first, days: spans.read() })),
    }),
  }
}

/** Whether the day has the same spans as every such weekday: only weekly hours decide. */
function isQuiet(calendars: readonly BarberCalendar[], day: LocalDay, earliest: number): boolean {
  const from = day.toEpoch(0)
  const to = day.toEpoch(END_OF_DAY)
  if (day.hasChange || earliest > from) return false
  return calendars.every(
    ({ schedule, busy }) => schedule.specialDates.size === 0 && !busy.some(([start, end]) => start < to && end > from),
  )
}

/** In which services of each barber can begin on that day, in minutes since its midnight. */
function listDaySpans(calendars: readonly BarberCalendar[], day: LocalDay, params: DayParams): StartSpan[][] {
  return calendars.map(({ schedule, busy }) => {
    const free = listBookableIntervals(schedule, day, busy, params.earliest)
    return free.flatMap((interval) => {
      const next = busy.find(([start]) => start >= interval[1])
      const slack = next ? next[0] - interval[1] : DAY
      return day.hasChange ? listSpansOfChange(day, interval, slack, params) : listSpans(day, interval, slack, params)
    })
  })
}

function listSpans(day: LocalDay, [start, end]: Interval, slack: number, { gridMinutes }: DayParams): StartSpan[] {
  const midnight = day.toEpoch(0)
  const first = Math.max(0, Math.ceil((start - midnight) / gridMinutes) * gridMinutes)
  if (first >= DAY || first >= end - midnight) return []
  return [{ first, end: end - midnight, slack, isSingle: false }]
}

/** Around a change of the clock every minute of the grid is looked up. */
function listSpansOfChange(day: LocalDay, [start, end]: Interval, slack: number, { gridMinutes }: DayParams) {
  const midnight = day.toEpoch(0)
  const spans: StartSpan[] = []
  for (let minute = 0; minute < DAY; minute += gridMinutes) {
    if (!day.hasMinute(minute)) continue
    const instant = day.toEpoch(minute)
    if (start <= instant && instant < end)
      spans.push({ first: instant - midnight, end: end - midnight, slack, isSingle: true })
  }
  return spans
}

/**
 * Collects the spans of local days in days of equal length, the first of which begins at `firstDay`. `last` is the last of them in
 * which the first service fits.
 */
function createSpans(firstDay: number, first: RequiredTime | undefined) {
  const { durationMin, bufferMin } = first ?? { durationMin: MAX_DURATION, bufferMin: 0 }
  const days: StartSpan[][] = []
  let last = 0
  function push(span: StartSpan) {
    const day = Math.floor(span.first / DAY)
    while (days.length <= day) days.push([])
    days[day]?.push({ ...span, first: span.first - day * DAY, end: span.end - day * DAY })
  }
  return {
    /** Adds a local day, in minutes since its midnight. */
    add(midnight: number, spans: readonly StartSpan[]) {
      const shift = midnight - firstDay
      for (const span of spans) {
        const moved = { ...span, first: span.first + shift, end: span.end + shift }
        const { first, end, slack } = moved
        if (first + durationMin <= Math.min(end, end + slack - bufferMin)) last = Math.max(last, firstDay + first)
        push(moved)
        // After a change of the clock local days do not begin with the days in memory.
        const next = (Math.floor(first / DAY) + 1) * DAY
        if (!span.isSingle && next < shift + DAY && next < end) push({ ...moved, first: next })
      }
    },
    last: () => last,
    read: () => days.map(removeContained),
  }
}

/** Without spans that allow no start or service that another one does not allow, in their order. */
function removeContained(spans: readonly StartSpan[]): StartSpan[] {
  const sorted = spans.toSorted(
    (one, other) => one.first - other.first || other.end - one.end || other.slack - one.slack,
  )
  const needed: StartSpan[] = []
  for (const span of sorted) if (!needed.some((other) => contains(other, span))) needed.push(span)
  return needed
}

function contains(outer: StartSpan, inner: StartSpan): boolean {
  if (outer.isSingle && outer.first !== inner.first) return false
  if (outer.isSingle && !inner.isSingle) return false
  return outer.end >= inner.end && outer.end + outer.slack >= inner.end + inner.slack
}
