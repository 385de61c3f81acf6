import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import type { Database } from '../../lib/database.ts'
import { addDays, formatMinute, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BookableBarber, listBarbershopSchedules, loadBusyIntervals } from '../availability/queries.ts'
import { type BusyIntervals, type FindRequiredTime, listSlots, type RequiredTime } from '../availability/rules.ts'
import { isCustomerBusy } from './queries.ts'
import { type BookingInput, customerBusy, type ValidatedBooking } from './rules.ts'

/** Returns why the slot could not be taken, as an error to throw: the customer is busy, or another one was faster. */
export async function explainConflict(
  db: Database,
  { barberId, staff }: BookingInput,
  booking: ValidatedBooking,
  now: Date,
): Promise<ApiError> {
  if (await isCustomerBusy(db, booking)) return customerBusy(booking)
  const { barber, select, start } = booking
  const isByStaff = staff !== undefined
  return explainSlotTaken(db, { barberId, barbershopId: barber.barbershopId, start, required: select, isByStaff }, now)
}

/** Returns SLOT_TAKEN with alternatives in the same barbershop, for staff also in what is reserved for walk-ins. */
export async function explainSlotTaken(
  db: Database,
  { barbershopId, isByStaff, ...slot }: LostSlot & { barbershopId: string; isByStaff?: boolean },
  now: Date,
): Promise<ApiError> {
  const [shop] = await listBarbershopSchedules(db, [barbershopId])
  const barbers = shop?.barbers ?? []
  const from = toEpochMinute(slot.start) - 1440
  const getBusy = await loadBusyIntervals(db, barbers, { from, to: from + 18 * 1440, now })
  const candidates = isByStaff ? barbers.map((barber) => ({ ...barber, walkInShare: null })) : barbers
  return new ApiError('SLOT_TAKEN', { alternatives: listAlternatives(candidates, getBusy, slot, now) })
}

/** The slot that another customer took. Without a barber any barber had been requested. `required`: an agreed time, or each barber's. */
type LostSlot = { barberId: string | undefined; start: Date; required: RequiredTime | FindRequiredTime }
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
    among.flatMap((barber) => {
      const time = typeof required === 'function' ? required(barber) : required
      const slots = time ? listSlots(barber, day, time, getBusy(barber), now) : []
      return slots.map((slot): FreeSlot => ({ barber, date: day, minute: slot }))
    })
  const sameDay = findNearest(listFree(date, requested), minute)
  const sameTime = listFree(date, others).find((slot) => slot.minute === minute)
  let later: FreeSlot | undefined
  for (let day = 1; day <= LOOK_AHEAD_DAYS && !later; day++)
    later = findNearest(listFree(addDays(date, day), requested), minute)
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
