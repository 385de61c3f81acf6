import { ApiError } from '@na-regua/contract/errors'
import type { SeriesEnd } from '@na-regua/contract/series'
import type { Database } from '../../lib/database.ts'
import { findServiceSelection } from '../availability/queries.ts'
import { tryToBook } from '../booking/book-appointment.ts'
import type { BookingInput } from '../booking/rules.ts'
import type { SeriesRecord } from './queries.ts'
import { endByError } from './rules.ts'

type BookedSeriesSlot =
  | 'version-conflict'
  | 'price-changed'
  /** Not new: the customer had it, perhaps as another date. */
  | { appointmentId: string; isNew: boolean }
  | { lost: ApiError }
  | { ends: SeriesEnd }

/** `position` is that of the date. Another date may have had the same start, or this one before it had alternatives. */
type SeriesSlot = { barberId: string; start: Date; position: number; replyBy?: Date }

/** The refusals after which the date needs another slot. */
const lostSlot = ['SLOT_TAKEN', 'SLOT_UNAVAILABLE', 'CUSTOMER_BUSY', 'IDEMPOTENCY_CONFLICT']

/** By the use case of every booking: its validation, locks and constraints decide. Never above the price that the customer knows. */
export async function bookSeriesSlot(
  tx: Database,
  series: SeriesRecord,
  slot: SeriesSlot,
  now: Date,
): Promise<BookedSeriesSlot> {
  try {
    const quotedPrice = await findQuotedPrice(tx, series, slot.barberId)
    const result = await tryToBook(tx, { ...toBookingInput(series, slot), quotedPrice }, now)
    return result === 'version-conflict' ? result : { appointmentId: result.appointment.id, isNew: result.isNew }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (lostSlot.includes(error.code)) return { lost: error }
    if (error.code === 'PRICE_CHANGED')
      return slot.barberId === series.barberId ? 'price-changed' : { lost: new ApiError('SLOT_UNAVAILABLE') }
    const ends = endByError[error.code]
    if (!ends) throw error
    return { ends }
  }
}

/** Another barber may be cheaper. */
async function findQuotedPrice(tx: Database, { barberId, serviceIds, priceCents }: SeriesRecord, chosenId: string) {
  const other = chosenId === barberId ? undefined : await findServiceSelection(tx, chosenId, serviceIds)
  return Math.min(priceCents, other?.priceCents ?? priceCents)
}

function toBookingInput(
  { id, version, barbershopId, ownerId, customerId, profileId, isByStaff, guestName, serviceIds }: SeriesRecord,
  { barberId, start, position, replyBy }: SeriesSlot,
): BookingInput {
  const staff = { actor: 'owner' as const, userId: ownerId, profileId: profileId as string, sendsLink: false }
  return {
    customerId,
    ...(isByStaff && profileId && { staff }),
    barberId,
    barbershopId,
    serviceIds,
    start,
    guestName,
    note: null,
    lastMinuteId: undefined,
    isOfSeries: true,
    end: undefined,
    quotedPrice: undefined,
    idempotencyKey: `series-${id}-${position}-${start.getTime()}-${version}${replyBy ? `-${replyBy.getTime()}` : ''}`,
  }
}
