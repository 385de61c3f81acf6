import { ANY_BARBER, type Appointment, MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import type { LastMinuteSlot } from '@na-regua/contract/last-minute'
import { combineServices, listServicesOfBarbers, priceInSlot } from '@na-regua/contract/service-combinations'
import type { Barber } from '@na-regua/contract/staff'
import { HOUR_MINUTE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { hasSameLocalTime, isDate, toInstant } from '../../../lib/local-time.ts'
import type { BookingInput } from '../queries.ts'

/** The choices in the URL of the booking page. The ids may not exist. */
export type BookingChoices = {
  barbershopId: string
  barberId: string
  serviceId?: string
  /** Services besides the first one. */
  extraIds: readonly string[]
  date?: string
  time?: string
  /** The appointment to be rescheduled. */
  reschedule?: string
}

/** The parameters that the URL of a booking may have. */
export const choiceParameters = ['extras', 'date', 'time', 'reschedule'] as const

type PathParams = { barbershopId?: string; barberId?: string; serviceId?: string }

export function readBookingChoices(
  { barbershopId = '', barberId = '', serviceId }: PathParams,
  search: URLSearchParams,
): BookingChoices {
  const date = search.get('date') ?? ''
  const time = search.get('time') ?? ''
  const extraIds = new Set(search.get('extras')?.split(',').filter(Boolean))
  return {
    barbershopId,
    barberId,
    serviceId,
    extraIds: [...extraIds].filter((id) => id !== serviceId).slice(0, MAX_SERVICES_PER_APPOINTMENT - 1),
    date: isDate(date) ? date : undefined,
    time: matchesPattern(HOUR_MINUTE_PATTERN, time) ? time : undefined,
    reschedule: search.get('reschedule') || undefined,
  }
}

export type BookingChange = Partial<Pick<BookingChoices, 'barberId' | 'serviceId' | 'extraIds' | 'date' | 'time'>>

/** Another barber or another day clears the time; other services keep it. */
export function changeBookingChoices(choices: BookingChoices, change: BookingChange): BookingChoices {
  const losesTime = (change.barberId ?? choices.barberId) !== choices.barberId || change.date !== undefined
  const next = { ...choices, ...(losesTime && { time: undefined }), ...change }
  return { ...next, extraIds: next.extraIds.filter((id) => id !== next.serviceId) }
}

/** The first entry without a preselection; undefined when the preselected entry does not exist (any more). */
export function selectById<T extends { id: string }>(list: readonly T[], id: string | undefined): T | undefined {
  return id ? list.find((entry) => entry.id === id) : list[0]
}

/** Option of the barber list: the server assigns an available barber. */
export const anyBarber = { id: ANY_BARBER, name: 'Qualquer barbeiro' }

/** The barber of the URL; 'any' only where there are several barbers. */
export function selectBarber(barbers: readonly Barber[], id: string | undefined): ChosenBarber | undefined {
  if (id !== ANY_BARBER) return selectById(barbers, id)
  return barbers.length > 1 ? anyBarber : barbers[0]
}

export type ChosenBarber = Pick<Barber, 'id' | 'name'> &
  Partial<Pick<Barber, 'avatarUrl' | 'specialties' | 'averageRating' | 'reviewCount'>>

type ServiceList = Pick<Barbershop, 'services' | 'combinations'>

/** The barbershop as the barber provides its services; with any barber as the cheapest one does. */
export function toShopOfBarber<S extends ServiceList>(shop: S, barbers: readonly Barber[], barberId?: string): S {
  const ids = barbers.map(({ id }) => id).filter((id) => barberId === ANY_BARBER || id === barberId)
  return { ...shop, ...listServicesOfBarbers(shop, ids) }
}

export function listActiveServices(services: readonly Service[]) {
  return services.filter(({ isActive }) => isActive)
}

/** The chosen services that can be booked, main service first; none when the main service cannot be booked. */
export function selectServices(provided: readonly Service[], { serviceId, extraIds }: BookingChoices): Service[] {
  const first = selectById(provided, serviceId)
  const extras = extraIds.flatMap((id) => provided.find((service) => service.id === id && id !== first?.id) ?? [])
  return first ? [first, ...extras] : []
}

/** Whose slots are shown, and for which services. Undefined while a barber or a service that exists is not chosen. */
export function selectTarget(
  shop: Pick<Barbershop, 'id'> & ServiceList,
  barbers: readonly Barber[],
  choices: BookingChoices,
) {
  const barber = selectBarber(barbers, choices.barberId)
  const { services: provided } = toShopOfBarber(shop, barbers, barber?.id)
  const services = selectServices(listActiveServices(provided), choices)
  if (!barber || services.length === 0) return undefined
  return { barbershopId: shop.id, barberId: barber.id, serviceIds: services.map(({ id }) => id) }
}

/** 'degradê, navalhado': short enough for one line. */
export function formatSpecialties(specialties: readonly string[], maxCount = 3) {
  return specialties.slice(0, maxCount).join(', ')
}

export function computeEndTime(start: Date, durationMin: number) {
  return new Date(start.getTime() + durationMin * 60_000)
}

/** As typed: for whom it is, if not for the customer, and what the barber should know. */
export type TypedGuestAndNote = { guestName: string; note: string }

type SummaryBarbershop = Pick<Barbershop, 'name' | 'city' | 'timeZone'>
/** Without `services`, because a rescheduled appointment keeps the ones it has. */
type SummaryInput = {
  shop: SummaryBarbershop
  barber: Pick<Barber, 'id' | 'name'> | undefined
  selection: Omit<SelectedServices, 'services'> | undefined
  date: string | undefined
  time: string | undefined
} & Partial<TypedGuestAndNote>
type BookingSelection = SummaryInput & {
  shop: SummaryBarbershop & { id: string }
  selection: SelectedServices | undefined
}

/** The summary on the screen; parts that are not chosen yet are undefined. */
export function summarizeBooking({ shop, barber, selection, date, time, guestName }: SummaryInput, deviceZone: string) {
  const instant = date && toInstant(date, time ?? '12:00', shop.timeZone)
  return {
    barbershop: shop.name,
    barber: barber?.name,
    guestName: guestName?.trim() || undefined,
    service: selection?.name,
    durationMin: selection?.durationMin,
    priceCents: selection?.priceCents,
    fullPriceCents: selection?.fullPriceCents,
    date,
    time,
    zone: instant && !hasSameLocalTime(deviceZone, shop.timeZone, instant) ? `horário de ${shop.city}` : undefined,
  }
}

export type BookingSummary = ReturnType<typeof summarizeBooking>

/** The next choice that a booking needs; undefined when it is complete. */
export function describeMissing({ barber, selection, time }: Pick<SummaryInput, 'barber' | 'selection' | 'time'>) {
  if (!barber) return 'Escolha um barbeiro.'
  if (!selection) return 'Escolha um serviço.'
  return time ? undefined : 'Escolha um horário.'
}

/** The request body, once everything is chosen. `barbershopId` is sent for any barber, `serviceIds` for several services. */
export function toBookingInput({ shop, barber, selection, date, time, ...texts }: BookingSelection) {
  const guestName = texts.guestName?.trim()
  const note = texts.note?.trim()
  const [first] = selection?.services ?? []
  if (!barber || !selection || !first || !date || !time) return undefined
  const start = toInstant(date, time, shop.timeZone)
  const input: BookingInput = {
    barberId: barber.id,
    ...(selection.lastMinuteId && { lastMinuteId: selection.lastMinuteId }),
    ...(barber.id === ANY_BARBER && { barbershopId: shop.id }),
    serviceId: first.id,
    ...(selection.services.length > 1 && { serviceIds: selection.services.map(({ id }) => id) }),
    startTime: start.toISOString(),
    priceCents: selection.priceCents,
    endTime: computeEndTime(start, selection.durationMin).toISOString(),
    ...(guestName && { guestName }),
    ...(note && { note }),
  }
  return input
}

/** One or several services of one appointment, with the appointment's name. */
export type SelectedServices = {
  services: readonly Service[]
  name: string
  durationMin: number
  priceCents: number
  /** Sum of the single prices, where it is higher; in a last-minute slot the list price. */
  fullPriceCents: number | undefined
  /** Whose price it is. */
  lastMinuteId?: string
}

type Combinations = Pick<Barbershop, 'combinations'>

/** Name, duration and price of the chosen services together. Undefined without a service. */
export function toSelectedServices(
  services: readonly Service[],
  { combinations }: Combinations,
): SelectedServices | undefined {
  if (services.length === 0) return undefined
  const combined = combineServices(services, combinations)
  const full = combineServices(services, []).priceCents
  return { ...combined, services, fullPriceCents: full > combined.priceCents ? full : undefined }
}

/** At the price of the last-minute slot of the chosen barber and start, if there is one. */
export function applyLastMinute(
  selection: SelectedServices,
  slots: readonly LastMinuteSlot[],
  { barberId, start = 0 }: { barberId: string | undefined; start: number | undefined },
): SelectedServices {
  const isIn = ({ startsAt, endsAt }: LastMinuteSlot) => Date.parse(startsAt) <= start && start < Date.parse(endsAt)
  const slot = slots.find((one) => one.barber.id === barberId && isIn(one))
  const ids = selection.services.map(({ id }) => id)
  const priceCents = slot && priceInSlot(slot.prices, ids, selection.priceCents)
  if (priceCents === undefined || priceCents === selection.priceCents) return selection
  return { ...selection, priceCents, fullPriceCents: selection.priceCents, lastMinuteId: slot?.id }
}

/** The minutes and cents that one more service adds: less than its own where the barbershop prices the combination. */
export function computeAddition(service: Service, { services }: SelectedServices, { combinations }: Combinations) {
  const now = combineServices(services, combinations)
  const next = combineServices([...services, service], combinations)
  return { durationMin: next.durationMin - now.durationMin, priceCents: next.priceCents - now.priceCents }
}

type OwnAppointment = Pick<Appointment, 'status' | 'startTime' | 'endTime' | 'guestName'>
type SlotsOfDate = { slots: readonly string[]; date: string; zone: string; durationMin: number }

/**
 * The slots in which the person who is to be served, the customer or the guest, has an appointment already, with whichever barber: the
 * server refuses these for them, and not for another person.
 */
export function listOwnBusy(
  { slots, date, zone, durationMin }: SlotsOfDate,
  appointments: readonly OwnAppointment[],
  guestName: string,
): string[] {
  const person = (name: string | null) => (name ?? '').trim().toLowerCase()
  const own = appointments.filter(
    (one) => ['SCHEDULED', 'CONFIRMED'].includes(one.status) && person(one.guestName) === person(guestName),
  )
  return slots.filter((slot) => {
    const start = toInstant(date, slot, zone).getTime()
    const end = start + durationMin * 60_000
    return own.some(({ startTime, endTime }) => Date.parse(startTime) < end && start < Date.parse(endTime))
  })
}
