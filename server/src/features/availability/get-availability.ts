import type { Availability, Day } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { addDays, dayLine, formatMinute, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BarberSchedule, findOfferedService, findSchedule, listBusy } from './queries.ts'
import { type Busy, isClosedOn, listSlots } from './rules.ts'

type Asked = { barberId: string; date?: string; serviceId?: string; days?: number }

/** The free starts of a day, and of the days after it when asked, in the zone of the shop. Three statements whatever the span. */
export async function getAvailability(db: Database, asked: Asked, now: Date): Promise<Availability> {
  const schedule = await findSchedule(db, asked.barberId)
  if (!schedule) throw new ApiError('BARBER_NOT_FOUND')
  const durationMin = asked.serviceId
    ? (await findOfferedService(db, schedule.barbershopId, asked.serviceId))?.durationMin
    : schedule.shortestMin
  if (!durationMin) throw new ApiError('SERVICE_NOT_FOUND')
  const date = asked.date ?? toLocal(toEpochMinute(now), schedule.timeZone).date
  const dates = Array.from({ length: asked.days ?? 1 }, (_, day) => addDays(date, day))
  const busy = await listBusyOfDays(db, schedule, dates, now)
  const days = dates.map((day) => listDay(schedule, day, durationMin, busy, now))
  return { date, slots: days[0]?.slots ?? [], timeZone: schedule.timeZone, ...(asked.days && { days }) }
}

async function listBusyOfDays(db: Database, schedule: BarberSchedule, dates: string[], now: Date): Promise<Busy> {
  const [first, last] = [dates[0] as string, dates.at(-1) as string]
  const from = dayLine(first, schedule.timeZone).toEpoch(0)
  const to = dayLine(last, schedule.timeZone).toEpoch(2 * 1440)
  const busyOf = await listBusy(db, [schedule], { from, to, now })
  return busyOf(schedule)
}

function listDay(schedule: BarberSchedule, date: string, durationMin: number, busy: Busy, now: Date): Day {
  const slots = listSlots(schedule, date, durationMin, busy, now).map(formatMinute)
  return { date, slots, isClosed: slots.length === 0 && isClosedOn(schedule, date) }
}
