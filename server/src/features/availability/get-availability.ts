import type { Availability, DaySlots, Quote } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { formatMinute, listDates, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BarberServicesCache, selectServicesById } from './barber-services-cache.ts'
import { findBarbershopWithRequiredTime, type RequiredTimes } from './find-required-times.ts'
import { type BookableBarber, loadBusyIntervals } from './queries.ts'
import {
  type BusyIntervals,
  type FindRequiredTime,
  findDiscount,
  isClosedOn,
  listDiscountsOf,
  listSlots,
  type OpenLastMinuteSlot,
  type RequiredTime,
} from './rules.ts'

type AvailabilityParams = { date?: string; serviceIds: readonly string[]; days?: number; reschedule?: string }

/** The slots of one barber on a day and the days after it, in the barbershop's time zone. One statement whatever the span, or two. */
export async function getBarberAvailability(
  cache: BarberServicesCache,
  barberId: string,
  params: AvailabilityParams,
  now: Date,
): Promise<Availability> {
  const { services, busy, agreed } = await cache.getBarberTimes(barberId, ({ timeZone }) =>
    toSpan(listRequestedDates(params, timeZone, now), timeZone, params, now),
  )
  const { barber } = services
  const select = () => selectServicesById(services, params.serviceIds)
  const barbers = listAvailable([barber], { select, agreed: agreed ?? undefined }, params)
  return computeAvailability({ timeZone: barber.timeZone, barbers, getBusy: () => busy }, params, now)
}

/** The same for a barbershop: the union of its barbers' slots. Two statements. */
export async function getBarbershopAvailability(
  db: Database,
  barbershopId: string,
  params: AvailabilityParams,
  now: Date,
): Promise<Availability> {
  const shop = await findBarbershopWithRequiredTime(db, barbershopId, params)
  if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const { timeZone, discounts } = shop
  const barbers = listAvailable(shop.barbers, shop.required, params)
  const span = toSpan(listRequestedDates(params, timeZone, now), timeZone, params, now)
  const available = barbers.map(({ barber }) => barber)
  const getBusy = await loadBusyIntervals(db, available, span)
  return computeAvailability({ timeZone, barbers, getBusy, isOfBarbershop: true, discounts }, params, now)
}

/** A barber who provides what is requested, and how long they take. `priceCents` only of named services. */
type AvailableBarber = { barber: BookableBarber; required: RequiredTime & { priceCents?: number } }

type Subject = {
  timeZone: string
  barbers: readonly AvailableBarber[]
  getBusy: (barber: BookableBarber) => BusyIntervals
  isOfBarbershop?: boolean
  /** Open last-minute slots. */
  discounts?: readonly OpenLastMinuteSlot[]
}

function computeAvailability(subject: Subject, params: AvailabilityParams, now: Date): Availability {
  const { timeZone, barbers } = subject
  const dates = listRequestedDates(params, timeZone, now)
  const isForServices = params.serviceIds.length > 0 && params.reschedule === undefined
  const areQuoted = subject.isOfBarbershop === true && isForServices && haveOtherTerms(barbers)
  const quoted = isForServices ? subject : { ...subject, discounts: [] }
  const days = dates.map((date): DaySlots => {
    const { slots, firstBarberId, quotes } = listSlotsOn(quoted, { ...params, date, areQuoted }, now)
    const isClosed = slots.length === 0 && barbers.every(({ barber }) => isClosedOn(barber, date))
    const ofBarbershop = subject.isOfBarbershop && firstBarberId ? { firstBarberId, ...(quotes && { quotes }) } : {}
    return { date, slots, isClosed, ...ofBarbershop }
  })
  return { date: dates[0] as string, slots: days[0]?.slots ?? [], timeZone, ...(params.days && { days }) }
}

function listRequestedDates({ date, days = 1 }: AvailabilityParams, timeZone: string, now: Date): readonly string[] {
  return listDates(date ?? toLocal(toEpochMinute(now), timeZone).date, days)
}

/** What may block a slot of these dates: an appointment may begin on the day after the last one. */
function toSpan(dates: readonly string[], timeZone: string, { reschedule }: AvailabilityParams, now: Date) {
  const from = localDay(dates[0] as string, timeZone).toEpoch(0)
  const to = localDay(dates.at(-1) as string, timeZone).toEpoch(4 * 1440)
  return { from, to, now, except: reschedule }
}

/**
 * The barbers who provide what is requested, each with the agreed time of a rescheduled appointment, else with their time for the named
 * services, else for their shortest service. Throws SERVICE_NOT_FOUND when none of them provides it.
 */
function listAvailable(
  barbers: readonly BookableBarber[],
  { select, agreed }: RequiredTimes,
  { serviceIds, reschedule }: AvailabilityParams,
): AvailableBarber[] {
  if (reschedule && !agreed) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const find = (barber: BookableBarber): ReturnType<FindRequiredTime> =>
    agreed ?? (serviceIds.length > 0 ? select(barber) : (barber.shortestService ?? undefined))
  const available = barbers.flatMap((barber) => {
    const required = find(barber)
    return required ? [{ barber, required }] : []
  })
  if (available.length === 0 && !agreed && !isProvidedWithoutBarbers(barbers, select, serviceIds))
    throw new ApiError('SERVICE_NOT_FOUND')
  return available
}

/** A barbershop without barbers has services, but no slots. */
function isProvidedWithoutBarbers(
  barbers: readonly BookableBarber[],
  select: RequiredTimes['select'],
  serviceIds: readonly string[],
): boolean {
  return barbers.length === 0 && serviceIds.length > 0 && select({ barberId: '', terms: {} }) !== undefined
}

function haveOtherTerms([first, ...others]: readonly AvailableBarber[]): boolean {
  const isOther = ({ required }: AvailableBarber) =>
    required.priceCents !== first?.required.priceCents || required.durationMin !== first?.required.durationMin
  return others.some(isOther)
}

/** The slots of a date as HH:MM, sorted and distinct, and the first of the barbers who have the first one. */
function listSlotsOn(subject: Subject, day: QuotedDay, now: Date) {
  const { barbers, getBusy } = subject
  const { date, areQuoted } = day
  const lists = barbers.map(({ barber, required }) => listSlots(barber, date, required, getBusy(barber), now))
  const minutes = lists.length > 1 ? [...new Set(lists.flat())].sort((one, other) => one - other) : (lists[0] ?? [])
  const firstBarberId =
    minutes.length > 0 ? barbers[lists.findIndex(([first]) => first === minutes[0])]?.barber.barberId : undefined
  const quotes = areQuoted ? quoteSlots(barbers, lists) : {}
  addDiscounts(quotes, subject, day, lists)
  const isQuoted = areQuoted || Object.keys(quotes).length > 0
  return { slots: minutes.map(formatMinute), firstBarberId, quotes: isQuoted ? quotes : undefined }
}

type QuotedDay = { date: string; areQuoted: boolean; serviceIds: readonly string[] }

/** Returns for each slot the price and duration of the cheapest barber who has it; of equal prices the shortest. */
function quoteSlots(barbers: readonly AvailableBarber[], lists: readonly (readonly number[])[]) {
  const quotes: Record<string, Quote> = {}
  for (const [index, { required }] of barbers.entries()) {
    const { priceCents = 0, durationMin } = required
    for (const minute of lists[index] ?? []) {
      const known = quotes[formatMinute(minute)]
      const difference = known ? priceCents - known.priceCents || durationMin - known.durationMin : -1
      if (difference < 0) quotes[formatMinute(minute)] = { priceCents, durationMin }
    }
  }
  return quotes
}

/** Where a barber with the slot has a last-minute slot that costs less, its price; the other price is what it costs otherwise. */
function addDiscounts(
  quotes: Record<string, Quote>,
  { barbers, getBusy, discounts = [] }: Subject,
  { date, serviceIds }: QuotedDay,
  lists: readonly (readonly number[])[],
) {
  for (const [index, { barber, required }] of discounts.length > 0 ? barbers.entries() : []) {
    const open = listDiscountsOf(discounts, barber.barberId, getBusy(barber))
    const { priceCents: listPriceCents = 0, durationMin } = required
    const day = localDay(date, barber.timeZone)
    for (const minute of lists[index] ?? []) {
      const found = findDiscount(open, day.toEpoch(minute), { ids: serviceIds, listPriceCents })
      const { priceCents, fullPriceCents = priceCents } = quotes[formatMinute(minute)] ?? { priceCents: listPriceCents }
      if (found && found.priceCents < priceCents)
        quotes[formatMinute(minute)] = { ...found, durationMin, fullPriceCents }
    }
  }
}

/** The JSON of a response, as the serializer of the endpoint writes it: a month has a thousand times, none of which needs escaping. */
export function formatAvailability({ date, slots, timeZone, days }: Availability): string {
  const ofDays = days && `,"days":[${days.map(formatDay).join()}]`
  return `{"date":"${date}","slots":${formatTimes(slots)},"timeZone":"${timeZone}"${ofDays ?? ''}}`
}

function formatDay({ date, slots, isClosed, firstBarberId, quotes }: DaySlots): string {
  const barber = firstBarberId ? `,"firstBarberId":"${firstBarberId}"` : ''
  const ofSlots = quotes ? `,"quotes":${JSON.stringify(quotes)}` : ''
  return `{"date":"${date}","slots":${formatTimes(slots)},"isClosed":${isClosed}${barber}${ofSlots}}`
}

function formatTimes(times: readonly string[]): string {
  return times.length === 0 ? '[]' : `["${times.join('","')}"]`
}
