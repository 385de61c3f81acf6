import type { WorkingHour } from '@na-regua/contract/barbershops'
import { type Holiday, listUpcomingHolidays } from '@na-regua/contract/holidays'
import { findOverlap, toOpeningSpan } from '@na-regua/contract/opening-hours'
import type { SpecialDate } from '@na-regua/contract/own-barbershops'
import { getWeekday, weekdays } from '../../../lib/format.ts'
import { toMinutes } from '../../../lib/local-time.ts'
import { createUuid } from '../../../lib/unique-id.ts'

export type SpanDraft = { key: string; openTime: string; closeTime: string }
/** A closed day keeps its spans, in case it is opened again. Lists of seven days start on Sunday. */
export type DayDraft = { isOpen: boolean; spans: SpanDraft[] }

const LATEST_OPENING = 21 * 60
const LATEST_CLOSING = 23 * 60

function toClock(minute: number) {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const defaultSpan = { openTime: '09:00', closeTime: '18:00' }
const SUNDAY = 0

/** The default hours; after another span, four hours that start one hour later. */
export function createOpeningSpan(last?: SpanDraft): SpanDraft {
  const opens = last && toMinutes(last.closeTime) + 60
  if (opens === undefined || opens > LATEST_OPENING) return { key: createUuid(), ...defaultSpan }
  return { key: createUuid(), openTime: toClock(opens), closeTime: toClock(Math.min(opens + 4 * 60, LATEST_CLOSING)) }
}

export function createWeeklyHours(): DayDraft[] {
  return Array.from({ length: 7 }, (_, day) => ({ isOpen: day !== SUNDAY, spans: [createOpeningSpan()] }))
}

/** One error per weekday, Sunday first. A span past midnight must not overlap the next day's. */
export function listDayErrors(days: readonly DayDraft[]): (string | undefined)[] {
  const openings = days.map(({ isOpen, spans }) => (isOpen ? spans.map(toOpeningSpan) : []))
  return days.map(({ isOpen, spans }, day) => {
    if (!isOpen) return undefined
    if (spans.length === 0) return 'Adicione um horário ou feche o dia.'
    const nextDay = (day + 1) % 7
    const overlap = findOverlap(openings[day] ?? [], openings[nextDay])
    if (overlap === 'same-day') return 'Os horários se sobrepõem.'
    return overlap && `O horário entra pelo de ${weekdays[nextDay]?.toLowerCase()}.`
  })
}

const MONDAY = 1

/** Monday's hours on every open day. */
export function copyMondayHours(days: readonly DayDraft[]): DayDraft[] {
  const first = days[MONDAY] as DayDraft
  return days.map((day) =>
    day.isOpen ? { ...day, spans: first.spans.map((span) => ({ ...span, key: createUuid() })) } : day,
  )
}

export function areWeeklyHoursValid(days: readonly DayDraft[]) {
  return listDayErrors(days).every((text) => text === undefined)
}

export function toWeeklyHoursDraft(hours: readonly WorkingHour[]): DayDraft[] {
  return createWeeklyHours().map((defaults, day) => {
    const open = hours.filter(({ dayOfWeek, isClosed }) => dayOfWeek === day && !isClosed)
    if (open.length === 0) return { ...defaults, isOpen: false }
    return { isOpen: true, spans: open.map(({ openTime, closeTime }) => ({ key: createUuid(), openTime, closeTime })) }
  })
}

/** The request body: one row per span, and one per closed day. */
export function fromWeeklyHoursDraft(days: readonly DayDraft[]) {
  return days.flatMap(({ isOpen, spans }, dayOfWeek) =>
    isOpen
      ? spans.map(({ openTime, closeTime }) => ({ dayOfWeek, openTime, closeTime, isClosed: false }))
      : [{ dayOfWeek, ...defaultSpan, isClosed: true }],
  )
}

/** A date that is closed, or has different opening hours. */
export type SpecialDateDraft = DayDraft & { key: string; date: string; reason: string }

export function createSpecialDate(date: string): SpecialDateDraft {
  return { key: createUuid(), date, isOpen: false, spans: [createOpeningSpan()], reason: '' }
}

/** One entry per date, sorted. */
export function toSpecialDateDrafts(dates: readonly SpecialDate[]): SpecialDateDraft[] {
  const byDate = Map.groupBy(dates, ({ date }) => date)
  return [...byDate]
    .map(([date, rows]) => {
      const open = rows.flatMap(({ openTime, closeTime, isClosed }) =>
        isClosed || !openTime || !closeTime ? [] : [{ key: createUuid(), openTime, closeTime }],
      )
      const isOpen = open.length > 0
      return {
        key: createUuid(),
        date,
        isOpen,
        spans: isOpen ? open : [createOpeningSpan()],
        reason: rows[0]?.reason ?? '',
      }
    })
    .toSorted((one, other) => one.date.localeCompare(other.date))
}

export function fromSpecialDateDrafts(dates: readonly SpecialDateDraft[]): SpecialDate[] {
  return dates.flatMap(({ date, isOpen, spans, reason }): SpecialDate[] => {
    const shared = { date, reason: reason.trim() || null }
    if (!isOpen) return [{ ...shared, openTime: null, closeTime: null, isClosed: true }]
    return spans.map(({ openTime, closeTime }) => ({ ...shared, openTime, closeTime, isClosed: false }))
  })
}

export function findSpecialDateError({ date, isOpen, spans }: SpecialDateDraft, all: readonly SpecialDateDraft[]) {
  if (!date) return 'Escolha o dia.'
  if (all.filter((other) => other.date === date).length > 1) return 'Este dia já está na lista.'
  if (isOpen && spans.length === 0) return 'Adicione um horário ou feche o dia.'
  return isOpen && findOverlap(spans.map(toOpeningSpan)) ? 'Os horários se sobrepõem.' : undefined
}

export function areSpecialDatesValid(dates: readonly SpecialDateDraft[]) {
  return dates.every((date) => findSpecialDateError(date, dates) === undefined)
}

/** The holidays of the next year on weekdays that are open. Nothing changes until the owner decides. */
export function listHolidayChoices({
  state,
  today,
  days,
}: {
  state: string
  today: string
  days: readonly DayDraft[]
}) {
  return listUpcomingHolidays({ state, today }).filter(({ date }) => days[getWeekday(date)]?.isOpen)
}

export type HolidayDecision = 'closed' | 'open'

export function findDecision(dates: readonly SpecialDateDraft[], { date }: Holiday): HolidayDecision | undefined {
  const special = dates.find((other) => other.date === date)
  return special && (special.isOpen ? 'open' : 'closed')
}

type DecideInput = { decision: HolidayDecision | undefined; days: readonly DayDraft[] }

/** Closed, open with the hours of the weekday, or without a decision like any other day. */
export function decideHoliday(
  dates: readonly SpecialDateDraft[],
  { date, name }: Holiday,
  { decision, days }: DecideInput,
): SpecialDateDraft[] {
  const known = dates.find((other) => other.date === date)
  const others = dates.filter((other) => other.date !== date)
  if (!decision) return others
  const spans = (days[getWeekday(date)]?.spans ?? []).map((span) => ({ ...span, key: createUuid() }))
  const special = { ...createSpecialDate(date), reason: known?.reason || name, isOpen: decision === 'open' }
  const decided = { ...special, spans: spans.length > 0 ? spans : special.spans }
  return [...others, decided].toSorted((one, other) => (one.date || '~').localeCompare(other.date || '~'))
}
