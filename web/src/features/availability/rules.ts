import { type DaySlots, LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import {
  formatCount,
  formatDayOfYear,
  formatList,
  formatLocalDate,
  formatMinuteSpan,
  formatNearDate,
  formatNotice,
  formatShortDate,
  formatTimeInSentence,
  formatWeekday,
  getWeekday,
} from '../../lib/format.ts'
import { addCalendarDays, toMinutes } from '../../lib/local-time.ts'

const dayPeriods = ['Madrugada', 'Manhã', 'Tarde', 'Noite'] as const
type DayPeriod = (typeof dayPeriods)[number]

/** By the start hour: up to 6, up to 12, up to 18, and the evening. The night before a day's morning is its first period (decision 03). */
export function toDayPeriod(time: string): DayPeriod {
  const hour = Number(time.slice(0, 2))
  if (hour < 6) return 'Madrugada'
  if (hour < 12) return 'Manhã'
  return hour < 18 ? 'Tarde' : 'Noite'
}

/** The periods of the day that have slots, in order. */
export function groupByPeriod(slots: readonly string[]) {
  return dayPeriods
    .map((period) => ({ period, slots: slots.filter((slot) => toDayPeriod(slot) === period) }))
    .filter((group) => group.slots.length > 0)
}

type DayStatus = 'free' | 'full' | 'closed'

export function classifyDay(day: DaySlots): DayStatus {
  if (day.slots.length > 0) return 'free'
  return day.isClosed ? 'closed' : 'full'
}

/** What a day has, after its date: '12 horários livres', 'cheio' or 'fechado'. */
export function describeSlotCount(day: DaySlots) {
  const status = classifyDay(day)
  if (status === 'free') return formatCount(day.slots.length, 'horário livre', 'horários livres')
  return status === 'full' ? 'cheio' : 'fechado'
}

/** A past or missing date becomes today. */
export function clampDate(requested: string | undefined, today: string) {
  return requested && requested > today ? requested : today
}

type SkippedDayContext = {
  today: string
  openings: readonly Opening[]
  /** Undefined for any barber. */
  barberName: string | undefined
}

/** Why a day that the user chose is not shown: 'Rafael está sem horário hoje.' */
export function describeSkippedDay(day: DaySlots, { today, openings, barberName }: SkippedDayContext) {
  const isToday = day.date === today
  const label = isToday ? 'Hoje' : formatShortDate(day.date)
  const when = isToday ? 'hoje' : `no dia ${formatNearDate(day.date, today)}`
  const opensThen = openings.some(({ dayOfWeek, isClosed }) => dayOfWeek === getWeekday(day.date) && !isClosed)
  if (!day.isClosed) return barberName ? `${barberName} está sem horário ${when}.` : `${label}: sem horários livres.`
  if (!opensThen) return `${label}: a barbearia não abre.`
  return barberName ? `${barberName} não atende ${when}.` : `${label}: ninguém atende.`
}

export function describeMissed(time: string) {
  return `O horário das ${formatTimeInSentence(time)} não está livre. Escolha outro.`
}

/** The first day with slots among the requested one and the 14 after it; without any, the requested day. */
export function findBookableDay(days: readonly DaySlots[], requested: string): DaySlots | undefined {
  const last = addCalendarDays(requested, LOOK_AHEAD_DAYS)
  const free = days.find(({ date, slots }) => date >= requested && date <= last && slots.length > 0)
  return free ?? days.find(({ date }) => date === requested)
}

/** Whether the barber has no slot on the requested day: `shown` is the day to show instead. */
export function isFullOn(requested: string, shown: DaySlots | undefined) {
  return shown !== undefined && (shown.date !== requested || shown.slots.length === 0)
}

/** Adds the slot that this user holds, which the server reports as taken. */
export function addOwnSlot(
  days: readonly DaySlots[],
  ownSlot: { date: string; time: string } | undefined,
): readonly DaySlots[] {
  if (!ownSlot) return days
  return days.map((day) =>
    day.date === ownSlot.date && !day.slots.includes(ownSlot.time)
      ? { ...day, slots: [...day.slots, ownSlot.time].sort() }
      : day,
  )
}

/** Free ranges in minutes of the day: a slot at 10:00 for 30 minutes is free until 10:30. */
export function listFreeRanges(slots: readonly string[], durationMin: number) {
  const ranges: [number, number][] = []
  for (const slot of slots) {
    const start = toMinutes(slot)
    const last = ranges.at(-1)
    if (last && start <= last[1]) last[1] = start + durationMin
    else ranges.push([start, start + durationMin])
  }
  return ranges
}

/** 'Livre das 10h às 11h30 e das 14h às 18h.' */
export function describeFreeRanges(ranges: readonly (readonly [number, number])[]) {
  const texts = ranges.map(([start, end]) => formatMinuteSpan(start, end))
  return `Livre ${formatList(texts)}.`
}

type Opening = { dayOfWeek: number; openTime: string; closeTime: string; isClosed: boolean }

/** What the ruler of a day spans: the weekday's opening hours, widened by slots outside of them, in whole hours. */
export function computeRulerSpan(
  openings: readonly Opening[],
  weekday: number,
  ranges: readonly (readonly [number, number])[],
) {
  const open = openings.filter((opening) => opening.dayOfWeek === weekday && !opening.isClosed)
  const starts = [...open.map(({ openTime }) => toMinutes(openTime)), ...ranges.map(([start]) => start)]
  const ends = [...open.map(closingMinute), ...ranges.map(([, end]) => end)]
  if (starts.length === 0) return undefined
  return { from: Math.floor(Math.min(...starts) / 60) * 60, to: Math.ceil(Math.max(...ends) / 60) * 60 }
}

function closingMinute({ openTime, closeTime }: Opening) {
  const opens = toMinutes(openTime)
  const closes = toMinutes(closeTime)
  return closes <= opens ? closes + 1440 : closes
}

/** '2026-11-21': 'sábado, 21 de novembro de 2026'. */
export function formatLongDay(date: string) {
  return `${formatWeekday(date).toLowerCase()}, ${formatDayOfYear(date)}`
}

type Terms = { minimumNoticeMin: number; lastDay: string }

/** 'Marque com 30 min de antecedência, até 20/01/2027.' */
export function describeBookingTerms({ minimumNoticeMin, lastDay }: Terms) {
  const notice = minimumNoticeMin > 0 ? `com ${formatNotice(minimumNoticeMin)} de antecedência, ` : ''
  return `Marque ${notice}até ${formatLocalDate(lastDay)}.`
}
