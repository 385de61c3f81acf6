import { ApiError } from '@na-regua/contract/errors'
import { priceInSlot } from '@na-regua/contract/service-combinations'
import { isBookable, type ServiceSelection } from '../availability/rules.ts'
import type { BookableLastMinute } from '../last-minute/queries.ts'
import type { BookingCandidate, BookingInput, ValidatedBooking } from './rules.ts'
import { toExactSchedule } from './rules.ts'
import { isWalkInTime } from './walk-in/rules.ts'

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
  const { customerId, staff, isOfSeries, start, guestName, note } = input
  if (!candidates[0]) throw new ApiError('BARBER_NOT_FOUND')
  const quoted = listQuoted(candidates, input, now)
  if (candidates[0].details.isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
  const [first, ...others] = quoted
    .filter((candidate) => isTimeOf(candidate, input, now))
    .map(({ barber, select, selected, end, details, lastMinuteId }) => ({
      customerId,
      staff,
      isOfSeries,
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
function isTimeOf({ barber, timeOff, selected }: Offering, { staff, isOfSeries, start }: BookingInput, now: Date) {
  if (staff && !isOfSeries) return isStaffTime(start, now)
  const schedule = isOfSeries ? toExactSchedule(barber, { isByStaff: !!staff }) : barber
  return isBookable(schedule, start, selected, timeOff, now)
}

type Offering = BookingCandidate & { selected: ServiceSelection; end: Date }
/** With the slot at whose price it is. */
type Quoted = Offering & { lastMinuteId?: string }

/** Those who offer the services, for as long and at the price that was shown: no customer pays another one. */
function listQuoted(candidates: readonly BookingCandidate[], input: BookingInput, now: Date): Quoted[] {
  const { barberId, start, end, quotedPrice, lastMinuteId } = input
  const offering = candidates.flatMap(({ selected, ...candidate }) =>
    selected ? [{ ...candidate, selected, end: new Date(start.getTime() + selected.durationMin * 60_000) }] : [],
  )
  if (!offering[0]) throw explainMissingService(candidates, barberId)
  const lasting = end ? offering.filter((candidate) => candidate.end.getTime() === end.getTime()) : offering
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
function listInLastMinute(candidates: readonly Offering[], input: BookingInput, now: Date): Quoted[] {
  const discounted = candidates.flatMap((candidate) => {
    const { lastMinute } = candidate.details
    const selected = lastMinute && discount(candidate.selected, lastMinute)
    return selected ? [{ ...candidate, selected, lastMinuteId: lastMinute.id }] : []
  })
  const named = discounted.find(({ lastMinuteId }) => lastMinuteId === input.lastMinuteId)
  const price = input.quotedPrice ?? named?.selected.priceCents
  const isFree = (candidate: Offering) => !candidate.details.isTaken && isTimeOf(candidate, input, now)
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

/** The barbershop may offer what no barber does. */
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
