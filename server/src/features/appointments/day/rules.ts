import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type Interval, intersect } from '../../../lib/intervals.ts'
import { type LocalDay, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { type Busy, freeIntervals } from '../../availability/rules.ts'
import { presentLine, type ShopOpenings, shiftSpan, spread } from '../../staff/schedule/rules.ts'
import type { Chair, TimeOffRow } from './queries.ts'

type Books = { appointments: readonly Appointment[]; timeOff: readonly TimeOffRow[]; busy: Busy; now: Date }

/** From when to when, in epoch minutes, this chair's day lasts. */
export function daySpan({ timeZone, ...shop }: ShopOpenings & Pick<Chair, 'timeZone'>, date: string): Interval {
  const line = localDay(date, timeZone)
  const [from, to] = shiftSpan(shop, date)
  return [line.toEpoch(from), line.toEpoch(to)]
}

/** One chair's day on its line of minutes. */
export function describeDay(chair: Chair, date: string, { appointments, timeOff, busy, now }: Books): BarberWorkday {
  const { barberId, name, avatarUrl, barbershop, timeZone } = chair
  const line = localDay(date, timeZone)
  const shift = shiftSpan(chair, date)
  const [from, to] = daySpan(chair, date)
  const onLine = (epoch: readonly Interval[]) =>
    epoch.map(([start, end]): Interval => [toMinute(line, start, timeZone), toMinute(line, end, timeZone)])
  const ofDay = (spans: readonly Interval[]) => intersect(spans, [shift]).map(([start, end]) => ({ start, end }))
  const free = freeIntervals(chair, line, busy, Math.ceil(now.getTime() / 60_000))
  return {
    ...{ barberId, name, avatarUrl, barbershop, timeZone },
    hours: ofDay(presentLine(chair, line)),
    breaks: ofDay(intersect(spread(chair.breaks, line.weekday), presentLine(chair, line))),
    timeOff: timeOff
      .filter((off) => off.barberId === barberId)
      .flatMap(({ start, end, reason }) => ofDay(onLine([[start, end]])).map((span) => ({ ...span, reason }))),
    free: ofDay(onLine(free)),
    appointments: appointments.filter(({ barber, startTime }) => {
      const start = toEpochMinute(new Date(startTime))
      return barber.id === barberId && from <= start && start < to
    }),
  }
}

/** Where an instant stands on a day's line: what the wall shows, and a day's minutes more for each midnight after. */
function toMinute(line: LocalDay, epoch: number, timeZone: string): number {
  const { date, minute } = toLocal(epoch, timeZone)
  const days = Math.round((Date.parse(date) - Date.parse(line.date)) / 86_400_000)
  return days * 1440 + minute
}
