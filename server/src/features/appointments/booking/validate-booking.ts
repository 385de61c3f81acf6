import { ApiError } from '@na-regua/contract/errors'
import { isBookable } from '../../availability/rules.ts'
import { isWalkInTime } from '../status/rules.ts'
import type { BookingCandidate, BookingInput, ValidatedBooking } from './rules.ts'

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
  const { customerId, staff, start, guestName, note } = input
  if (!candidates[0]) throw new ApiError('BARBER_NOT_FOUND')
  const quoted = listQuoted(candidates, input)
  if (candidates[0].details.isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
  const [first, ...others] = quoted
    .filter(({ barber, timeOff, selected }) =>
      staff ? isStaffTime(start, now) : isBookable(barber, start, selected, timeOff, now),
    )
    .map(({ barber, select, selected, end, details }) => ({
      ...{ customerId, staff, barber, select, selected, start, end, snapshot: details, guestName, note },
    }))
  if (!first) throw new ApiError('SLOT_UNAVAILABLE')
  return [first, ...others]
}

/** Those who offer the services, for as long and at the price that was shown: no customer pays another one. */
function listQuoted(candidates: readonly BookingCandidate[], { barberId, start, end, quotedPrice }: BookingInput) {
  const offering = candidates.flatMap(({ selected, ...candidate }) =>
    selected ? [{ ...candidate, selected, end: new Date(start.getTime() + selected.durationMin * 60_000) }] : [],
  )
  if (!offering[0]) throw explainMissingService(candidates, barberId)
  const lasting = end ? offering.filter((candidate) => candidate.end.getTime() === end.getTime()) : offering
  if (!lasting[0]) throw new ApiError('END_TIME_MISMATCH')
  if (quotedPrice === undefined) return lasting
  const quoted = lasting.filter(({ selected }) => selected.priceCents === quotedPrice)
  if (quoted.length === 0) throw new ApiError('PRICE_CHANGED', { priceCents: lasting[0].selected.priceCents })
  return quoted
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
