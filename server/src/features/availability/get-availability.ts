import type { Availability, DaySlots } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { addDays, formatMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BarberSchedule, findChair, findChairs, listBusy, type Needed } from './queries.ts'
import { isClosedOn, listSlots, type Need, type Schedule } from './rules.ts'

type Asked = { date?: string; serviceIds: readonly string[]; days?: number; reschedule?: string }
type Shop = { timeZone: string; chairs: BarberSchedule[]; needed: Needed }

/** The free starts of a day, and of the days after it when asked, in the zone of the shop. Two statements whatever the span. */
export async function getAvailability(db: Database, barberId: string, asked: Asked, now: Date): Promise<Availability> {
  const found = await findChair(db, barberId, asked)
  if (!found) throw new ApiError('BARBER_NOT_FOUND')
  const { chair, needed } = found
  return listStarts(db, { timeZone: chair.timeZone, chairs: [chair], needed }, asked, now)
}

/** The same for whichever barber of the shop is free. */
export async function getShopAvailability(
  db: Database,
  barbershopId: string,
  asked: Asked,
  now: Date,
): Promise<Availability> {
  const shop = await findChairs(db, barbershopId, asked)
  if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return listStarts(db, shop, asked, now)
}

async function listStarts(db: Database, shop: Shop, asked: Asked, now: Date): Promise<Availability> {
  const { timeZone, chairs } = shop
  const need = getNeed(shop, asked)
  const date = asked.date ?? toLocal(toEpochMinute(now), timeZone).date
  const dates = Array.from({ length: asked.days ?? 1 }, (_, day) => addDays(date, day))
  const startsOn = await findStarts(db, shop, {
    first: date,
    last: dates.at(-1) as string,
    need,
    except: asked.reschedule,
    now,
  })
  const days = dates.map((day): DaySlots => {
    const slots = startsOn(day)
    return { date: day, slots, isClosed: slots.length === 0 && chairs.every((chair) => isClosedOn(chair, day)) }
  })
  return { date, slots: days[0]?.slots ?? [], timeZone, ...(asked.days && { days }) }
}

/** How long the chair is needed: for the named services, for what was agreed once, or at least. */
function getNeed({ chairs, needed }: Shop, { serviceIds, reschedule }: Asked): Need {
  if (reschedule) {
    if (!needed.agreed) throw new ApiError('APPOINTMENT_NOT_FOUND')
    return needed.agreed
  }
  const need = serviceIds.length > 0 ? needed.visit : chairs[0]?.shortest
  if (!need) throw new ApiError('SERVICE_NOT_FOUND')
  return need
}

type Span = { first: string; last: string; need: Need; except: string | undefined; now: Date }

async function findStarts(db: Database, { timeZone, chairs }: Shop, { first, last, need, except, now }: Span) {
  const from = localDay(first, timeZone).toEpoch(0)
  const to = localDay(last, timeZone).toEpoch(4 * 1440)
  const busyOf = await listBusy(db, chairs, { from, to, now, except })
  const slotsOf = (chair: Schedule, day: string) => listSlots(chair, day, need, busyOf(chair), now)
  return (day: string) => {
    const [first = [], ...others] = chairs.map((chair) => slotsOf(chair, day))
    if (others.length === 0) return first.map(formatMinute)
    return [...new Set([first, ...others].flat())].sort((one, other) => one - other).map(formatMinute)
  }
}
