import type { Availability, DaySlots } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { addDays, formatMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import {
  type BookableBarber,
  findBarbershopWithRequiredTime,
  findBarberWithRequiredTime,
  loadBusyIntervals,
  type RequiredTimes,
} from './queries.ts'
import { isClosedOn, listSlots, type RequiredTime } from './rules.ts'

type AvailabilityParams = { date?: string; serviceIds: readonly string[]; days?: number; reschedule?: string }
type Subject = { timeZone: string; barbers: BookableBarber[]; required: RequiredTimes }

/** The slots of one barber on a day and the days after it, in the barbershop's time zone. Two statements whatever the span. */
export async function getBarberAvailability(
  db: Database,
  barberId: string,
  params: AvailabilityParams,
  now: Date,
): Promise<Availability> {
  const found = await findBarberWithRequiredTime(db, barberId, params)
  if (!found) throw new ApiError('BARBER_NOT_FOUND')
  const { barber, required } = found
  return computeAvailability(db, { timeZone: barber.timeZone, barbers: [barber], required }, params, now)
}

/** The same for a barbershop: the union of its barbers' slots. */
export async function getBarbershopAvailability(
  db: Database,
  barbershopId: string,
  params: AvailabilityParams,
  now: Date,
): Promise<Availability> {
  const shop = await findBarbershopWithRequiredTime(db, barbershopId, params)
  if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return computeAvailability(db, shop, params, now)
}

async function computeAvailability(
  db: Database,
  subject: Subject,
  params: AvailabilityParams,
  now: Date,
): Promise<Availability> {
  const { timeZone, barbers } = subject
  const required = getRequiredTime(subject, params)
  const first = params.date ?? toLocal(toEpochMinute(now), timeZone).date
  const dates = Array.from({ length: params.days ?? 1 }, (_, day) => addDays(first, day))
  const last = dates.at(-1) as string
  const listSlotsOn = await loadSlots(db, subject, { first, last, required, except: params.reschedule, now })
  const days = dates.map((date): DaySlots => {
    const slots = listSlotsOn(date)
    return { date, slots, isClosed: slots.length === 0 && barbers.every((barber) => isClosedOn(barber, date)) }
  })
  return { date: first, slots: days[0]?.slots ?? [], timeZone, ...(params.days && { days }) }
}

/** The agreed time of a rescheduled appointment, else that of the named services, else the barbershop's shortest service. */
function getRequiredTime({ barbers, required }: Subject, { serviceIds, reschedule }: AvailabilityParams): RequiredTime {
  if (reschedule) {
    if (!required.agreed) throw new ApiError('APPOINTMENT_NOT_FOUND')
    return required.agreed
  }
  const time = serviceIds.length > 0 ? required.selected : barbers[0]?.shortestService
  if (!time) throw new ApiError('SERVICE_NOT_FOUND')
  return time
}

type SlotsQuery = { first: string; last: string; required: RequiredTime; except: string | undefined; now: Date }

/** Loads what blocks the barbers between two dates and returns the slots of a date as HH:MM. */
async function loadSlots(db: Database, { timeZone, barbers }: Subject, query: SlotsQuery) {
  const { first, last, required, except, now } = query
  const from = localDay(first, timeZone).toEpoch(0)
  const to = localDay(last, timeZone).toEpoch(4 * 1440)
  const getBusy = await loadBusyIntervals(db, barbers, { from, to, now, except })
  return (date: string) => {
    const lists = barbers.map((barber) => listSlots(barber, date, required, getBusy(barber), now))
    // The slots of one barber are sorted and distinct already.
    const minutes = lists.length > 1 ? [...new Set(lists.flat())].sort((one, other) => one - other) : lists.flat()
    return minutes.map(formatMinute)
  }
}
