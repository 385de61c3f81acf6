import type { ServiceCombination } from '@na-regua/contract/barbershops'
import {
  combineServices,
  listCombinationsOfBarber,
  listServicesOfBarber,
  priceInSlot,
} from '@na-regua/contract/service-combinations'
import { type Interval, intersect, subtract, union } from '../../lib/intervals.ts'
import { addDays, type LocalDay, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type WorkingHours, workingIntervals } from '../staff/schedule/rules.ts'
import { bookableIntervals, type WalkInShare } from './reserve-walk-in-blocks.ts'

const DAY = 1440

/** Everything but appointments and time off that decides when a barber of a barbershop can be booked. */
export type BarberSchedule = WorkingHours & {
  barberId: string
  /** The barber's user: their appointments in other barbershops block them here too. */
  userId: string
  timeZone: string
  gridMinutes: number
  minimumNoticeMinutes: number
  bookingWindowDays: number
  /** Null unless the barbershop has a queue that is on, with a share of the day for it. */
  walkInShare: WalkInShare | null
}

/** Appointments and time off, in epoch minutes. */
export type BusyIntervals = readonly Interval[]

/** How long an appointment blocks the barber: the service itself, and the buffer after it. */
export type RequiredTime = { durationMin: number; bufferMin: number }

/** `barberIds`: of these barbers only, where not every one has it at a required price. */
export type BookableService = RequiredTime & {
  id: string
  name: string
  priceCents: number
  barberIds?: readonly string[]
}

/** How a barber differs from the barbershop, by the id of the service. */
export type TermsOfBarber = {
  barberId: string
  terms: Readonly<
    Record<string, { isProvided: boolean; durationMin: number | null; priceCents: number | null } | undefined>
  >
}

/** The required time of each barber; undefined for one who does not provide the service. */
export type FindRequiredTime = (barber: TermsOfBarber) => RequiredTime | undefined

/** The service with the barber's price and duration; undefined if the barber does not provide it. */
export function findServiceOfBarber(
  { barberId, terms }: TermsOfBarber,
  service: BookableService | null,
): BookableService | undefined {
  if (!service || service.barberIds?.includes(barberId) === false) return undefined
  return listServicesOfBarber([service], (id) => terms[id])[0]
}

/** As each barber provides them; undefined unless the barber provides every one of them. */
export type SelectServices = (barber: TermsOfBarber) => ServiceSelection | undefined

/** The services of one appointment, with their total duration and price. */
export type ServiceSelection = RequiredTime & { name: string; priceCents: number; services: readonly BookableService[] }

export type ListedServices = {
  services: readonly BookableService[]
  combinations: readonly ServiceCombination[]
}

/**
 * The services together, with the barber's prices and durations. Undefined unless the barber provides every one of them. The buffer
 * counts once, at the end of the appointment: the longest of the services.
 */
export function selectServicesOfBarber(
  { services, combinations }: ListedServices,
  serviceIds: readonly string[],
  { terms }: Pick<TermsOfBarber, 'terms'>,
): ServiceSelection | undefined {
  const provided = listServicesOfBarber(services, (id) => terms[id])
  if (provided.length === 0 || provided.length < serviceIds.length) return undefined
  const bufferMin = Math.max(...provided.map((service) => service.bufferMin))
  const ofBarber = listCombinationsOfBarber(combinations, (id) => terms[id])
  return { ...combineServices(provided, ofBarber), bufferMin, services: provided }
}

/** An open last-minute slot: the first and, exclusive, the last start in epoch minutes, and the fixed price of each service. */
export type OpenLastMinuteSlot = Record<'id' | 'barberId', string> &
  Record<'from' | 'until', number> & { prices: { serviceId: string; priceCents: number }[] }

/** Those of the barber. One in which something is booked or held is none, also before the job ends it. */
export function listDiscountsOf(
  open: readonly OpenLastMinuteSlot[],
  barberId: string,
  busy: BusyIntervals,
): OpenLastMinuteSlot[] {
  return open.filter((one) => one.barberId === barberId && intersect([[one.from, one.until]], busy).length === 0)
}

/** What the services cost at a start in epoch minutes; undefined unless that is below the list price. */
export function findDiscount(discounts: readonly OpenLastMinuteSlot[], start: number, services: DiscountedServices) {
  const slot = discounts.find(({ from, until }) => from <= start && start < until)
  const priceCents = slot && priceInSlot(slot.prices, services.ids, services.listPriceCents)
  if (!slot || priceCents === undefined || priceCents >= services.listPriceCents) return undefined
  return { lastMinuteId: slot.id, priceCents }
}

type DiscountedServices = { ids: readonly string[]; listPriceCents: number }

/** When the barber is free around one day, in epoch minutes; `earliest` is the first minute that may still be booked. */
export function listFreeIntervals(
  schedule: WorkingHours,
  day: LocalDay,
  busy: BusyIntervals,
  earliest: number,
): Interval[] {
  return subtractBusy(workingIntervals(schedule, day), day, busy, earliest)
}

/** The same for customers: without what is reserved for walk-ins. */
export function listBookableIntervals(
  schedule: BarberSchedule,
  day: LocalDay,
  busy: BusyIntervals,
  earliest: number,
): Interval[] {
  return subtractBusy(bookableIntervals(schedule, day), day, busy, earliest)
}

function subtractBusy(minutes: readonly Interval[], day: LocalDay, busy: BusyIntervals, earliest: number): Interval[] {
  const working = union(minutes.map(([start, end]) => [day.toEpoch(start), day.toEpoch(end)]))
  const future = intersect(working, [[earliest, Number.MAX_SAFE_INTEGER]])
  return subtract(future, busy)
}

/**
 * Starts each busy interval earlier by the buffer, so that a new appointment ends that long before the next one begins. Only
 * appointments and time off are extended: the buffer may run past closing or into a break.
 */
export function extendByBuffer(busy: BusyIntervals, bufferMin: number): BusyIntervals {
  return bufferMin === 0 ? busy : union(busy.map(([start, end]) => [start - bufferMin, end]))
}

/** The first minute that the barbershop's minimum notice allows. */
export function computeEarliestStart(schedule: BarberSchedule, now: Date): number {
  return Math.ceil((now.getTime() / 1000 + schedule.minimumNoticeMinutes * 60) / 60)
}

/**
 * The slots of one day, in minutes since its midnight: on the barbershop's grid, inside the booking window, each free for the whole
 * required time. Both the list that clients see and the check of a booking use this function, so that they cannot disagree.
 */
export function listSlots(
  schedule: BarberSchedule,
  date: string,
  required: RequiredTime,
  busy: BusyIntervals,
  now: Date,
): number[] {
  if (!isInBookingWindow(schedule, date, now)) return []
  const day = localDay(date, schedule.timeZone)
  const blocked = extendByBuffer(busy, required.bufferMin)
  const free = listBookableIntervals(schedule, day, blocked, computeEarliestStart(schedule, now))
  return day.hasChange
    ? listSlotsOfChange(schedule, day, required, free)
    : listSlotsOfDay(schedule, day, required, free)
}

function listSlotsOfDay(
  { gridMinutes }: BarberSchedule,
  day: LocalDay,
  { durationMin }: RequiredTime,
  free: readonly Interval[],
): number[] {
  const midnight = day.toEpoch(0)
  const slots: number[] = []
  for (const [start, end] of free) {
    const last = Math.min(end - midnight - durationMin, DAY - 1)
    let minute = Math.max(0, Math.ceil((start - midnight) / gridMinutes) * gridMinutes)
    for (; minute <= last; minute += gridMinutes) slots.push(minute)
  }
  return slots
}

/** Around a change of the clock every minute of the grid is looked up. */
function listSlotsOfChange(
  { gridMinutes }: BarberSchedule,
  day: LocalDay,
  { durationMin }: RequiredTime,
  free: readonly Interval[],
): number[] {
  const slots: number[] = []
  for (let minute = 0, i = 0; minute < DAY && i < free.length; minute += gridMinutes) {
    if (!day.hasMinute(minute)) continue
    const start = day.toEpoch(minute)
    while (i < free.length && (free[i] as Interval)[1] < start + durationMin) i++
    const range = free[i]
    if (range && range[0] <= start) slots.push(minute)
  }
  return slots
}

/** The first slots from now on in the booking window, at most `count`, in epoch minutes. */
export function listNextSlots(
  schedule: BarberSchedule,
  required: RequiredTime,
  busy: BusyIntervals,
  { now, count }: { now: Date; count: number },
): number[] {
  const today = toLocal(toEpochMinute(now), schedule.timeZone).date
  const starts: number[] = []
  for (let offset = 0; offset <= schedule.bookingWindowDays && starts.length < count; offset++) {
    const day = localDay(addDays(today, offset), schedule.timeZone)
    for (const minute of listSlots(schedule, day.date, required, busy, now)) starts.push(day.toEpoch(minute))
  }
  return starts.slice(0, count)
}

export function isBookable(
  schedule: BarberSchedule,
  start: Date,
  required: RequiredTime,
  busy: BusyIntervals,
  now: Date,
): boolean {
  if (start.getTime() % 60_000 !== 0) return false
  const epochMinute = toEpochMinute(start)
  const { date, minute } = toLocal(epochMinute, schedule.timeZone)
  // When daylight saving time ends, 23:30 occurs twice; only the first one is a slot.
  if (localDay(date, schedule.timeZone).toEpoch(minute) !== epochMinute) return false
  return listSlots(schedule, date, required, busy, now).includes(minute)
}

/** Whether the date is not after the booking window, in the barbershop's time zone. `computeEarliestStart` excludes the past. */
export function isInBookingWindow({ timeZone, bookingWindowDays }: BarberSchedule, date: string, now: Date): boolean {
  return date <= lastBookableDate(toLocal(toEpochMinute(now), timeZone).date, bookingWindowDays)
}

const lastWindow = { today: '', days: 0, lastDate: '' }

/** The last result is stored: the days of a month have the same one. */
function lastBookableDate(today: string, days: number): string {
  if (lastWindow.today !== today || lastWindow.days !== days)
    Object.assign(lastWindow, { today, days, lastDate: addDays(today, days) })
  return lastWindow.lastDate
}

/** Whether the barber does not work on that day at all, as opposed to a day whose slots are all booked. */
export function isClosedOn(schedule: BarberSchedule, date: string): boolean {
  return intersect(workingIntervals(schedule, localDay(date, schedule.timeZone)), [[0, DAY]]).length === 0
}
