import type { WorkingHour } from '@na-regua/contract/barbershops'
import { weekdayOf, weekdaysShort } from '../../../lib/format.ts'
import { wallClock } from '../../../lib/local-time.ts'

const DAY = 1440

export type DayHours = { dayOfWeek: number; texts: string[]; isToday: boolean }

function toMinutes(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A closeTime at or before openTime belongs to the next day. */
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

/** The seven days, Sunday first, each with its openings in words. */
export function listWeek(hours: readonly WorkingHour[], today: number): DayHours[] {
  return [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => {
    const openings = hours.filter((hour) => hour.dayOfWeek === dayOfWeek && !hour.isClosed)
    const inOrder = openings.toSorted((a, b) => a.openTime.localeCompare(b.openTime))
    return { dayOfWeek, texts: inOrder.map(formatOpening), isToday: dayOfWeek === today }
  })
}

/** Weekday (0 = Sunday) and minute that a clock on the shop's wall shows. */
export function readWall(now: number, timeZone: string) {
  const { date, time } = wallClock(new Date(now), timeZone)
  return { weekday: weekdayOf(date), minute: toMinutes(time) }
}

const onDays = ['no domingo', 'na segunda', 'na terça', 'na quarta', 'na quinta', 'na sexta', 'no sábado']

/** When a closed shop opens next, as one says it: 'abre às 09:00', 'abre amanhã às 09:00', 'abre na terça às 09:00'. */
export function describeNextOpening(hours: readonly WorkingHour[], wall: { weekday: number; minute: number }) {
  const openings = hours.filter(({ isClosed }) => !isClosed)
  const waits = openings.map(({ dayOfWeek, openTime }) => {
    const days = (dayOfWeek - wall.weekday + 7) % 7
    const wait = days * DAY + toMinutes(openTime) - wall.minute
    return { wait: wait > 0 ? wait : wait + 7 * DAY, dayOfWeek, openTime, days }
  })
  const next = waits.toSorted((a, b) => a.wait - b.wait)[0]
  if (!next) return undefined
  if (next.days === 0 && next.wait < DAY) return `abre às ${next.openTime}`
  if (next.days === 1) return `abre amanhã às ${next.openTime}`
  return `abre ${onDays[next.dayOfWeek]} às ${next.openTime}`
}
