import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type Interval, intersect, subtract, union } from '../../../lib/intervals.ts'
import { type LocalDay, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { type BusyIntervals, listFreeIntervals } from '../../availability/rules.ts'
import {
  type BarbershopOpenings,
  businessDaySpan,
  presentIntervals,
  unrollWeekday,
} from '../../staff/schedule/rules.ts'
import type { DayBarber, OfferRow, TimeOffRow } from './queries.ts'

type DayEntries = {
  appointments: readonly Appointment[]
  timeOff: readonly TimeOffRow[]
  offers: readonly OfferRow[]
  busy: BusyIntervals
  now: Date
}

/** The start and end of the barber's working day in epoch minutes. */
export function daySpan(
  { timeZone, ...shop }: BarbershopOpenings & Pick<DayBarber, 'timeZone'>,
  date: string,
): Interval {
  const day = localDay(date, timeZone)
  const [from, to] = businessDaySpan(shop, date)
  return [day.toEpoch(from), day.toEpoch(to)]
}

/** One barber's day in minutes of local time. */
export function toBarberWorkday(
  barber: DayBarber,
  date: string,
  { appointments, timeOff, offers, busy, now }: DayEntries,
): BarberWorkday {
  const { barberId, name, avatarUrl, barbershop, timeZone } = barber
  const day = localDay(date, timeZone)
  const shift = businessDaySpan(barber, date)
  const [from, to] = daySpan(barber, date)
  const toMinutes = (epoch: readonly Interval[]) =>
    epoch.map(([start, end]): Interval => [toMinute(day, start, timeZone), toMinute(day, end, timeZone)])
  const withinShift = (spans: readonly Interval[]) => intersect(spans, [shift]).map(([start, end]) => ({ start, end }))
  const free = listFreeIntervals(barber, day, busy, Math.ceil(now.getTime() / 60_000))
  return {
    barberId,
    name,
    avatarUrl,
    barbershop,
    timeZone,
    hours: withinShift(presentIntervals(barber, day)),
    breaks: withinShift(intersect(unrollWeekday(barber.breaks, day.weekday), presentIntervals(barber, day))),
    timeOff: timeOff
      .filter((entry) => entry.barberId === barberId)
      .flatMap(({ start, end, reason }) => withinShift(toMinutes([[start, end]])).map((span) => ({ ...span, reason }))),
    offers: offers
      .filter((entry) => entry.barberId === barberId)
      .flatMap(({ start, end, until }) =>
        withinShift(toMinutes([[start, end]])).map((span) => ({ ...span, until: new Date(until).toISOString() })),
      ),
    free: withinShift(toMinutes(free)),
    appointments: appointments.filter(({ barber, startTime }) => {
      const start = toEpochMinute(new Date(startTime))
      return barber.id === barberId && from <= start && start < to
    }),
  }
}

/** The numbers of a day in a week of all barbers. */
export function countWorkday({ barberId, hours, breaks, timeOff, appointments }: BarberWorkday) {
  const toIntervals = (spans: readonly { start: number; end: number }[]) =>
    union(spans.map(({ start, end }): Interval => [start, end]))
  const work = subtract(toIntervals(hours), toIntervals([...breaks, ...timeOff]))
  return {
    barberId,
    count: appointments.length,
    bookedMin: appointments.reduce((total, { durationMin }) => total + durationMin, 0),
    workMin: work.reduce((total, [start, end]) => total + end - start, 0),
  }
}

/** Local time in minutes of a day: 1440 are added for each midnight after its start. */
function toMinute(day: LocalDay, epoch: number, timeZone: string): number {
  const { date, minute } = toLocal(epoch, timeZone)
  const days = Math.round((Date.parse(date) - Date.parse(day.date)) / 86_400_000)
  return days * 1440 + minute
}
