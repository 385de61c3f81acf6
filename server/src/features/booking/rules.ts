import {
  ANY_BARBER,
  type Appointment,
  type appointmentsApi,
  MAX_NEW_PER_DAY,
  MAX_OPEN_PER_BARBERSHOP,
} from '@na-regua/contract/appointments'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { normalizeName } from '@na-regua/contract/names'
import type { Body } from '@na-regua/contract/route'
import { SERIES_WEEKS } from '@na-regua/contract/series'
import type { RecordChange } from '../../lib/database.ts'
import { cleanName } from '../accounts/rules.ts'
import { confirmationDeadline } from '../appointments/rules.ts'
import type { BarberCandidate } from '../availability/candidates/queries.ts'
import type { BookableBarber } from '../availability/queries.ts'
import type { BarberSchedule, ServiceSelection } from '../availability/rules.ts'
import type { BookableLastMinute } from '../last-minute/queries.ts'

/** Staff who book for a customer of their barbershop: the appointment is confirmed at once, at any time the barber is free. */
export type StaffBooking = {
  actor: 'barber' | 'owner'
  userId: string
  profileId: string
  /** A customer without an account receives the link from us; otherwise the staff send it. */
  sendsLink: boolean
  record?: RecordChange | undefined
}

/** A parsed request to book or hold a slot. Without a barber any barber of the barbershop will do. Service ids are distinct. */
export type BookingInput = {
  /** Null for a customer without an account, whom staff know by phone. */
  customerId: string | null
  staff?: StaffBooking
  barberId: string | undefined
  barbershopId: string | undefined
  serviceIds: readonly string[]
  start: Date
  end: Date | undefined
  /** A date of a standing appointment: further ahead than customers book, without a receipt and the limits against hoarding. */
  isOfSeries?: boolean
  /** The price that was shown, in cents. */
  quotedPrice: number | undefined
  /** The last-minute slot whose price was shown. Any barber: also another one of this price. */
  lastMinuteId: string | undefined
  idempotencyKey: string | undefined
} & GuestAndNote

/** What the customer adds for the barber. Null: the appointment is for the customer, and there is no note. */
export type GuestAndNote = { guestName: string | null; note: string | null }

/** The appointment that an earlier request created with the same idempotency key, or for the same barber and start. */
export type RepeatedBooking = {
  id: string
  barberId: string
  barbershopId: string
  /** Null for a service that the barbershop has removed since. */
  serviceIds: (string | null)[]
  startsAt: Date
  isSameKey: boolean
} & GuestAndNote

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
  /** Only in a booking by staff. */
  customerPhone: string | null
  /** Only in a booking by staff. */
  customerProfile: Appointment['customerProfile']
  /** The barbershop does not take bookings of this customer. */
  isBlocked: boolean
  /** Without a response of the staff, as the barbershop has set it for this customer. Always if staff book. */
  isConfirmedAtOnce: boolean
  /** How often the customer has tried to take a slot: the version that an insert compares to detect a stale snapshot. */
  bookingTries: number
  barberAvatarUrl: string | null
  shopName: string
  shopAddress: string
  shopPhone: string | null
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
  /** The requested one, of any barber the barber's own, if it is open and of this barber and start. */
  lastMinute: BookableLastMinute | null
}

export type BookingCandidate = BarberCandidate<BookingSnapshot>

/** A booking of one barber that passed every check. Only a concurrent booking can still prevent it. */
export type ValidatedBooking = {
  customerId: string | null
  staff?: StaffBooking | undefined
  isOfSeries?: boolean | undefined
  barber: BookableBarber
  /** The services as another barber of the barbershop offers them. */
  select: BookingCandidate['select']
  selected: ServiceSelection
  start: Date
  end: Date
  snapshot: BookingSnapshot
  /** Whose price the services have. */
  lastMinuteId?: string | undefined
} & GuestAndNote

type BookingBody = Body<typeof appointmentsApi.hold> & {
  endTime?: string
  guestName?: string
  note?: string
}
type BookingCaller = Pick<BookingInput, 'customerId' | 'idempotencyKey' | 'staff'>

/** Checks what the schema cannot: `any` needs a barbershop, `serviceIds` starts with `serviceId` and has no duplicates. */
export function parseBookingInput(
  body: BookingBody,
  { customerId, staff, idempotencyKey }: BookingCaller,
): BookingInput {
  const serviceIds = (body.serviceIds ?? [body.serviceId]).map((id) => id.toLowerCase())
  const barberId = body.barberId === ANY_BARBER ? undefined : body.barberId.toLowerCase()
  const isValid = serviceIds[0] === body.serviceId.toLowerCase() && new Set(serviceIds).size === serviceIds.length
  if (!isValid || (!barberId && !body.barbershopId)) throw new ApiError('INVALID_INPUT')
  return {
    customerId,
    staff,
    barberId,
    barbershopId: body.barbershopId?.toLowerCase(),
    serviceIds,
    start: new Date(body.startTime),
    end: body.endTime === undefined ? undefined : new Date(body.endTime),
    quotedPrice: body.priceCents,
    lastMinuteId: body.lastMinuteId?.toLowerCase(),
    idempotencyKey,
    guestName: normalizeName(body.guestName ?? '') ? cleanName(body.guestName ?? '') : null,
    note: normalizeName(body.note ?? '') || null,
  }
}

/** The status of a new appointment, and of one that its customer moves. */
export function firstStatus({
  isConfirmedAtOnce,
}: Pick<BookingSnapshot, 'isConfirmedAtOnce'>): 'CONFIRMED' | 'SCHEDULED' {
  return isConfirmedAtOnce ? 'CONFIRMED' : 'SCHEDULED'
}

/** The new appointment as its customer reads it, without reading the stored one again. */
export function toNewAppointment(booking: ValidatedBooking, id: string, now: Date): Appointment {
  const { customerId, barber, selected, start, end, snapshot, guestName, note } = booking
  const { barberId, barberName, barbershopId, timeZone } = barber
  const { customerName, customerPhone, barberAvatarUrl: avatarUrl, shopName, shopAddress: address } = snapshot
  const { shopPhone: phone, cancelNoticeMin } = snapshot
  const { durationMin, priceCents, services, name: serviceName } = selected
  const user = { name: barberName, avatarUrl }
  const barbershop = { id: barbershopId, name: shopName }
  const status = firstStatus(snapshot)
  const confirmBy =
    status === 'CONFIRMED' ? null : confirmationDeadline({ startsAt: start, requestedAt: now }).toISOString()
  return {
    id,
    version: 1,
    status,
    durationMin,
    priceCents,
    timeZone,
    reviewed: false,
    isWalkIn: false,
    seriesId: null,
    cancelledBy: null,
    cancelReason: null,
    isPresenceConfirmed: false,
    correctableUntil: null,
    guestName,
    note,
    arrivedAt: null,
    servingFrom: null,
    servingUntil: null,
    ...(booking.staff && { customerProfile: snapshot.customerProfile }),
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    service: { id: services[0]?.id ?? null, name: serviceName },
    services: services.map(({ bufferMin: _, ...service }) => service),
    customer: { id: customerId, name: customerName, phone: customerPhone },
    barber: { id: barberId, ...user, user, barbershop },
    barbershop: { ...barbershop, address, phone, cancelNoticeMin },
    changeableUntil: new Date(start.getTime() - cancelNoticeMin * 60_000).toISOString(),
    confirmBy,
  }
}

/** Limits against hoarding: open appointments of the customer in the barbershop, and new ones today. */
export function findExceededLimit({ openInShop, newToday }: BookingSnapshot): ErrorCode | undefined {
  if (openInShop >= MAX_OPEN_PER_BARBERSHOP) return 'TOO_MANY_OPEN_APPOINTMENTS'
  if (newToday >= MAX_NEW_PER_DAY) return 'TOO_MANY_NEW_APPOINTMENTS'
  return undefined
}

/**
 * Whether an appointment is what the input requests, also for whom and with which note. A service that was removed since counts as
 * the requested one.
 */
export function isSameBooking(input: BookingInput, repeated: RepeatedBooking): boolean {
  const isSameBarber = input.barberId
    ? repeated.barberId === input.barberId
    : repeated.barbershopId === input.barbershopId
  const areSameServices =
    repeated.serviceIds.length === input.serviceIds.length &&
    repeated.serviceIds.every((id, index) => id === null || id === input.serviceIds[index])
  const isForSame = repeated.guestName === input.guestName && repeated.note === input.note
  return isSameBarber && areSameServices && isForSame && repeated.startsAt.getTime() === input.start.getTime()
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

/** A series is booked further ahead than customers book. What is reserved for walk-ins may be booked by staff. */
export function toSeriesSchedule<T extends BarberSchedule>(schedule: T, { isByStaff }: { isByStaff: boolean }): T {
  const bookingWindowDays = Math.max(schedule.bookingWindowDays, (SERIES_WEEKS + 1) * 7)
  return { ...schedule, bookingWindowDays, ...(isByStaff && { walkInShare: null }) }
}

/** The same at every minute: staff may have booked the first date beside the grid of the slots. */
export function toExactSchedule<T extends BarberSchedule>(schedule: T, options: { isByStaff: boolean }): T {
  return { ...toSeriesSchedule(schedule, options), gridMinutes: 1 }
}
