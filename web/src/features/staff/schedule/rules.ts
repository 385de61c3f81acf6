import type { Schedule, TimeOff, WeekSpan } from '@na-regua/contract/staff'
import { formatLocalDate, formatTimeInSentence } from '../../../lib/format.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { createUuid } from '../../../lib/unique-id.ts'

const DAY = 1440

/** Local times, HH:MM; an end at or before its start is past midnight. `id` is the React key of the row. */
export type ScheduleDraftSpan = { id: string; start: string; end: string }
export type ScheduleDraftDay = { isWorked: boolean; hours: ScheduleDraftSpan[]; breaks: ScheduleDraftSpan[] }
/** The weekly hours being edited, Sunday first. */
export type ScheduleDraft = { followsShop: boolean; days: ScheduleDraftDay[] }

type Span = { start: number; end: number }

function formatClock(minute: number) {
  const inDay = minute % DAY
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

function toMinute(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

export function listSpans(spans: readonly WeekSpan[], dayOfWeek: number): Span[] {
  return spans.filter((span) => span.dayOfWeek === dayOfWeek).map(({ start, end }) => ({ start, end }))
}

/** 540 to 1080: '09:00' to '18:00'. */
export function toScheduleDraftSpan({ start, end }: Span): ScheduleDraftSpan {
  return createSpan(formatClock(start), formatClock(end))
}

export function createSpan(start: string, end: string): ScheduleDraftSpan {
  return { id: createUuid(), start, end }
}

/** A barber who follows the barbershop's hours starts with them after switching to own hours. */
export function toScheduleDraft({
  shopHours,
  hours,
  breaks,
}: Pick<Schedule, 'shopHours' | 'hours' | 'breaks'>): ScheduleDraft {
  const days = Array.from({ length: 7 }, (_, day) => {
    const own = listSpans(hours ?? shopHours, day)
    return {
      isWorked: own.length > 0,
      hours: own.map(toScheduleDraftSpan),
      breaks: listSpans(breaks, day).map(toScheduleDraftSpan),
    }
  })
  return { followsShop: hours === null, days }
}

/** The request body. A day off has neither hours nor breaks. */
export function fromScheduleDraft({ followsShop, days }: ScheduleDraft, shopHours: readonly WeekSpan[]) {
  const isOpen = (day: number) => shopHours.some(({ dayOfWeek }) => dayOfWeek === day)
  const worked = days.map((day, dayOfWeek) => (followsShop ? isOpen(dayOfWeek) : day.isWorked))
  return {
    hours: followsShop
      ? null
      : days.flatMap((day, dayOfWeek) =>
          worked[dayOfWeek] ? day.hours.map((span) => toWeekSpan(span, dayOfWeek, 0)) : [],
        ),
    breaks: days.flatMap((day, dayOfWeek) => {
      const opens = Math.min(...listWorkedSpans(day, dayOfWeek, followsShop, shopHours).map(({ start }) => start))
      return worked[dayOfWeek] ? day.breaks.map((span) => toWeekSpan(span, dayOfWeek, opens)) : []
    }),
  }
}

/** The working hours of a day, including breaks. */
function listWorkedSpans(
  day: ScheduleDraftDay,
  dayOfWeek: number,
  followsShop: boolean,
  shopHours: readonly WeekSpan[],
): Span[] {
  if (followsShop) return listSpans(shopHours, dayOfWeek)
  return day.isWorked ? day.hours.map((span) => toWeekSpan(span, dayOfWeek, 0)) : []
}

/** A start before `earliest`, the day's first working minute, is after midnight. */
function toWeekSpan({ start, end }: ScheduleDraftSpan, dayOfWeek: number, earliest: number): WeekSpan {
  const from = toMinute(start) < earliest && Number.isFinite(earliest) ? toMinute(start) + DAY : toMinute(start)
  const to = toMinute(end)
  const length = (((to - from) % DAY) + DAY) % DAY || DAY
  return { dayOfWeek, start: from, end: from + length }
}

/**
 * Copies one day's hours and breaks to every other working day, limited to the barbershop's opening hours; a day on which
 * nothing fits is unchanged.
 */
export function copyDay(draft: ScheduleDraft, from: number, shopHours: readonly WeekSpan[]): ScheduleDraft {
  const source = draft.days[from] as ScheduleDraftDay
  const frame = listWorkedSpans(source, from, draft.followsShop, shopHours)
  const opens = Math.min(...frame.map(({ start }) => start))
  const sourceBreaks = source.breaks.map((span) => toWeekSpan(span, from, opens))
  const days = draft.days.map((day, index) => {
    const shop = listSpans(shopHours, index)
    const hours = draft.followsShop ? shop : overlap(frame, shop)
    if (index === from || hours.length === 0 || !(draft.followsShop || day.isWorked)) return day
    const breaks = overlap(sourceBreaks, hours).map(toScheduleDraftSpan)
    return { ...day, hours: draft.followsShop ? day.hours : hours.map(toScheduleDraftSpan), breaks }
  })
  return { ...draft, days }
}

function overlap(spans: readonly Span[], frame: readonly Span[]): Span[] {
  return spans
    .flatMap((span) =>
      frame.map(({ start, end }) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) })),
    )
    .filter(({ start, end }) => end > start)
}

/** Working hours without breaks: the red ranges of the ruler. */
export function listWorkedRanges(draft: ScheduleDraft, dayOfWeek: number, shopHours: readonly WeekSpan[]) {
  const day = draft.days[dayOfWeek] as ScheduleDraftDay
  const frame = listWorkedSpans(day, dayOfWeek, draft.followsShop, shopHours)
  const opens = Math.min(...frame.map(({ start }) => start))
  const breaks = day.breaks.map((span) => toWeekSpan(span, dayOfWeek, opens))
  return frame.flatMap((span) => subtract(span, breaks)).map(({ start, end }) => [start, end] as const)
}

function subtract(span: Span, holes: readonly Span[]): Span[] {
  return holes
    .reduce(
      (rest, hole) =>
        rest.flatMap(({ start, end }) => [
          { start, end: Math.min(end, Math.max(start, hole.start)) },
          { start: Math.max(start, Math.min(end, hole.end)), end },
        ]),
      [span],
    )
    .filter(({ start, end }) => end > start)
}

type TimeOffSpan = Pick<TimeOff, 'startDate' | 'endDate'> & { startTime?: string | null; endTime?: string | null }

/** '21/11/2026', '21/11/2026 a 25/11/2026', '21/11/2026, das 14h às 18h'. */
export function describeTimeOff({ startDate, endDate, startTime, endTime }: TimeOffSpan) {
  const first = formatLocalDate(startDate)
  const last = formatLocalDate(endDate)
  if (startTime && endTime) {
    const from = formatTimeInSentence(startTime)
    const until = formatTimeInSentence(endTime)
    return startDate === endDate ? `${first}, das ${from} às ${until}` : `${first}, ${from} a ${last}, ${until}`
  }
  return startDate === endDate ? first : `${first} a ${last}`
}

export type TimeOffFields = {
  mode: 'days' | 'hours'
} & Record<'startDate' | 'endDate' | 'startTime' | 'endTime' | 'reason', string>

/** The request body; an end time before the start time is on the next day. */
export function toTimeOff({ mode, startDate, endDate, startTime, endTime, reason }: TimeOffFields) {
  const shared = { startDate, reason: reason.trim() || undefined }
  if (mode === 'days') return { ...shared, endDate }
  return { ...shared, startTime, endTime, endDate: endTime <= startTime ? addCalendarDays(startDate, 1) : startDate }
}

const LAST_MINUTE = '23:59'

/** The end goes where a changed start would pass it: to the same day, an hour later. Staff then choose another, also the next day's. */
export function followStart(fields: TimeOffFields): TimeOffFields {
  const { startDate, endDate, startTime, endTime } = fields
  const hourLater = `${String(Number(startTime.slice(0, 2)) + 1).padStart(2, '0')}${startTime.slice(2)}`
  return {
    ...fields,
    endDate: endDate < startDate ? startDate : endDate,
    endTime: endTime <= startTime ? (hourLater < '24' ? hourLater : LAST_MINUTE) : endTime,
  }
}

/** Every day with time off. */
export function listDaysOff(list: readonly TimeOff[]): string[] {
  return list.flatMap(({ startDate, endDate }) => {
    const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000)
    return Array.from({ length: days + 1 }, (_, day) =>
      new Date(Date.parse(startDate) + day * 86_400_000).toISOString().slice(0, 10),
    )
  })
}
