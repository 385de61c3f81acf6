import type { QueueClosure } from '@na-regua/contract/queue'
import { fromEpochMinute, localDay, toEpochMinute, toLocal, weekdayOf } from '../../lib/local-time.ts'
import { type BarbershopOpenings, businessDate, businessDaySpan, openingsOn } from '../staff/schedule/rules.ts'

const DAY = 1440

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

/** When the business day of an instant ends: from then on an entry of that day is no longer served. */
export function queueDayEnd(shop: BarbershopOpenings & { timeZone: string }, instant: Date): Date {
  const date = businessDate(shop, shop.timeZone, instant)
  return fromEpochMinute(localDay(date, shop.timeZone).toEpoch(businessDaySpan(shop, date)[1]))
}

/** What the customer of the shown name is called on the screen of the barbershop. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name
}
