import { ANY_BARBER } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { listBusy, listShopSchedules } from '../../availability/queries.ts'
import { isBookable, type Need } from '../../availability/rules.ts'
import { isCustomerBusy } from '../queries.ts'
import { listAlternatives } from '../rules.ts'
import type { BookingOffer, Decided } from './booking-queries.ts'

/** As it comes from the wire. */
export type RawWish = {
  barberId: string
  barbershopId?: string
  serviceId: string
  serviceIds?: string[]
  startTime: string
  endTime?: string
}

/** Without a barber: whoever of the shop is free. Services are distinct. */
export type Wish = {
  barberId: string | undefined
  barbershopId: string | undefined
  serviceIds: readonly string[]
  start: Date
  end: Date | undefined
}

/** Whose it is, and the key by which a repeated request is known. */
export type WishOf = Wish & { customerId: string; idempotencyKey: string | undefined }

/** What the schema cannot say: `any` needs a shop, the services begin with the one that stands alone, and none comes twice. */
export function readWish({ serviceId, serviceIds = [serviceId], ...raw }: RawWish): Wish {
  const ids = serviceIds.map((id) => id.toLowerCase())
  const barberId = raw.barberId === ANY_BARBER ? undefined : raw.barberId.toLowerCase()
  const isSound = ids[0] === serviceId.toLowerCase() && new Set(ids).size === ids.length
  if (!isSound || (!barberId && !raw.barbershopId)) throw new ApiError('INVALID_INPUT')
  return {
    barberId,
    barbershopId: raw.barbershopId?.toLowerCase(),
    serviceIds: ids,
    start: new Date(raw.startTime),
    end: raw.endTime === undefined ? undefined : new Date(raw.endTime),
  }
}

/** One for each chair that could serve; more than one only when any barber will do. */
export type Bookings = [Decided, ...Decided[]]

/**
 * Everything that can be refused before the slot is fought for: barber and services exist and belong together, the end is the
 * visit's, the start is one that the shop offers. Other people's appointments are left to the constraint.
 */
export function chooseBookings(
  offers: readonly BookingOffer[],
  { customerId, start, end }: WishOf,
  now: Date,
): Bookings {
  const [offer] = offers
  if (!offer) throw new ApiError('BARBER_NOT_FOUND')
  const { visit } = offer
  if (!visit) throw new ApiError('SERVICE_NOT_FOUND')
  const visitEnd = new Date(start.getTime() + visit.durationMin * 60_000)
  if (end && end.getTime() !== visitEnd.getTime()) throw new ApiError('END_TIME_MISMATCH')
  const [first, ...others] = offers
    .filter(({ chair, timeOff }) => isBookable(chair, start, visit, timeOff, now))
    .map(({ chair, known }): Decided => ({ customerId, chair, visit, start, end: visitEnd, known }))
  if (!first) throw new ApiError('SLOT_UNAVAILABLE')
  return [first, ...others]
}

/** Why a slot was not taken, ready to throw: the customer is busy himself, or somebody was faster, with what else could be had. */
export async function explainConflict(db: Database, wish: Wish, [booking]: Bookings, now: Date): Promise<ApiError> {
  if (await isCustomerBusy(db, booking)) return new ApiError('CUSTOMER_BUSY')
  const { chair, visit, start } = booking
  return explainTaken(db, { barberId: wish.barberId, barbershopId: chair.barbershopId, start, need: visit }, now)
}

type Lost = { barberId: string | undefined; barbershopId: string; start: Date; need: Need }

/** Somebody was faster, with what else could be had in that shop. */
export async function explainTaken(db: Database, { barbershopId, ...lost }: Lost, now: Date): Promise<ApiError> {
  const [shop] = await listShopSchedules(db, [barbershopId])
  const chairs = shop?.chairs ?? []
  const from = toEpochMinute(lost.start) - 1440
  const busyOf = await listBusy(db, chairs, { from, to: from + 18 * 1440, now })
  return new ApiError('SLOT_TAKEN', { alternatives: listAlternatives(chairs, busyOf, { ...lost, now }) })
}
