import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { toEpochMinute } from '../../lib/local-time.ts'
import { findOffer, listBusy, listShopSchedules } from '../availability/queries.ts'
import { isBookable } from '../availability/rules.ts'
import { type Booking, deleteHolds, isCustomerBusy } from './queries.ts'
import { listAlternatives } from './rules.ts'

export type Wish = { barberId: string; serviceId: string; startTime: string; endTime?: string }

/**
 * Everything that can be refused before the slot is fought for: barber and service exist and belong together, the end is the
 * service's, the start is one that the shop offers. Other people's appointments are left to the constraint.
 */
export async function prepareBooking(db: Database, customerId: string, wish: Wish, now: Date): Promise<Booking> {
  const start = new Date(wish.startTime)
  const offer = await findOffer(db, { ...wish, start, customerId })
  if (!offer) throw new ApiError('BARBER_NOT_FOUND')
  const { chair, service, timeOff } = offer
  if (!service) throw new ApiError('SERVICE_NOT_FOUND')
  const end = new Date(start.getTime() + service.durationMin * 60_000)
  if (wish.endTime && Date.parse(wish.endTime) !== end.getTime()) throw new ApiError('END_TIME_MISMATCH')
  if (!isBookable(chair, start, service.durationMin, timeOff, now)) throw new ApiError('SLOT_UNAVAILABLE')
  // Before the transaction, because two people who swap their holds inside theirs would wait for each other.
  if (offer.hasHold) await deleteHolds(db, customerId, chair.userId)
  return { customerId, chair, service, start, end }
}

/** Why a slot was not taken, ready to throw: the customer is busy himself, or somebody was faster, with what else could be had. */
export async function explainConflict(db: Database, booking: Booking, now: Date): Promise<ApiError> {
  if (await isCustomerBusy(db, booking)) return new ApiError('CUSTOMER_BUSY')
  const { chair, service, start } = booking
  const [shop] = await listShopSchedules(db, [chair.barbershopId])
  const chairs = shop?.chairs ?? []
  const from = toEpochMinute(start) - 1440
  const busyOf = await listBusy(db, chairs, { from, to: from + 18 * 1440, now })
  const lost = { barberId: chair.barberId, start, durationMin: service.durationMin, now }
  return new ApiError('SLOT_TAKEN', { alternatives: listAlternatives(chairs, busyOf, lost) })
}
