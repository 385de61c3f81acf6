import {
  ANY_BARBER,
  type Appointment,
  type appointmentsApi,
  MAX_NEW_PER_DAY,
  MAX_OPEN_PER_BARBERSHOP,
} from '@na-regua/contract/appointments'
import { type AutomaticConfirmation, confirmationDeadline, isConfirmedAtOnce } from '@na-regua/contract/confirmation'
import { ApiError } from '@na-regua/contract/errors'
import { normalizeName } from '@na-regua/contract/names'
import type { Body } from '@na-regua/contract/route'
import { SERIES_WEEKS } from '@na-regua/contract/series'
import { priceInSlot } from '@na-regua/contract/service-combinations'
import { cleanName } from '../accounts/rules.ts'
import type { BarberCandidate } from '../availability/candidates/queries.ts'
import type { BookableBarber } from '../availability/queries.ts'
import { type BarberSchedule, isBookable, type ServiceSelection } from '../availability/rules.ts'
import type { BookableLastMinute } from '../last-minute/queries.ts'

/** Staff who book for a customer of their barbershop: the appointment is confirmed at once, at any time the barber is free. */
type StaffBooking = {
  actor: 'barber' | 'owner'
  userId: string
  profileId: string
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
  /** Booked together with others. */
  groupId?: string | undefined
} & GuestAndNote

/** What the customer adds for the barber. Null: the appointment is for the customer, and there is no note. */
type GuestAndNote = { guestName: string | null; note: string | null }

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

/** What the decision to book depends on besides the schedule. */
export type BookingSnapshot = {
  customerName: string
  /** Only in a booking by staff. */
  customerPhone: string | null
  /** Only in a booking by staff. */
  customerProfile: Appointment['customerProfile']
  /** The barbershop does not take bookings of this customer. */
  isBlocked: boolean
  /** As the barbershop has set it for this customer. Always if staff book. */
  automaticConfirmation: AutomaticConfirmation
  barberAvatarUrl: string | null
  shopName: string
  shopAddress: string
  shopPhone: string | null
  cancelNoticeMin: number
  usesVisits: boolean
  ownerId: string
  openInShop: number
  newToday: number
  ownHold: CustomerHold | undefined
  /** There may be holds to delete before the booking: the customer's own, or expired ones of the barber. */
  hasHolds: boolean
  /** Another customer has the barber at the start. Only a hint: the exclusion constraint decides. */
  isTaken: boolean
  /** Appointments of the barber's user on that day of the barbershop. */
  dayLoad: number
  /** The requested one, of any barber the barber's own, if it is open and of this barber and start. */
  lastMinute: BookableLastMinute | null
}

export type BookingCandidate = BarberCandidate<BookingSnapshot>

/** A booking of one barber that passed every check. Only another appointment or hold that overlaps can still prevent it. */
export type ValidatedBooking = {
  customerId: string | null
  staff?: StaffBooking | undefined
  isOfSeries?: boolean | undefined
  barber: BookableBarber
  /** The services as another barber of the barbershop provides them. */
  select: BookingCandidate['select']
  selected: ServiceSelection
  start: Date
  end: Date
  snapshot: BookingSnapshot
  /** Whose price the services have. */
  lastMinuteId?: string | undefined
  groupId?: string | undefined
} & GuestAndNote

type BookingBody = Body<typeof appointmentsApi.hold> & {
  endTime?: string
  guestName?: string
  note?: string
}
type BookingCaller = Pick<BookingInput, 'customerId' | 'idempotencyKey' | 'staff'>

/** Checks what the schema cannot: `any` needs a barbershop. */
export function parseBookingInput(
  body: BookingBody,
  { customerId, staff, idempotencyKey }: BookingCaller,
): BookingInput {
  const serviceIds = parseServiceIds(body)
  const barberId = body.barberId === ANY_BARBER ? undefined : body.barberId.toLowerCase()
  if (!barberId && !body.barbershopId) throw new ApiError('INVALID_INPUT')
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

/** Checks what the schema cannot: `serviceIds` starts with `serviceId` and has no duplicates. */
export function parseServiceIds(body: { serviceId: string; serviceIds?: string[] }): string[] {
  const serviceIds = (body.serviceIds ?? [body.serviceId]).map((id) => id.toLowerCase())
  const isValid = serviceIds[0] === body.serviceId.toLowerCase() && new Set(serviceIds).size === serviceIds.length
  if (!isValid) throw new ApiError('INVALID_INPUT')
  return serviceIds
}

/**
 * Rejects everything that can be rejected before the insert: the barber and the services exist and belong together, the end is the
 * services' end, the start is a slot. Other customers' appointments are left to the constraint. Returns a booking for each barber
 * who could take it; more than one only if any barber will do.
 */
export function validateBooking(
  candidates: readonly BookingCandidate[],
  input: BookingInput,
  now: Date,
): [ValidatedBooking, ...ValidatedBooking[]] {
  const { customerId, staff, isOfSeries, groupId, start, guestName, note } = input
  if (!candidates[0]) throw new ApiError('BARBER_NOT_FOUND')
  const quoted = listQuoted(candidates, input, now)
  if (candidates[0].details.isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
  const [first, ...others] = quoted
    .filter((candidate) => isTimeOf(candidate, input, now))
    .map(({ barber, select, selected, end, details, lastMinuteId }) => ({
      customerId,
      staff,
      isOfSeries,
      groupId,
      barber,
      select,
      selected,
      start,
      end,
      snapshot: details,
      guestName,
      note,
      lastMinuteId,
    }))
  if (!first) throw new ApiError('SLOT_UNAVAILABLE')
  return [first, ...others]
}

/** The start is a slot of the barber for these services, as far as the schedule decides. */
function isTimeOf(
  { barber, timeOff, selected }: SelectedCandidate,
  { staff, isOfSeries, start }: BookingInput,
  now: Date,
) {
  if (staff && !isOfSeries) return isStaffTime(start, now)
  const schedule = isOfSeries ? toExactSchedule(barber, { isByStaff: !!staff }) : barber
  return isBookable(schedule, start, selected, timeOff, now)
}

type SelectedCandidate = BookingCandidate & { selected: ServiceSelection; end: Date }
/** With the slot at whose price it is. */
type Quoted = SelectedCandidate & { lastMinuteId?: string }

/** Those who provide the services, for as long and at the price that was shown: no customer pays another one. */
function listQuoted(candidates: readonly BookingCandidate[], input: BookingInput, now: Date): Quoted[] {
  const { barberId, start, end, quotedPrice, lastMinuteId } = input
  const selectable = candidates.flatMap(({ selected, ...candidate }) =>
    selected ? [{ ...candidate, selected, end: new Date(start.getTime() + selected.durationMin * 60_000) }] : [],
  )
  if (!selectable[0]) throw explainMissingService(candidates, barberId)
  const lasting = end ? selectable.filter((candidate) => candidate.end.getTime() === end.getTime()) : selectable
  if (!lasting[0]) throw new ApiError('END_TIME_MISMATCH')
  if (lastMinuteId) return listInLastMinute(lasting, input, now)
  if (quotedPrice === undefined) return lasting
  const quoted = lasting.filter(({ selected }) => selected.priceCents === quotedPrice)
  if (quoted.length === 0) throw new ApiError('PRICE_CHANGED', { priceCents: lasting[0].selected.priceCents })
  return quoted
}

/**
 * At the price of the last-minute slot; with any barber those who have an open one of this price, so that the price decides before the
 * number of appointments does. Who is late for it gets an error with the list price, where no barber is free one with other starts, as what
 * is taken is never inserted (`rankBookings`): the price is never silently another one.
 */
function listInLastMinute(candidates: readonly SelectedCandidate[], input: BookingInput, now: Date): Quoted[] {
  const discounted = candidates.flatMap((candidate) => {
    const { lastMinute } = candidate.details
    const selected = lastMinute && discount(candidate.selected, lastMinute)
    return selected ? [{ ...candidate, selected, lastMinuteId: lastMinute.id }] : []
  })
  const named = discounted.find(({ lastMinuteId }) => lastMinuteId === input.lastMinuteId)
  const price = input.quotedPrice ?? named?.selected.priceCents
  const isFree = (candidate: SelectedCandidate) => !candidate.details.isTaken && isTimeOf(candidate, input, now)
  const atPrice = discounted.filter((one) => one.selected.priceCents === price && isFree(one))
  if (atPrice.length > 0) return atPrice
  const free = candidates.filter(isFree)
  if (free.length === 0) return [...candidates]
  throw new ApiError('LAST_MINUTE_ENDED', { priceCents: Math.min(...free.map(({ selected }) => selected.priceCents)) })
}

function discount(selected: ServiceSelection, { prices }: BookableLastMinute): ServiceSelection | undefined {
  const fixed = Object.entries(prices).map(([serviceId, priceCents = 0]) => ({ serviceId, priceCents }))
  const ids = selected.services.map(({ id }) => id)
  const priceCents = priceInSlot(fixed, ids, selected.priceCents)
  if (priceCents === undefined) return undefined
  const services = selected.services.map((service) => {
    return { ...service, priceCents: Math.min(service.priceCents, prices[service.id] ?? service.priceCents) }
  })
  return { ...selected, priceCents, services }
}

/** The barbershop may provide what no barber does. */
function explainMissingService([candidate]: readonly BookingCandidate[], barberId: string | undefined): ApiError {
  if (!candidate?.select({ barberId: '', terms: {} })) return new ApiError('SERVICE_NOT_FOUND')
  const message = barberId
    ? 'Este barbeiro não faz este serviço. Escolha outro barbeiro ou outro serviço.'
    : 'Nenhum barbeiro faz tudo isso. Escolha outro serviço.'
  return new ApiError('SERVICE_NOT_FOUND', {}, message)
}

/** Staff know better than the schedule: hours, breaks and notice are for customers. A whole minute, within a walk-in's window. */
function isStaffTime(start: Date, now: Date): boolean {
  return start.getTime() % 60_000 === 0 && isWalkInTime(start, now)
}

/** The status of a new appointment, and of one that its customer moves. */
export function firstStatus(confirmation: AutomaticConfirmation, start: Date, now: Date): 'CONFIRMED' | 'SCHEDULED' {
  return isConfirmedAtOnce(confirmation, start, now) ? 'CONFIRMED' : 'SCHEDULED'
}

/** The new appointment as its customer reads it, without reading the stored one again. */
export function toNewAppointment(booking: ValidatedBooking, id: string, now: Date): Appointment {
  const { customerId, barber, selected, start, end, snapshot, guestName, note } = booking
  const { barberId, barberName, barbershopId, timeZone } = barber
  const { customerName, customerPhone, barberAvatarUrl: avatarUrl, shopName, shopAddress: address } = snapshot
  const { shopPhone: phone, cancelNoticeMin, usesVisits } = snapshot
  const { durationMin, priceCents, services, name: serviceName } = selected
  const user = { name: barberName, avatarUrl }
  const barbershop = { id: barbershopId, name: shopName }
  const status = firstStatus(snapshot.automaticConfirmation, start, now)
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
    groupId: booking.groupId ?? null,
    cancelledBy: null,
    cancelReason: null,
    isPresenceConfirmed: false,
    correctableUntil: null,
    guestName,
    note,
    arrivedAt: null,
    servingFrom: null,
    servingUntil: null,
    ...(booking.staff && {
      customerProfile: snapshot.customerProfile,
      staffNote: null,
      priceChange: null,
    }),
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    service: { id: services[0]?.id ?? null, name: serviceName },
    services: services.map(({ bufferMin: _, ...service }) => service),
    customer: { id: customerId, name: customerName, phone: customerPhone },
    barber: { id: barberId, ...user, user, barbershop },
    barbershop: { ...barbershop, address, phone, cancelNoticeMin, ...(booking.staff && { usesVisits }) },
    changeableUntil: new Date(start.getTime() - cancelNoticeMin * 60_000).toISOString(),
    confirmBy,
  }
}

/** Limits against hoarding: open appointments of the customer in the barbershop, and new ones today. A group counts once. */
export function checkLimits({ openInShop, newToday }: BookingSnapshot): void {
  if (openInShop >= MAX_OPEN_PER_BARBERSHOP) throw new ApiError('TOO_MANY_OPEN_APPOINTMENTS')
  if (newToday >= MAX_NEW_PER_DAY) throw new ApiError('TOO_MANY_NEW_APPOINTMENTS')
}

/**
 * An idempotency key belongs to one request. Reusing it for another one is an error even if the appointment was cancelled. Without
 * the key only the same services, guest and note are a repetition: other ones would silently not be booked.
 */
export function checkRepetition(input: BookingInput, repeated: RepeatedBooking): void {
  if (isSameBooking(input, repeated)) return
  throw repeated.isSameKey ? new ApiError('IDEMPOTENCY_CONFLICT') : customerBusy(input)
}

export function customerBusy({ staff, guestName }: Pick<BookingInput, 'staff' | 'guestName'>): ApiError {
  const served = guestName ?? (staff && 'Este cliente')
  return new ApiError('CUSTOMER_BUSY', {}, served && `${served} já tem um agendamento neste horário.`)
}

/**
 * Whether an appointment is what the input requests, also for whom and with which note. A service that was removed since counts as
 * the requested one.
 */
function isSameBooking(input: BookingInput, repeated: RepeatedBooking): boolean {
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

export function isWalkInTime(start: Date, now: Date): boolean {
  const minutes = (start.getTime() - now.getTime()) / 60_000
  return minutes >= -WALK_IN_WINDOW.hoursBack * 60 && minutes <= WALK_IN_WINDOW.daysAhead * 1440
}

/** When staff may add a walk-in: from one of this morning that was not recorded, to any gap of the coming year. */
const WALK_IN_WINDOW = { hoursBack: 12, daysAhead: 365 } as const
