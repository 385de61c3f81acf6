import { ApiError } from '@na-regua/contract/errors'
import type { SeriesEnd } from '@na-regua/contract/series'
import type { Database } from '../../lib/database.ts'
import { type AppointmentTransition, appointmentEvent } from '../appointments/status/notify-participants.ts'
import { findServiceSelection } from '../availability/queries.ts'
import { insertAppointment } from '../booking/insert-appointment.ts'
import { findRepeatedBooking, isCustomerBusy, listBookingCandidates, lockBookingKeys } from '../booking/queries.ts'
import { type BookingInput, checkRepetition, customerBusy, validateBooking } from '../booking/rules.ts'
import { publishEvent } from '../notifications/events/queries.ts'
import type { NewNotification } from '../notifications/queries.ts'
import type { SeriesRecord } from './queries.ts'
import { endByError } from './rules.ts'

type BookedSeriesSlot =
  | 'price-changed'
  /** Not new: the customer had it, perhaps as another date. */
  | { appointmentId: string; isNew: boolean }
  | { lost: ApiError }
  | { ends: SeriesEnd }

/** `position` is that of the date. Another date may have had the same start, or this one before it had alternatives. */
type SeriesSlot = { barberId: string; start: Date; position: number; replyBy?: Date }

/** The refusals after which the date needs another slot. */
const lostSlot = ['SLOT_TAKEN', 'SLOT_UNAVAILABLE', 'CUSTOMER_BUSY', 'IDEMPOTENCY_CONFLICT']

/**
 * Books one date in the caller's transaction, which has locked the series: the validation, locks and constraints of every booking decide.
 * Never above the price that the customer knows.
 */
export async function bookSeriesSlot(
  tx: Database,
  series: SeriesRecord,
  slot: SeriesSlot,
  now: Date,
): Promise<BookedSeriesSlot> {
  try {
    const quotedPrice = await findQuotedPrice(tx, series, slot.barberId)
    return await tryToBook(tx, { ...toBookingInput(series, slot), quotedPrice }, now)
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

async function tryToBook(tx: Database, input: BookingInput, now: Date): Promise<BookedSeriesSlot> {
  const barberIds = await lockBookingKeys(tx, input)
  const repeated = await findRepeatedBooking(tx, input)
  if (repeated) {
    checkRepetition(input, repeated)
    return { appointmentId: repeated.id, isNew: false }
  }
  const bookings = validateBooking(await listBookingCandidates(tx, input, barberIds, now), input, now)
  const inserted = await insertAppointment(
    tx,
    bookings,
    { source: 'series', idempotencyKey: input.idempotencyKey },
    now,
  )
  if (!inserted)
    return { lost: (await isCustomerBusy(tx, bookings[0])) ? customerBusy(input) : new ApiError('SLOT_TAKEN') }
  await notifyOfRequest(tx, input, inserted.after, now)
  return { appointmentId: inserted.appointment.id, isNew: true }
}

/** The customer is notified of all dates at once, and so is the barber, except of requests, which are confirmed one by one. */
async function notifyOfRequest(
  tx: Database,
  { customerId, staff }: BookingInput,
  after: AppointmentTransition['after'],
  now: Date,
): Promise<void> {
  const by = staff ?? { actor: 'customer' as const, userId: customerId as string }
  const kind = staff ? 'booked' : after.status === 'CONFIRMED' ? 'autoConfirmed' : 'received'
  const { notifications, published } = appointmentEvent({ after, by, kind })
  const isToBarber = (one: NewNotification) => [one.userId, one.insteadOf].includes(after.barberUserId)
  const requests = after.status === 'SCHEDULED' ? notifications.filter(isToBarber) : []
  await publishEvent(tx, { notifications: requests, published, jobs: [] }, now)
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
  const staff = { actor: 'owner' as const, userId: ownerId, profileId: profileId as string }
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
