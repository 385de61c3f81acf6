import type { LastMinutePrice } from '@na-regua/contract/last-minute'
import type { Database } from '../../lib/database.ts'
import { fromEpochMinute, toEpochMinute } from '../../lib/local-time.ts'
import { listBarbershopSchedules, loadBusyIntervals } from '../availability/queries.ts'
import { listOpenSlots, type OpenSlot } from './queries.ts'
import { listStarts } from './rules.ts'

/** A time that one service can be booked at for less, with the slot and the two prices. */
export type DiscountedStart = { slot: OpenSlot; price: LastMinutePrice; startsAt: Date }

/**
 * What customers can book in the open slots of a barbershop, the earliest start first, then in the order of its barbers and services.
 * Where several barbers have a service at one start, it is the cheapest.
 */
export async function listDiscountedStarts(db: Database, barbershopId: string, now: Date): Promise<DiscountedStart[]> {
  const slots = await listOpenSlots(db, barbershopId, now)
  const [shop] = slots.length > 0 ? await listBarbershopSchedules(db, [barbershopId]) : []
  if (!shop) return []
  const current = toEpochMinute(now)
  const getBusy = await loadBusyIntervals(db, shop.barbers, { from: current - 1440, to: current + 4 * 1440, now })
  const barbers = new Map(shop.barbers.map((barber) => [barber.barberId, { schedule: barber, busy: getBusy(barber) }]))
  const cheapest = new Map<string, DiscountedStart>()
  for (const slot of slots) {
    const barber = barbers.get(slot.barber.id)
    if (!barber) continue
    const span = { from: toEpochMinute(new Date(slot.startsAt)), until: toEpochMinute(new Date(slot.endsAt)) }
    for (const price of slot.prices)
      for (const start of listStarts({ ...barber, required: price }, span, now)) {
        const key = `${start} ${price.serviceId}`
        const known = cheapest.get(key)
        if (!known || price.priceCents < known.price.priceCents)
          cheapest.set(key, { slot, price, startsAt: fromEpochMinute(start) })
      }
  }
  return [...cheapest.values()].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}
