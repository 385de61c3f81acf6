import type { QueueClosure } from '@na-regua/contract/queue'
import { union } from '../../lib/intervals.ts'
import { addDays, fromEpochMinute, localDay, toEpochMinute, toLocal, weekdayOf } from '../../lib/local-time.ts'
import { type BarbershopOpenings, businessDate, businessDaySpan, openingsOn } from '../staff/schedule/rules.ts'

const DAY = 1440
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Whether staff tapped so long ago that the device had no network: what customers would be notified of has passed. */
export function isReplayed(tappedAt: Date, now: Date): boolean {
  return now.getTime() - tappedAt.getTime() > MINUTE_MS
}

/** When a barbershop's queue takes entries. Minutes of local time; null: as long as the barbershop is open. */
export type QueueHours = {
  isOn: boolean
  /** 0 is Sunday. */
  weekdays: readonly number[]
  opensMinute: number | null
  closesMinute: number | null
  maxLength: number
}

/** What decides whether a customer can join. `queue` is null while the barbershop has never had one; `length` counts the open entries. */
export type JoinableQueue = BarbershopOpenings & {
  timeZone: string
  isActive: boolean
  queue: QueueHours | null
  length: number
}

/** Why no customer can join now; null: the queue takes entries. A barbershop whose plan has ended is not active. */
export function findClosure(shop: JoinableQueue, now: Date): QueueClosure | null {
  const { queue } = shop
  if (!queue?.isOn) return 'off'
  if (!shop.isActive || !isOpenFor(shop, queue, now)) return 'closed'
  return shop.length >= queue.maxLength ? 'full' : null
}

/** A night past midnight belongs to the day on which it began, with its weekday and its hours. */
function isOpenFor(shop: JoinableQueue, { weekdays, opensMinute, closesMinute }: QueueHours, now: Date): boolean {
  const date = businessDate(shop, shop.timeZone, now)
  const local = toLocal(toEpochMinute(now), shop.timeZone)
  const minute = local.date === date ? local.minute : local.minute + DAY
  const opens = opensMinute ?? 0
  const closes = closesMinute === null ? 2 * DAY : closesMinute > opens ? closesMinute : closesMinute + DAY
  const isInside = (from: number, to: number) => minute >= from && minute < to
  return (
    weekdays.includes(weekdayOf(date)) &&
    isInside(opens, closes) &&
    openingsOn(shop, date).some(([from, to]) => isInside(from, to))
  )
}

/** Who waits longer in a barbershop that does not close is not in the queue any more. */
const MAX_HOURS = 12

/**
 * When who joined at an instant is no longer served: at the end of that business day; where the barbershop stays open beyond it, at the
 * next closing, but not more than 12 hours after joining.
 */
export function queueDayEnd(shop: BarbershopOpenings & { timeZone: string }, joinedAt: Date): Date {
  const date = businessDate(shop, shop.timeZone, joinedAt)
  const [, end] = businessDaySpan(shop, date)
  const toInstant = (day: string, minute: number) => fromEpochMinute(localDay(day, shop.timeZone).toEpoch(minute))
  const dayEnd = toInstant(date, end)
  if (!openingsOn(shop, date).some(([, to]) => to === end)) return dayEnd
  const nextDate = addDays(date, 1)
  const goesOn = union(openingsOn(shop, nextDate)).find(([from, to]) => from <= end - DAY && to > end - DAY)
  if (!goesOn) return dayEnd
  const latest = Math.min(toInstant(nextDate, goesOn[1]).getTime(), joinedAt.getTime() + MAX_HOURS * HOUR_MS)
  return new Date(Math.max(dayEnd.getTime(), latest))
}

/** What the customer of the shown name is called on the screen of the barbershop. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name
}
