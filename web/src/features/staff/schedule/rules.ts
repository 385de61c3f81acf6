import type { Schedule, TimeOff, WeekSpan } from '@na-regua/contract/staff'
import { formatLocalDate } from '../../../lib/format.ts'

const DAY = 1440

/** Hours of the wall, HH:MM; an end at or before its start is past midnight. `id` tells rows apart while they are edited. */
export type DraftSpan = { id: number; start: string; end: string }
export type DraftDay = { isWorked: boolean; hours: DraftSpan[]; breaks: DraftSpan[] }
/** A week as it is edited, Sunday first. */
export type Draft = { followsShop: boolean; days: DraftDay[] }

type Span = { start: number; end: number }

export function formatClock(minute: number) {
  const inDay = minute % DAY
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

function toMinute(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

export function spansOf(spans: readonly WeekSpan[], dayOfWeek: number): Span[] {
  return spans.filter((span) => span.dayOfWeek === dayOfWeek).map(({ start, end }) => ({ start, end }))
}

let lastId = 0

/** 540 to 1080: '09:00' to '18:00'. */
function toDraftSpan({ start, end }: Span): DraftSpan {
  lastId += 1
  return { id: lastId, start: formatClock(start), end: formatClock(end) }
}

export function newSpan(start: string, end: string): DraftSpan {
  lastId += 1
  return { id: lastId, start, end }
}

/** Who follows the shop begins, when he stops doing so, with the shop's hours. */
export function toDraft({ shopHours, hours, breaks }: Pick<Schedule, 'shopHours' | 'hours' | 'breaks'>): Draft {
  const days = Array.from({ length: 7 }, (_, day) => {
    const own = spansOf(hours ?? shopHours, day)
    return { isWorked: own.length > 0, hours: own.map(toDraftSpan), breaks: spansOf(breaks, day).map(toDraftSpan) }
  })
  return { followsShop: hours === null, days }
}

/** What the server is told. A day that is not worked keeps neither hours nor breaks. */
export function fromDraft({ followsShop, days }: Draft, shopHours: readonly WeekSpan[]) {
  const isOpen = (day: number) => shopHours.some(({ dayOfWeek }) => dayOfWeek === day)
  const worked = days.map((day, dayOfWeek) => (followsShop ? isOpen(dayOfWeek) : day.isWorked))
  return {
    hours: followsShop
      ? null
      : days.flatMap((day, dayOfWeek) =>
          worked[dayOfWeek] ? day.hours.map((span) => toWeekSpan(span, dayOfWeek, 0)) : [],
        ),
    breaks: days.flatMap((day, dayOfWeek) => {
      const opens = Math.min(...frameOf(day, dayOfWeek, followsShop, shopHours).map(({ start }) => start))
      return worked[dayOfWeek] ? day.breaks.map((span) => toWeekSpan(span, dayOfWeek, opens)) : []
    }),
  }
}

/** When the day is worked, breaks aside. */
export function frameOf(
  day: DraftDay,
  dayOfWeek: number,
  followsShop: boolean,
  shopHours: readonly WeekSpan[],
): Span[] {
  if (followsShop) return spansOf(shopHours, dayOfWeek)
  return day.isWorked ? day.hours.map((span) => toWeekSpan(span, dayOfWeek, 0)) : []
}

/** `earliest`: a break before the day's opening is one after midnight. */
function toWeekSpan({ start, end }: DraftSpan, dayOfWeek: number, earliest: number): WeekSpan {
  const from = toMinute(start) < earliest && Number.isFinite(earliest) ? toMinute(start) + DAY : toMinute(start)
  const to = toMinute(end)
  const length = (((to - from) % DAY) + DAY) % DAY || DAY
  return { dayOfWeek, start: from, end: from + length }
}

/**
 * One day's hours and breaks for every other day that is worked, as far as the shop is open there; where none of them fits, the
 * day stays as it is.
 */
export function copyDay(draft: Draft, from: number, shopHours: readonly WeekSpan[]): Draft {
  const source = draft.days[from] as DraftDay
  const frame = frameOf(source, from, draft.followsShop, shopHours)
  const opens = Math.min(...frame.map(({ start }) => start))
  const pauses = source.breaks.map((span) => toWeekSpan(span, from, opens))
  const days = draft.days.map((day, index) => {
    const shop = spansOf(shopHours, index)
    const hours = draft.followsShop ? shop : overlap(frame, shop)
    if (index === from || hours.length === 0 || !(draft.followsShop || day.isWorked)) return day
    const breaks = overlap(pauses, hours).map(toDraftSpan)
    return { ...day, hours: draft.followsShop ? day.hours : hours.map(toDraftSpan), breaks }
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

/** What the ruler of a day shows red: worked and not paused. */
export function workedRanges(draft: Draft, dayOfWeek: number, shopHours: readonly WeekSpan[]) {
  const day = draft.days[dayOfWeek] as DraftDay
  const frame = frameOf(day, dayOfWeek, draft.followsShop, shopHours)
  const opens = Math.min(...frame.map(({ start }) => start))
  const pauses = day.breaks.map((span) => toWeekSpan(span, dayOfWeek, opens))
  return frame.flatMap((span) => cut(span, pauses)).map(({ start, end }) => [start, end] as const)
}

function cut(span: Span, holes: readonly Span[]): Span[] {
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

/** '21/11/2026', '21/11/2026 a 25/11/2026', '21/11/2026, das 14:00 às 18:00'. */
export function describeTimeOff({ startDate, endDate, startTime, endTime }: TimeOff) {
  const [first, last] = [formatLocalDate(startDate), formatLocalDate(endDate)]
  if (startTime && endTime) {
    const hours = `das ${startTime} às ${endTime}`
    return startDate === endDate ? `${first}, ${hours}` : `${first}, ${startTime} a ${last}, ${endTime}`
  }
  return startDate === endDate ? first : `${first} a ${last}`
}

/** Every day that a time off touches. */
export function daysOff(list: readonly TimeOff[]): string[] {
  return list.flatMap(({ startDate, endDate }) => {
    const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000)
    return Array.from({ length: days + 1 }, (_, day) =>
      new Date(Date.parse(startDate) + day * 86_400_000).toISOString().slice(0, 10),
    )
  })
}
