import { type Alternative, NEW_PER_DAY, OPEN_PER_SHOP } from '@na-regua/contract/appointments'
import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import type { ErrorCode } from '@na-regua/contract/errors'
import { addDays, dayLine, formatMinute, fromEpochMinute, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import type { BarberSchedule } from '../availability/queries.ts'
import { type Busy, listSlots } from '../availability/rules.ts'

/** Against hoarding: how many appointments of a customer stand open in the shop, and how many he made today. */
export function findBrokenCap(counts: { openInShop: number; newToday: number }): ErrorCode | undefined {
  if (counts.openInShop >= OPEN_PER_SHOP) return 'TOO_MANY_OPEN_APPOINTMENTS'
  if (counts.newToday >= NEW_PER_DAY) return 'TOO_MANY_NEW_APPOINTMENTS'
  return undefined
}

type Lost = { barberId: string; start: Date; durationMin: number; now: Date }

/**
 * What to offer to somebody who lost a slot: the same barber at the nearest time of that day, another barber at the same time,
 * the same barber on the next day that has room. At most one of each, all bookable.
 */
export function listAlternatives(
  chairs: BarberSchedule[],
  busyOf: (chair: BarberSchedule) => Busy,
  lost: Lost,
): Alternative[] {
  const wished = chairs.find((chair) => chair.barberId === lost.barberId)
  if (!wished) return []
  const { date, minute } = toLocal(toEpochMinute(lost.start), wished.timeZone)
  const slotsOf = (chair: BarberSchedule, day: string) =>
    listSlots(chair, day, lost.durationMin, busyOf(chair), lost.now)
  const sameBarber = nearest(slotsOf(wished, date), minute)
  const free = chairs.find((chair) => chair !== wished && slotsOf(chair, date).includes(minute))
  const nextDay = Array.from({ length: LOOK_AHEAD_DAYS }, (_, day) => addDays(date, day + 1)).find(
    (day) => slotsOf(wished, day).length > 0,
  )
  return [
    sameBarber !== undefined && describe('same-barber', wished, date, sameBarber),
    free && describe('same-time', free, date, minute),
    nextDay && describe('next-day', wished, nextDay, nearest(slotsOf(wished, nextDay), minute) as number),
  ].filter((alternative) => typeof alternative === 'object')
}

function nearest(slots: number[], wished: number): number | undefined {
  return slots.toSorted((a, b) => Math.abs(a - wished) - Math.abs(b - wished))[0]
}

function describe(kind: Alternative['kind'], chair: BarberSchedule, date: string, minute: number): Alternative {
  const startTime = fromEpochMinute(dayLine(date, chair.timeZone).toEpoch(minute)).toISOString()
  return { kind, barberId: chair.barberId, barberName: chair.barberName, startTime, date, time: formatMinute(minute) }
}
