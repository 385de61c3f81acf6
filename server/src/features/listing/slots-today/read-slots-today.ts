import { type BarbershopSlotsToday, MAX_NEXT_SLOTS, type NextTime } from '@na-regua/contract/availability'
import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { union } from '../../../lib/intervals.ts'
import { formatMinute, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { type BookableBarber, requireFirstService } from '../../availability/queries.ts'
import {
  type BookableService,
  type BusyIntervals,
  findDiscount,
  findServiceOfBarber,
  listDiscountsOf,
  listNextSlots,
  listSlots,
} from '../../availability/rules.ts'
import type { DaySpan } from '../../barbershops/rules.ts'
import { type BarbershopCalendar, listBarbershopCalendars } from '../upcoming-slots/load-upcoming-slots.ts'
import { computeSlotsToday, spanOfToday } from './list-slots-today.ts'

/** Reports when barbershops can be booked at other times than before, whatever changed. */
type SlotChanges = {
  /** False while changes may be missed. */
  isCurrent: () => boolean
  /** The listener is called with the ids of barbershops, undefined for all, within a second after the change. */
  onChange: (listener: (barbershopIds: readonly string[] | undefined) => void) => void
}

/** The first slots of a barber for the first service, in epoch minutes. */
type BarberStarts = { barber: BookableBarber; starts: readonly number[] }
/** `until` is when the first of the open holds ends, in milliseconds since 1970. */
type ComputedStarts = { barbers: readonly BarberStarts[]; minute: number; from: number; until: number }
type Calendar = BarbershopCalendar & { next?: ComputedStarts; span?: DaySpan }

/** The next times are for one of these services of each barbershop, and between these local times of a day. */
type SlotsTodayFilter = { services?: ReadonlyMap<string, readonly BookableService[]>; span?: DaySpan }
type ReaderOptions = { db: Database; clock: Clock; changes: SlotChanges }

type SlotsTodayParams = [ids: readonly string[], date: string | undefined, now: Date, filter?: SlotsTodayFilter]

/** Some kilobytes each. */
const MAX_CALENDARS = 4000
/** Days from two before until three after the load are in a calendar. */
const MAX_AGE_MS = 86_400_000

export type SlotsTodayReader = ReturnType<typeof createSlotsTodayReader>

/** When barbershops can be booked, for cards: one statement for those that are not stored, none otherwise. */
export function createSlotsTodayReader({ db, clock, changes }: ReaderOptions) {
  const stored = new LoadingCache<Calendar | null>({
    clock,
    max: MAX_CALENDARS,
    ttlMs: MAX_AGE_MS,
    isStored: (calendar) => calendar !== null,
  })
  changes.onChange((ids) => {
    if (!ids) stored.clear()
    else for (const id of ids) stored.delete(id)
  })

  async function getCalendars(barbershopIds: readonly string[], date: string | undefined, now: Date) {
    const ids = barbershopIds.map((id) => id.toLowerCase())
    if (date !== undefined || !changes.isCurrent()) return [...(await loadCalendars(db, ids, date, now)).values()]
    const missing = ids.filter((id) => !stored.find(id))
    let loads: ReturnType<typeof loadCalendars> | undefined
    const load = async (id: string) => {
      loads ??= loadCalendars(db, missing, undefined, now)
      return (await loads).get(id) ?? null
    }
    const calendars = await Promise.all(ids.map((id) => stored.get(id, () => load(id))))
    return calendars.filter((calendar) => calendar !== null)
  }

  return {
    /** On that date, else on that of the filter, else on the current business day; unknown barbershops are missing in the result. */
    async listSlotsToday(...[ids, date, now, filter]: SlotsTodayParams): Promise<BarbershopSlotsToday[]> {
      const calendars = await getCalendars(ids, date, now)
      return calendars.map((calendar) => computeSlots(filterCalendar(calendar, filter, now), date, now))
    },
    /** The next time of each barber of these barbershops by their ids, the earliest first of each; undefined for a barber who has none. */
    async listNextTimes(barbershopIds: readonly string[], now: Date): Promise<Map<string, NextTime | undefined>> {
      if (barbershopIds.length === 0) return new Map()
      const calendars = await getCalendars(barbershopIds, undefined, now)
      return new Map(calendars.flatMap((calendar) => listNextTimesOfBarbers(calendar, now)))
    },
  }
}

async function loadCalendars(db: Database, ids: readonly string[], date: string | undefined, now: Date) {
  const calendars = await listBarbershopCalendars(db, ids, { ...spanOfToday(date, now), now })
  return new Map(calendars.map((calendar): [string, Calendar] => [calendar.shop.id, calendar]))
}

/** Takes the first of several services; between times of a day, where it may not fit, the one with the first start. */
function filterCalendar(calendar: Calendar, filter: SlotsTodayFilter | undefined, now: Date): Calendar {
  if (!filter) return calendar
  const { shop, busy, discounts } = calendar
  const { services, span } = filter
  if (!services) return { shop, busy, discounts, span }
  const withService = (firstService: BookableService | null) => {
    return { shop: { ...shop, firstService }, busy, discounts, span }
  }
  const [first = null, ...others] = services.get(shop.id) ?? []
  if (!span) return withService(first)
  const firstStart = (candidate: Calendar) => getStarts(candidate, now)[0]?.starts[0] ?? Number.MAX_SAFE_INTEGER
  const choose = (best: Calendar, other: Calendar) => (firstStart(other) < firstStart(best) ? other : best)
  return others.map(withService).reduce(choose, withService(first))
}

/** What blocks a barber: without the holds that have ended. */
export function getBusyOf({ busy }: BarbershopCalendar, now: Date) {
  const open = busy.filter(({ heldUntil }) => heldUntil === null || heldUntil > now.getTime())
  const byKey = Map.groupBy(open, ({ key }) => key)
  return ({ userId, barberId }: BookableBarber): BusyIntervals =>
    union([userId, barberId].flatMap((key) => byKey.get(key) ?? []).map(({ start, end }) => [start, end]))
}

/** By the next start, barbers without one last; equal ones in the order of the barbershop. Computed once a minute. */
function getStarts(calendar: Calendar, now: Date): readonly BarberStarts[] {
  const at = now.getTime()
  const minute = Math.ceil(now.getTime() / 60_000)
  const { next } = calendar
  if (next && next.minute === minute && next.from <= at && at < next.until) return next.barbers
  const { shop, busy } = calendar
  const getBusy = getBusyOf(calendar, now)
  const barbers = shop.barbers.map((barber) => ({ barber, starts: listStarts(calendar, barber, getBusy(barber), now) }))
  const first = ({ starts: [start = Number.MAX_SAFE_INTEGER] }: BarberStarts) => start
  calendar.next = {
    minute,
    from: at,
    barbers: barbers.sort((one, other) => first(one) - first(other)),
    until: Math.min(...busy.flatMap(({ heldUntil }) => (heldUntil !== null && heldUntil > at ? [heldUntil] : []))),
  }
  return calendar.next.barbers
}

function listStarts({ shop, span }: Calendar, barber: BookableBarber, busy: BusyIntervals, now: Date) {
  const { firstService, timeZone } = shop
  const service = findServiceOfBarber(barber, firstService)
  if (!service) return []
  if (!span) return listNextSlots(barber, service, busy, { now, count: MAX_NEXT_SLOTS })
  const day = localDay(span.date ?? toLocal(toEpochMinute(now), timeZone).date, timeZone)
  const minutes = listSlots(barber, day.date, service, busy, now)
  const inSpan = minutes.filter((minute) => minute >= span.from && minute < span.until)
  return inSpan.slice(0, MAX_NEXT_SLOTS).map(day.toEpoch)
}

function toNextTime(start: number, { barberId, barberName, timeZone }: BookableBarber, service: BookableService) {
  const { date, minute } = toLocal(start, timeZone)
  const local = { startTime: fromEpochMinute(start).toISOString(), date, time: formatMinute(minute) }
  const { id: serviceId, name: serviceName, priceCents } = service
  return { ...local, barberId, barberName, serviceId, serviceName, priceCents }
}

function listNextTimesOfBarbers(calendar: Calendar, now: Date): [string, NextTime | undefined][] {
  const { firstService } = calendar.shop
  return getStarts(calendar, now).map(({ barber, starts: [start] }) => {
    const service = findServiceOfBarber(barber, firstService)
    return [barber.barberId, start !== undefined && service ? toNextTime(start, barber, service) : undefined]
  })
}

/** Lists each start once: of several barbers the one in whose last-minute slot it lies, else the one who is listed first. */
function listNextTimes(calendar: Calendar, now: Date): NextTime[] {
  const { firstService } = calendar.shop
  const byStart = new Map<
    number,
    { barber: BookableBarber; service: BookableService; discount: NextTime['discount'] }
  >()
  const findPrices = createDiscountFinder(calendar, now)
  for (const { barber, starts } of getStarts(calendar, now)) {
    const service = findServiceOfBarber(barber, firstService)
    if (!service) continue
    for (const start of starts) {
      const known = byStart.get(start)
      const discount = findPrices?.(barber, service, start)
      if (!known || (discount && !known.discount)) byStart.set(start, { barber, service, discount })
    }
  }
  return [...byStart]
    .sort(([one], [other]) => one - other)
    .slice(0, MAX_NEXT_SLOTS)
    .map(([start, { barber, service, discount }]) => ({
      ...toNextTime(start, barber, service),
      ...(discount && { discount }),
    }))
}

/** Finds both prices of a start; undefined where no last-minute slot is open, as in most barbershops. */
function createDiscountFinder(calendar: Calendar, now: Date) {
  if (calendar.discounts.length === 0) return undefined
  const getBusy = getBusyOf(calendar, now)
  return (barber: BookableBarber, service: BookableService, start: number): NextTime['discount'] => {
    const { id, priceCents: listPriceCents } = service
    const open = listDiscountsOf(calendar.discounts, barber.barberId, getBusy(barber))
    const found = findDiscount(open, start, { ids: [id], listPriceCents })
    return found && { priceCents: found.priceCents, listPriceCents }
  }
}

function computeSlots(calendar: Calendar, date: string | undefined, now: Date): BarbershopSlotsToday {
  const { shop, span } = calendar
  const nextTimes = listNextTimes(calendar, now)
  const starts = getStarts(calendar, now)
  const of = { date: date ?? span?.date, require: requireFirstService(shop), getBusy: getBusyOf(calendar, now) }
  const first = (starts.find(({ barber }) => findServiceOfBarber(barber, shop.firstService)) ?? starts[0])?.barber
  return {
    ...computeSlotsToday(shop, of, now),
    nextSlots: nextTimes.map(({ startTime }) => startTime),
    nextTimes,
    preselection: first ? { barberId: first.barberId, serviceId: shop.firstService?.id ?? null } : null,
  }
}
