import type { WorkingHour } from '@na-regua/contract/barbershops'
import { formatSpokenTime, getWeekday, weekdaysShort } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'

const DAY = 1440

/** Weekday 0 is Sunday. */
export type WeekdayAndMinute = { weekday: number; minute: number }

export type OpeningDay = { dayOfWeek: number; texts: string[]; isToday: boolean }

function toMinutes(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A `closeTime` at or before `openTime` belongs to the next day. */
function isPastMidnight({ openTime, closeTime }: WorkingHour) {
  return closeTime <= openTime && closeTime !== '00:00'
}

function formatOpening(opening: WorkingHour) {
  if (opening.openTime === opening.closeTime) return 'Aberto 24 horas'
  const text = `${opening.openTime} às ${opening.closeTime}`
  if (!isPastMidnight(opening)) return text
  const nextDay = weekdaysShort[(opening.dayOfWeek + 1) % 7]
  return `${text} (${nextDay})`
}

/** The seven days, Sunday first, each with its opening hours as text. */
export function listOpeningDays(hours: readonly WorkingHour[], today: number): OpeningDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => {
    const openings = hours.filter((hour) => hour.dayOfWeek === dayOfWeek && !hour.isClosed)
    const inOrder = openings.toSorted((a, b) => a.openTime.localeCompare(b.openTime))
    return { dayOfWeek, texts: inOrder.map(formatOpening), isToday: dayOfWeek === today }
  })
}

/** Weekday (0 = Sunday) and minute of the day in the barbershop's time zone. */
export function toWeekdayAndMinute(epochMs: number, timeZone: string): WeekdayAndMinute {
  const { date, time } = toLocalTime(new Date(epochMs), timeZone)
  return { weekday: getWeekday(date), minute: toMinutes(time) }
}

const onDays = ['no domingo', 'na segunda', 'na terça', 'na quarta', 'na quinta', 'na sexta', 'no sábado']

/** 'abre às 9h', 'abre amanhã às 9h', 'abre na terça às 9h15'; undefined if the barbershop never opens. */
export function describeNextOpening(hours: readonly WorkingHour[], now: WeekdayAndMinute) {
  const openings = hours.filter(({ isClosed }) => !isClosed)
  const waits = openings.map(({ dayOfWeek, openTime }) => {
    const days = (dayOfWeek - now.weekday + 7) % 7
    const wait = days * DAY + toMinutes(openTime) - now.minute
    return { wait: wait > 0 ? wait : wait + 7 * DAY, dayOfWeek, openTime, days }
  })
  const next = waits.toSorted((a, b) => a.wait - b.wait)[0]
  if (!next) return undefined
  const time = formatSpokenTime(next.openTime)
  if (next.days === 0 && next.wait < DAY) return `abre às ${time}`
  if (next.days === 1) return `abre amanhã às ${time}`
  return `abre ${onDays[next.dayOfWeek]} às ${time}`
}
