import type { NextTime } from '@na-regua/contract/availability'
import type { Barber } from '@na-regua/contract/staff'

/** Who is free first is listed first, who has no slot last; barbers of equal starts in the order of the barbershop. */
export function sortByNextTime(
  barbers: readonly Barber[],
  nextTimes: ReadonlyMap<string, NextTime | undefined>,
): Barber[] {
  const listed = barbers.map((barber) => ({ ...barber, nextTime: nextTimes.get(barber.id) ?? null }))
  const start = ({ nextTime }: Barber) => (nextTime ? Date.parse(nextTime.startTime) : Number.MAX_SAFE_INTEGER)
  return listed.sort((one, other) => start(one) - start(other))
}
