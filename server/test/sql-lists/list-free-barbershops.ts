import { MAX_FREE_ON_DAYS } from '@na-regua/contract/barbershops'
import { type BookableBarber, requireFirstService } from '../../src/features/availability/queries.ts'
import {
  type BusyIntervals,
  type FindRequiredTime,
  listNextSlots,
  listSlots,
  type RequiredTime,
} from '../../src/features/availability/rules.ts'
import type { DaySpan } from '../../src/features/barbershops/rules.ts'
import { computeSlotsToday, spanOfToday } from '../../src/features/listing/slots-today/list-slots-today.ts'
import { getBusyOf } from '../../src/features/listing/slots-today/read-slots-today.ts'
import {
  type BarbershopCalendar,
  listBarbershopCalendars,
} from '../../src/features/listing/upcoming-slots/load-upcoming-slots.ts'
import type { Database } from '../../src/lib/database.ts'
import { addDays, localDay, toEpochMinute, toLocal } from '../../src/lib/local-time.ts'

/** How long a service takes, with one barber, or with each of them where `barberId` is null. */
type BarberTime = RequiredTime & { barberId: string | null }

/** `services` has the services of each barbershop that are required; without it that is its first service. */
export type FreeQuery = { ids: string[]; services?: ReadonlyMap<string, readonly BarberTime[]> | undefined }

/** Those with a slot left on their current business day. */
export async function listFreeToday(db: Database, { ids, services }: FreeQuery, now: Date): Promise<Set<string>> {
  const calendars = await listBarbershopCalendars(db, ids, { ...spanOfToday(undefined, now), now })
  const isFree = (calendar: BarbershopCalendar) =>
    listRequired(calendar, services).some((require) => {
      const params = { date: undefined, require, getBusy: getBusyOf(calendar, now) }
      return computeSlotsToday(calendar.shop, params, now).nextFreeAt !== null
    })
  return new Set(calendars.filter(isFree).map(({ shop }) => shop.id))
}

/** The first slot, in epoch minutes, of those with one between two local times of a day. */
export async function listFreeIn(
  db: Database,
  { ids, services }: FreeQuery,
  { date, from, until }: DaySpan,
  now: Date,
): Promise<Map<string, number>> {
  const calendars = await listBarbershopCalendars(db, ids, { ...spanOfToday(date, now), now })
  return listFirst(calendars, services, now, (barber, required, busy) => {
    const today = toLocal(toEpochMinute(now), barber.timeZone).date
    const day = localDay(date ?? today, barber.timeZone)
    if (day.date < today || day.date > addDays(today, MAX_FREE_ON_DAYS)) return undefined
    const start = listSlots(barber, day.date, required, busy, now).find((minute) => minute >= from)
    return start === undefined || start >= until ? undefined : day.toEpoch(start)
  })
}

/** The next slot of those that have one, in epoch minutes. */
export async function listNextFree(
  db: Database,
  { ids, services }: FreeQuery,
  now: Date,
): Promise<Map<string, number>> {
  const calendars = await listBarbershopCalendars(db, ids, { ...spanOfToday(undefined, now), now })
  return listFirst(
    calendars,
    services,
    now,
    (barber, required, busy) => listNextSlots(barber, required, busy, { now, count: 1 })[0],
  )
}

type FindStart = (barber: BookableBarber, required: RequiredTime, busy: BusyIntervals) => number | undefined

function listFirst(
  calendars: readonly BarbershopCalendar[],
  services: FreeQuery['services'],
  now: Date,
  findStart: FindStart,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const calendar of calendars) {
    const getBusy = getBusyOf(calendar, now)
    const starts = listRequired(calendar, services).flatMap((require) =>
      calendar.shop.barbers.flatMap((barber) => {
        const required = require(barber)
        return (required && findStart(barber, required, getBusy(barber))) ?? []
      }),
    )
    if (starts.length > 0) found.set(calendar.shop.id, Math.min(...starts))
  }
  return found
}

function listRequired({ shop }: BarbershopCalendar, services: FreeQuery['services']): FindRequiredTime[] {
  if (!services) return [requireFirstService(shop)]
  const times = services.get(shop.id) ?? []
  return times.map((time) => (barber) => ([null, barber.barberId].includes(time.barberId) ? time : undefined))
}
