import type { WorkingHour } from '@na-regua/contract/barbershops'
import type { SpecialDate } from '@na-regua/contract/own-barbershops'
import { weekdays } from '../../../lib/format.ts'
import { newKey } from '../form/rules.ts'

export type SpanDraft = { key: string; openTime: string; closeTime: string }
/** A week, Sunday first; a closed day keeps its hours for when it is opened again. */
export type DayDraft = { isOpen: boolean; spans: SpanDraft[] }

const DAY = 1440
const WEEK = 7 * DAY
const LATEST_OPENING = 21 * 60
const LATEST_CLOSING = 23 * 60

function toMinute(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function toClock(minute: number) {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const usualSpan = { openTime: '09:00', closeTime: '18:00' }
const SUNDAY = 0

/** The usual hours; after another opening, from an hour after it on. */
export function newSpan(last?: SpanDraft): SpanDraft {
  const opens = last && toMinute(last.closeTime) + 60
  if (opens === undefined || opens > LATEST_OPENING) return { key: newKey(), ...usualSpan }
  return { key: newKey(), openTime: toClock(opens), closeTime: toClock(Math.min(opens + 4 * 60, LATEST_CLOSING)) }
}

export function usualWeek(): DayDraft[] {
  return Array.from({ length: 7 }, (_, day) => ({ isOpen: day !== SUNDAY, spans: [newSpan()] }))
}

/** Minutes of the day; a closing at or before the opening is on the next day. */
export function toRange({ openTime, closeTime }: Pick<SpanDraft, 'openTime' | 'closeTime'>) {
  const start = toMinute(openTime)
  const end = toMinute(closeTime)
  return { start, end: end > start ? end : end + DAY }
}

function overlap(one: { start: number; end: number }, other: { start: number; end: number }) {
  return one.start < other.end && other.start < one.end
}

function hasOverlap(ranges: readonly { start: number; end: number }[], length: number) {
  return ranges.some((one, index) =>
    ranges.some(
      (other, place) =>
        place !== index &&
        [-length, 0, length].some((shift) => overlap(one, { start: other.start + shift, end: other.end + shift })),
    ),
  )
}

/** What is wrong with each weekday, Sunday first; an opening past midnight may not run into the next day's. */
export function listDayErrors(week: readonly DayDraft[]): (string | undefined)[] {
  const rangesOf = ({ isOpen, spans }: DayDraft, day: number) =>
    isOpen ? spans.map(toRange).map(({ start, end }) => ({ start: start + day * DAY, end: end + day * DAY })) : []
  const ranges = week.map(rangesOf)
  return week.map(({ isOpen, spans }, day) => {
    if (!isOpen) return undefined
    if (spans.length === 0) return 'Adicione um horário ou feche o dia.'
    const next = ranges[(day + 1) % 7] ?? []
    const shift = day === 6 ? WEEK : 0
    const after = next.map(({ start, end }) => ({ start: start + shift, end: end + shift }))
    const own = ranges[day] ?? []
    if (hasOverlap(own, WEEK)) return 'Os horários se sobrepõem.'
    if (own.some((one) => after.some((other) => overlap(one, other))))
      return `O horário entra pelo de ${weekdays[(day + 1) % 7]?.toLowerCase()}.`
    return undefined
  })
}

const MONDAY = 1

/** Every open day with Monday's hours. */
export function copyMonday(week: readonly DayDraft[]): DayDraft[] {
  const first = week[MONDAY] as DayDraft
  return week.map((day) =>
    day.isOpen ? { ...day, spans: first.spans.map((span) => ({ ...span, key: newKey() })) } : day,
  )
}

export function isWeekReady(week: readonly DayDraft[]) {
  return listDayErrors(week).every((text) => text === undefined)
}

export function toWeekDraft(hours: readonly WorkingHour[]): DayDraft[] {
  return usualWeek().map((usual, day) => {
    const open = hours.filter(({ dayOfWeek, isClosed }) => dayOfWeek === day && !isClosed)
    if (open.length === 0) return { ...usual, isOpen: false }
    return { isOpen: true, spans: open.map(({ openTime, closeTime }) => ({ key: newKey(), openTime, closeTime })) }
  })
}

/** What the server is told: a row for each opening, and one for each closed day. */
export function fromWeekDraft(week: readonly DayDraft[]) {
  return week.flatMap(({ isOpen, spans }, dayOfWeek) =>
    isOpen
      ? spans.map(({ openTime, closeTime }) => ({ dayOfWeek, openTime, closeTime, isClosed: false }))
      : [{ dayOfWeek, ...usualSpan, isClosed: true }],
  )
}

/** A day that breaks the week: closed, or open at other hours. */
export type SpecialDraft = DayDraft & { key: string; date: string; reason: string }

export function newSpecial(date: string): SpecialDraft {
  return { key: newKey(), date, isOpen: false, spans: [newSpan()], reason: '' }
}

/** One entry for each date, in their order. */
export function toSpecialDrafts(dates: readonly SpecialDate[]): SpecialDraft[] {
  const byDate = Map.groupBy(dates, ({ date }) => date)
  return [...byDate]
    .map(([date, rows]) => {
      const open = rows.flatMap(({ openTime, closeTime, isClosed }) =>
        isClosed || !openTime || !closeTime ? [] : [{ key: newKey(), openTime, closeTime }],
      )
      const isOpen = open.length > 0
      return { key: newKey(), date, isOpen, spans: isOpen ? open : [newSpan()], reason: rows[0]?.reason ?? '' }
    })
    .toSorted((one, other) => one.date.localeCompare(other.date))
}

export function fromSpecialDrafts(dates: readonly SpecialDraft[]): SpecialDate[] {
  return dates.flatMap(({ date, isOpen, spans, reason }): SpecialDate[] => {
    const shared = { date, reason: reason.trim() || null }
    if (!isOpen) return [{ ...shared, openTime: null, closeTime: null, isClosed: true }]
    return spans.map(({ openTime, closeTime }) => ({ ...shared, openTime, closeTime, isClosed: false }))
  })
}

export function findSpecialError({ date, isOpen, spans }: SpecialDraft, all: readonly SpecialDraft[]) {
  if (!date) return 'Escolha o dia.'
  if (all.filter((other) => other.date === date).length > 1) return 'Este dia já está na lista.'
  if (isOpen && spans.length === 0) return 'Adicione um horário ou feche o dia.'
  return isOpen && hasOverlap(spans.map(toRange), WEEK) ? 'Os horários se sobrepõem.' : undefined
}
