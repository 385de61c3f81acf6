import type { Availability, DaySlots } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { formatMinute, listDates, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BarberOffers, selectOfferedServices } from './find-barber-offer.ts'
import {
  type BookableBarber,
  findBarbershopWithRequiredTime,
  loadBusyIntervals,
  type RequiredTimes,
} from './queries.ts'
import { type BusyIntervals, isClosedOn, listSlots, type RequiredTime } from './rules.ts'

type AvailabilityParams = { date?: string; serviceIds: readonly string[]; days?: number; reschedule?: string }

/** The slots of one barber on a day and the days after it, in the barbershop's time zone. One statement whatever the span, or two. */
export async function getBarberAvailability(
  offers: BarberOffers,
  barberId: string,
  params: AvailabilityParams,
  now: Date,
): Promise<Availability> {
  const { offer, busy, agreed } = await offers.getBarberTimes(barberId, ({ timeZone }) =>
    toSpan(listRequestedDates(params, timeZone, now), timeZone, params, now),
  )
  const { barber } = offer
  const selected = selectOfferedServices(offer, params.serviceIds)
  const required = getRequiredTime([barber], { selected, agreed: agreed ?? undefined }, params)
  return computeAvailability(
    { timeZone: barber.timeZone, barbers: [barber], required, getBusy: () => busy },
    params,
    now,
  )
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
  const { timeZone, barbers } = shop
  const required = getRequiredTime(barbers, shop.required, params)
  const span = toSpan(listRequestedDates(params, timeZone, now), timeZone, params, now)
  const getBusy = await loadBusyIntervals(db, barbers, span)
  return computeAvailability({ timeZone, barbers, required, getBusy, isOfBarbershop: true }, params, now)
}

type Subject = {
  timeZone: string
  barbers: readonly BookableBarber[]
  required: RequiredTime
  getBusy: (barber: BookableBarber) => BusyIntervals
  isOfBarbershop?: boolean
}

function computeAvailability(subject: Subject, params: AvailabilityParams, now: Date): Availability {
  const { timeZone, barbers } = subject
  const dates = listRequestedDates(params, timeZone, now)
  const days = dates.map((date): DaySlots => {
    const { slots, firstBarberId } = listSlotsOn(subject, date, now)
    const isClosed = slots.length === 0 && barbers.every((barber) => isClosedOn(barber, date))
    return { date, slots, isClosed, ...(subject.isOfBarbershop && firstBarberId && { firstBarberId }) }
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

/** The agreed time of a rescheduled appointment, else that of the named services, else the barbershop's shortest service. */
function getRequiredTime(
  barbers: readonly BookableBarber[],
  { selected, agreed }: RequiredTimes,
  { serviceIds, reschedule }: AvailabilityParams,
): RequiredTime {
  if (reschedule && !agreed) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const time = agreed ?? (serviceIds.length > 0 ? selected : barbers[0]?.shortestService)
  if (!time) throw new ApiError('SERVICE_NOT_FOUND')
  return time
}

/** The slots of a date as HH:MM, sorted and distinct, and the first of the barbers who have the first one. */
function listSlotsOn({ barbers, required, getBusy }: Subject, date: string, now: Date) {
  const lists = barbers.map((barber) => listSlots(barber, date, required, getBusy(barber), now))
  const minutes = lists.length > 1 ? [...new Set(lists.flat())].sort((one, other) => one - other) : (lists[0] ?? [])
  const firstBarberId =
    minutes.length > 0 ? barbers[lists.findIndex(([first]) => first === minutes[0])]?.barberId : undefined
  return { slots: minutes.map(formatMinute), firstBarberId }
}

/** The JSON of a response, as the serializer of the endpoint writes it: a month has a thousand times, none of which needs escaping. */
export function formatAvailability({ date, slots, timeZone, days }: Availability): string {
  const ofDays = days && `,"days":[${days.map(formatDay).join()}]`
  return `{"date":"${date}","slots":${formatTimes(slots)},"timeZone":"${timeZone}"${ofDays ?? ''}}`
}

function formatDay({ date, slots, isClosed, firstBarberId }: DaySlots): string {
  const barber = firstBarberId ? `,"firstBarberId":"${firstBarberId}"` : ''
  return `{"date":"${date}","slots":${formatTimes(slots)},"isClosed":${isClosed}${barber}}`
}

function formatTimes(times: readonly string[]): string {
  return times.length === 0 ? '[]' : `["${times.join('","')}"]`
}
