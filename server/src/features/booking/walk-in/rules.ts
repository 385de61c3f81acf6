import type { BusyIntervals, RequiredTime } from '../../availability/rules.ts'

/** The first minute from `from` on at which the barber is free for the whole required time. */
export function nextFreeMinute(busy: BusyIntervals, from: number, { durationMin, bufferMin }: RequiredTime): number {
  let start = from
  for (const [busyStart, busyEnd] of busy) {
    if (busyEnd > start && busyStart < start + durationMin + bufferMin) start = busyEnd
  }
  return start
}
