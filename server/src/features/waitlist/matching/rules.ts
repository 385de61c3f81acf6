import { type Interval, intersect } from '../../../lib/intervals.ts'
import { fromEpochMinute, listDates, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import {
  type BarberSchedule,
  type BusyIntervals,
  listSlots,
  type RequiredTime,
  type ServiceSelection,
} from '../../availability/rules.ts'
import { quietUntil } from '../../notifications/push-delivery/rules.ts'
import type { WaitlistCandidate } from '../rules.ts'

const MINUTE_MS = 60_000

export type BookedTime = { barberId: string; startsAt: Date; endsAt: Date; bufferMin: number }

export type BarberSpan = { barberId: string; from: Date; until: Date }

/** The time for which an appointment takes the barber, or what was left of it when it ended. */
export function takenSpan({ barberId, startsAt, endsAt, bufferMin }: BookedTime, endedAt?: Date): BarberSpan {
  return {
    barberId,
    from: endedAt && endedAt > startsAt ? endedAt : startsAt,
    until: new Date(endsAt.getTime() + bufferMin * MINUTE_MS),
  }
}

/** Minutes before the start: the exclusive time of an offer, by how soon it begins. Below the first none is made. */
const windows: readonly (readonly [leadBelowMin: number, windowMin: number])[] = [
  [30, 0],
  [60, 3],
  [180, 5],
  [720, 10],
  [Number.POSITIVE_INFINITY, 15],
]

/** Less than half an hour from now nothing is offered any more. */
export function isLongEnough({ until }: BarberSpan, now: Date): boolean {
  return until.getTime() > now.getTime() + (windows[0]?.[0] ?? 0) * MINUTE_MS
}

/** Later than so many minutes nothing is offered at night. */
const SOON_MIN = 180

/** How many minutes an offer is exclusive; 0: too little lead, the time is free for all. */
export function offerWindowMin(start: Date, now: Date): number {
  const leadMin = (start.getTime() - now.getTime()) / MINUTE_MS
  return windows.find(([below]) => leadMin < below)?.[1] ?? 0
}

/** A time that became free, within what can still be offered. Epoch minutes. */
export type OfferableTime = {
  /** Starts are from the first until before the second minute. */
  during: Interval
  /** Starts after `during` are offered from then on: it is night. */
  restFrom: Date | undefined
}

type FreedSpan = { from: Date | null; until: Date | null; timeZone: string; bookingWindowDays: number }

/** Undefined: nothing of it can be offered any more. */
export function offerableTime(
  { from, until, timeZone, bookingWindowDays }: FreedSpan,
  now: Date,
): OfferableTime | undefined {
  const current = now.getTime() / MINUTE_MS
  const earliest = Math.ceil(current) + (windows[0]?.[0] ?? 0)
  const start = Math.max(earliest, from ? Math.ceil(from.getTime() / MINUTE_MS) : earliest)
  const last = Math.floor(current) + (bookingWindowDays + 1) * 1440
  const end = until ? Math.min(toEpochMinute(until), last) : last
  if (start >= end) return undefined
  const morning = quietUntil({ startsAt: null, timeZone }, now)
  if (!morning) return { during: [start, end], restFrom: undefined }
  const soon = Math.floor(current) + SOON_MIN + 1
  return { during: [start, Math.max(start, Math.min(end, soon))], restFrom: end > soon ? morning : undefined }
}

/** A barber with what blocks them, and how long an appointment takes. */
export type BookableTime = { schedule: BarberSchedule; busy: BusyIntervals; required: RequiredTime }

/** The first start that the candidate wants and can come to; undefined: none, or it costs more than they pay. */
export function findOfferStart(
  candidate: WaitlistCandidate,
  { schedule, busy, selected }: Omit<BookableTime, 'required'> & { selected: ServiceSelection },
  now: Date,
): Date | undefined {
  if (candidate.maxPriceCents !== null && selected.priceCents > candidate.maxPriceCents) return undefined
  const isFree = (start: number) => !overlaps(candidate.busy, start, selected.durationMin)
  return findStart({ schedule, busy, required: selected }, candidate.wanted, now, isFree)
}

/** By the function that lists slots everywhere. */
export function findStart(
  { schedule, busy, required }: BookableTime,
  spans: readonly Interval[],
  now: Date,
  accepts: (start: number) => boolean = () => true,
): Date | undefined {
  for (const span of spans) {
    for (const date of datesOf(span, schedule.timeZone)) {
      const day = localDay(date, schedule.timeZone)
      const start = listSlots(schedule, date, required, busy, now)
        .map((minute) => day.toEpoch(minute))
        .find((minute) => isWithin(minute, span) && accepts(minute))
      if (start !== undefined) return fromEpochMinute(start)
    }
  }
  return undefined
}

const isWithin = (minute: number, [from, until]: Interval) => minute >= from && minute < until

function overlaps(busy: readonly Interval[], start: number, durationMin: number): boolean {
  return intersect(busy, [[start, start + durationMin]]).length > 0
}

function datesOf([from, until]: Interval, timeZone: string): readonly string[] {
  const first = toLocal(from, timeZone).date
  const last = toLocal(until - 1, timeZone).date
  return listDates(first, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1)
}
