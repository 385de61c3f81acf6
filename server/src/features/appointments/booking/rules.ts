import {
  type Alternative,
  ANY_BARBER,
  type Appointment,
  type appointmentsApi,
  MAX_NEW_PER_DAY,
  MAX_OPEN_PER_BARBERSHOP,
} from '@na-regua/contract/appointments'
import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import { addDays, formatMinute, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import type { BarberCandidate, BookableBarber } from '../../availability/queries.ts'
import {
  type BusyIntervals,
  isBookable,
  listSlots,
  type RequiredTime,
  type ServiceSelection,
} from '../../availability/rules.ts'
import { confirmationDeadline } from '../status/rules.ts'

/** A parsed request to book or hold a slot. Without a barber any barber of the barbershop will do. Service ids are distinct. */
export type BookingInput = {
  customerId: string
  barberId: string | undefined
  barbershopId: string | undefined
  serviceIds: readonly string[]
  start: Date
  end: Date | undefined
  idempotencyKey: string | undefined
}

/** The appointment that an earlier request created with the same idempotency key, or for the same barber and start. */
export type RepeatedBooking = {
  id: string
  barberId: string
  barbershopId: string
  /** Null for a service that the barbershop has removed since. */
  serviceIds: (string | null)[]
  startsAt: Date
  isSameKey: boolean
}

export type CustomerHold = {
  id: string
  userId: string
  barbershopId: string
  startsAt: Date
  endsAt: Date
  heldUntil: Date
}

/** What the decision to book depends on besides the schedule, read in the same statement as the schedule. */
export type BookingSnapshot = {
  customerName: string
  /** How often the customer has tried to take a slot: the version that an insert compares to detect a stale snapshot. */
  bookingTries: number
  barberAvatarUrl: string | null
  shopName: string
  shopAddress: string
  cancelNoticeMin: number
  ownerId: string
  openInShop: number
  newToday: number
  repeated: RepeatedBooking | undefined
  ownHold: CustomerHold | undefined
  /** Another customer has the barber at the start. Only a hint: the exclusion constraint decides. */
  isTaken: boolean
  /** Appointments of the barber's user on that day of the barbershop. */
  dayLoad: number
}

export type BookingCandidate = BarberCandidate<BookingSnapshot>

/** A booking of one barber that passed every check. Only a concurrent booking can still prevent it. */
export type ValidatedBooking = {
  customerId: string
  barber: BookableBarber
  selected: ServiceSelection
  start: Date
  end: Date
  snapshot: BookingSnapshot
}

type BookingBody = Body<typeof appointmentsApi.hold> & { endTime?: string }
type BookingCaller = Pick<BookingInput, 'customerId' | 'idempotencyKey'>

/** Checks what the schema cannot: `any` needs a barbershop, `serviceIds` starts with `serviceId` and has no duplicates. */
export function parseBookingInput(body: BookingBody, { customerId, idempotencyKey }: BookingCaller): BookingInput {
  const serviceIds = (body.serviceIds ?? [body.serviceId]).map((id) => id.toLowerCase())
  const barberId = body.barberId === ANY_BARBER ? undefined : body.barberId.toLowerCase()
  const isValid = serviceIds[0] === body.serviceId.toLowerCase() && new Set(serviceIds).size === serviceIds.length
  if (!isValid || (!barberId && !body.barbershopId)) throw new ApiError('INVALID_INPUT')
  return {
    customerId,
    barberId,
    barbershopId: body.barbershopId?.toLowerCase(),
    serviceIds,
    start: new Date(body.startTime),
    end: body.endTime === undefined ? undefined : new Date(body.endTime),
    idempotencyKey,
  }
}

/**
 * Rejects everything that can be rejected before the insert: the barber and the services exist and belong together, the end is the
 * services' end, the start is a slot. Other customers' appointments are left to the constraint. Returns a booking for each barber
 * who could take it; more than one only if any barber will do.
 */
export function validateBooking(
  candidates: readonly BookingCandidate[],
  { customerId, start, end }: BookingInput,
  now: Date,
): [ValidatedBooking, ...ValidatedBooking[]] {
  const [candidate] = candidates
  if (!candidate) throw new ApiError('BARBER_NOT_FOUND')
  const { selected } = candidate
  if (!selected) throw new ApiError('SERVICE_NOT_FOUND')
  const computedEnd = new Date(start.getTime() + selected.durationMin * 60_000)
  if (end && end.getTime() !== computedEnd.getTime()) throw new ApiError('END_TIME_MISMATCH')
  const [first, ...others] = candidates
    .filter(({ barber, timeOff }) => isBookable(barber, start, selected, timeOff, now))
    .map(({ barber, details }) => ({ customerId, barber, selected, start, end: computedEnd, snapshot: details }))
  if (!first) throw new ApiError('SLOT_UNAVAILABLE')
  return [first, ...others]
}

/** The new appointment as its customer reads it, without reading the stored one again. */
export function toNewAppointment(booking: ValidatedBooking, id: string, now: Date): Appointment {
  const { customerId, barber, selected, start, end, snapshot } = booking
  const { barberId, barberName, barbershopId, timeZone } = barber
  const { customerName, barberAvatarUrl: avatarUrl, shopName, shopAddress, cancelNoticeMin } = snapshot
  const { durationMin, priceCents, services, name: serviceName } = selected
  const user = { name: barberName, avatarUrl }
  const barbershop = { id: barbershopId, name: shopName }
  return {
    ...{ id, status: 'SCHEDULED', durationMin, priceCents, timeZone, reviewed: false, isWalkIn: false },
    ...{ cancelledBy: null, cancelReason: null, isPresenceConfirmed: false, correctableUntil: null },
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    service: { id: services[0]?.id ?? null, name: serviceName },
    services: services.map(({ bufferMin: _, ...service }) => service),
    customer: { id: customerId, name: customerName, phone: null },
    barber: { id: barberId, ...user, user, barbershop },
    barbershop: { ...barbershop, address: shopAddress, cancelNoticeMin },
    changeableUntil: new Date(start.getTime() - cancelNoticeMin * 60_000).toISOString(),
    confirmBy: confirmationDeadline({ startsAt: start, requestedAt: now }).toISOString(),
  }
}

/** Limits against hoarding: open appointments of the customer in the barbershop, and new ones today. */
export function findExceededLimit({ openInShop, newToday }: BookingSnapshot): ErrorCode | undefined {
  if (openInShop >= MAX_OPEN_PER_BARBERSHOP) return 'TOO_MANY_OPEN_APPOINTMENTS'
  if (newToday >= MAX_NEW_PER_DAY) return 'TOO_MANY_NEW_APPOINTMENTS'
  return undefined
}

/** Whether an appointment is what the input requests. A service that was removed since counts as the requested one. */
export function isSameBooking(input: BookingInput, repeated: RepeatedBooking): boolean {
  const isSameBarber = input.barberId
    ? repeated.barberId === input.barberId
    : repeated.barbershopId === input.barbershopId
  const areSameServices =
    repeated.serviceIds.length === input.serviceIds.length &&
    repeated.serviceIds.every((id, index) => id === null || id === input.serviceIds[index])
  return isSameBarber && areSameServices && repeated.startsAt.getTime() === input.start.getTime()
}

/** The customer's unexpired hold, if it is for exactly this slot. */
export function findMatchingHold(bookings: readonly ValidatedBooking[], now: Date): CustomerHold | undefined {
  const match = bookings.find(({ barber, start, end, snapshot: { ownHold: hold } }) => {
    if (!hold || hold.heldUntil <= now) return false
    const isSameBarber = hold.userId === barber.userId && hold.barbershopId === barber.barbershopId
    return isSameBarber && hold.startsAt.getTime() === start.getTime() && hold.endsAt.getTime() === end.getTime()
  })
  return match?.snapshot.ownHold
}

/**
 * The bookings whose barber is free, in the order in which to try them: the barber whom the customer already holds for this start,
 * then the one with the fewest appointments of the day, then the barbershop's order.
 */
export function rankBookings(bookings: readonly ValidatedBooking[]): ValidatedBooking[] {
  return bookings
    .filter(({ snapshot }) => !snapshot.isTaken)
    .toSorted(
      (one, other) => Number(hasHold(other)) - Number(hasHold(one)) || one.snapshot.dayLoad - other.snapshot.dayLoad,
    )
}

function hasHold({ barber, start, snapshot: { ownHold } }: ValidatedBooking): boolean {
  return ownHold?.userId === barber.userId && ownHold.startsAt.getTime() === start.getTime()
}

/** The slot that another customer took. Without a barber any barber had been requested. */
export type LostSlot = { barberId: string | undefined; start: Date; required: RequiredTime }
type FreeSlot = { barber: BookableBarber; date: string; minute: number }

/**
 * At most three slots to offer instead. A customer who chose a barber gets that barber's nearest slot of the day, another barber at
 * the same time, and that barber's nearest slot on the next day that has one. A customer without a choice gets the nearest slot of
 * the day and of the next day that has one, with any barber.
 */
export function listAlternatives(
  barbers: readonly BookableBarber[],
  getBusy: (barber: BookableBarber) => BusyIntervals,
  { barberId, start, required }: LostSlot,
  now: Date,
): Alternative[] {
  const requested = barberId ? barbers.filter((barber) => barber.barberId === barberId) : barbers
  const others = barbers.filter((barber) => !requested.includes(barber))
  const { date, minute } = toLocal(toEpochMinute(start), requested[0]?.timeZone ?? 'UTC')
  const listFree = (day: string, among: readonly BookableBarber[]) =>
    among.flatMap((barber) =>
      listSlots(barber, day, required, getBusy(barber), now).map(
        (slot): FreeSlot => ({ barber, date: day, minute: slot }),
      ),
    )
  const sameDay = findNearest(listFree(date, requested), minute)
  const sameTime = listFree(date, others).find((slot) => slot.minute === minute)
  const days = Array.from({ length: LOOK_AHEAD_DAYS }, (_, day) => addDays(date, day + 1))
  const nextDay = days.find((day) => listFree(day, requested).length > 0)
  const later = nextDay && findNearest(listFree(nextDay, requested), minute)
  return [
    sameDay && toAlternative(barberId ? 'same-barber' : 'other-time', sameDay),
    sameTime && toAlternative('same-time', sameTime),
    later && toAlternative(barberId ? 'next-day' : 'other-day', later),
  ].filter((alternative) => typeof alternative === 'object')
}

function findNearest(slots: readonly FreeSlot[], minute: number): FreeSlot | undefined {
  return slots.toSorted((a, b) => Math.abs(a.minute - minute) - Math.abs(b.minute - minute))[0]
}

function toAlternative(kind: Alternative['kind'], { barber, date, minute }: FreeSlot): Alternative {
  const startTime = fromEpochMinute(localDay(date, barber.timeZone).toEpoch(minute)).toISOString()
  return { kind, barberId: barber.barberId, barberName: barber.barberName, startTime, date, time: formatMinute(minute) }
}
