const MINUTE = 60_000

import type { BusyIntervals, RequiredTime } from '../../availability/rules.ts'

export function isWalkInTime(start: Date, now: Date): boolean {
  const minutes = (start.getTime() - now.getTime()) / MINUTE
  return minutes >= -WALK_IN_WINDOW.hoursBack * 60 && minutes <= WALK_IN_WINDOW.daysAhead * 1440
}

/** The first minute from `from` on at which the barber is free for the whole required time. */
export function nextFreeMinute(busy: BusyIntervals, from: number, { durationMin, bufferMin }: RequiredTime): number {
  let start = from
  for (const [busyStart, busyEnd] of busy) {
    if (busyEnd > start && busyStart < start + durationMin + bufferMin) start = busyEnd
  }
  return start
}

/** When staff may add a walk-in: from one of this morning that was not recorded, to any gap of the coming year. */
const WALK_IN_WINDOW = { hoursBack: 12, daysAhead: 365 } as const
