import { type Alternative, NEW_PER_DAY, OPEN_PER_SHOP } from '@na-regua/contract/appointments'
import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import type { ErrorCode } from '@na-regua/contract/errors'
import { addDays, formatMinute, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import type { BarberSchedule } from '../availability/queries.ts'
import { type Busy, listSlots, type Need } from '../availability/rules.ts'

/** Against hoarding: how many appointments of a customer stand open in the shop, and how many he made today. */
export function findBrokenCap(counts: { openInShop: number; newToday: number }): ErrorCode | undefined {
  if (counts.openInShop >= OPEN_PER_SHOP) return 'TOO_MANY_OPEN_APPOINTMENTS'
  if (counts.newToday >= NEW_PER_DAY) return 'TOO_MANY_NEW_APPOINTMENTS'
  return undefined
}

type Whose = { barberId: string | undefined; barbershopId: string | undefined }
type Wished = Whose & { serviceIds: readonly string[]; start: Date }
type Known = { barberId: string; barbershopId: string; serviceIds: readonly (string | null)[]; startsAt: Date }

/** Whether an appointment is what was asked for; a service that the shop has removed since is taken for the asked one. */
export function isSameWish(wished: Wished, known: Known): boolean {
  const isSamePlace = wished.barberId ? known.barberId === wished.barberId : known.barbershopId === wished.barbershopId
  const areSameServices =
    known.serviceIds.length === wished.serviceIds.length &&
    known.serviceIds.every((id, place) => id === null || id === wished.serviceIds[place])
  return isSamePlace && areSameServices && known.startsAt.getTime() === wished.start.getTime()
}

type BusyOf = (chair: BarberSchedule) => Busy
/** Without a barber any chair was wished for. */
type Lost = { barberId: string | undefined; start: Date; need: Need; now: Date }
type Place = { chair: BarberSchedule; date: string; minute: number }

/**
 * What to offer to somebody who lost a slot: the same barber at the nearest time of that day, another barber at the same time,
 * the same barber on the next day that has room. At most one of each, all bookable. Whoever wished for any barber is told the
 * nearest time of that day and of the next one with room, with whom.
 */
export function listAlternatives(chairs: BarberSchedule[], busyOf: BusyOf, lost: Lost): Alternative[] {
  const { barberId, need, now } = lost
  const wished = barberId ? chairs.filter((chair) => chair.barberId === barberId) : chairs
  const others = chairs.filter((chair) => !wished.includes(chair))
  const { date, minute } = toLocal(toEpochMinute(lost.start), wished[0]?.timeZone ?? 'UTC')
  const placesOn = (day: string, among: BarberSchedule[]) =>
    among.flatMap((chair) =>
      listSlots(chair, day, need, busyOf(chair), now).map((start): Place => ({ chair, date: day, minute: start })),
    )
  const sameDay = nearest(placesOn(date, wished), minute)
  const free = placesOn(date, others).find((place) => place.minute === minute)
  const days = Array.from({ length: LOOK_AHEAD_DAYS }, (_, day) => addDays(date, day + 1))
  const nextDay = days.find((day) => placesOn(day, wished).length > 0)
  const later = nextDay && nearest(placesOn(nextDay, wished), minute)
  return [
    sameDay && describe(barberId ? 'same-barber' : 'other-time', sameDay),
    free && describe('same-time', free),
    later && describe(barberId ? 'next-day' : 'other-day', later),
  ].filter((alternative) => typeof alternative === 'object')
}

function nearest(places: Place[], wished: number): Place | undefined {
  return places.toSorted((a, b) => Math.abs(a.minute - wished) - Math.abs(b.minute - wished))[0]
}

function describe(kind: Alternative['kind'], { chair, date, minute }: Place): Alternative {
  const startTime = fromEpochMinute(localDay(date, chair.timeZone).toEpoch(minute)).toISOString()
  return { kind, barberId: chair.barberId, barberName: chair.barberName, startTime, date, time: formatMinute(minute) }
}
