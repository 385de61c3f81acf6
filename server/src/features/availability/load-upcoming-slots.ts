import {
  MAX_SLOT_RANGES,
  MAX_SLOT_STEPS,
  SLOT_STEP_MINUTES,
  type SlotsVersion,
  type UpcomingSlots,
} from '@na-regua/search'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { union } from '../../lib/intervals.ts'
import { addDays, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BarbershopSchedules, type BookableBarber, isBlocking, listBarbershopSchedules } from './queries.ts'
import { computeEarliestStart, listSlots, type RequiredTime } from './rules.ts'

/** `heldUntil`, in milliseconds since 1970, ends what a hold blocks; null for everything else. */
export type BusyRow = { key: string; id: string | null; start: number; end: number; heldUntil: number | null }
export type OpenHold = { id: string; heldUntil: number }

/** When a barbershop can be booked, now and when each of the open holds with its barbers ends; no versions: never. */
export type BarbershopUpcomingSlots = { id: string; versions: SlotsVersion[]; holds: OpenHold[] }

/** Starts are computed for at least so many days, and until there is one that is not within a day from now. */
const MIN_DAYS = 14
/** Beyond the booking window, so that midnight makes nothing unknown. */
const SPARE_DAYS = 2
const DAY = 1440
/** Longer than any booking window: the window is applied by the query. */
const ANY_DAY = 10_000

/** For the upcoming slots in memory. Two statements however many barbershops; inactive ones are missing in the result. */
export async function loadUpcomingSlots(
  db: Database,
  barbershopIds: readonly string[],
  now: Date,
): Promise<BarbershopUpcomingSlots[]> {
  return (await loadWithSchedules(db, barbershopIds, now)).map(({ slots }) => slots)
}

async function loadWithSchedules(db: Database, barbershopIds: readonly string[], now: Date) {
  const shops = await listBarbershopSchedules(db, barbershopIds)
  const barbers = shops.flatMap((shop) => shop.barbers)
  const span = { from: toEpochMinute(now), to: toEndOfWindow(barbers, now) }
  const rows = await listBusyRows(db, barbers, { ...span, now })
  const rowsByKey = Map.groupBy(rows, (row) => row.key)
  const listRows: ListBusyRows = ({ userId, barberId }) => [userId, barberId].flatMap((key) => rowsByKey.get(key) ?? [])
  return shops.map((shop) => ({ shop, slots: computeUpcomingSlots(shop, listRows, now) }))
}

/** An epoch minute after everything that can be booked with one of these barbers tomorrow. */
export function toEndOfWindow(barbers: readonly BookableBarber[], now: Date): number {
  const windowDays = barbers.reduce((longest, barber) => Math.max(longest, barber.bookingWindowDays), 0)
  return toEpochMinute(now) + (windowDays + SPARE_DAYS + 3) * DAY
}

/** The next start of each barbershop that can be booked, in epoch minutes; the others are missing. */
export async function listNextFree(
  db: Database,
  barbershopIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { shop, slots } of await loadWithSchedules(db, barbershopIds, now)) {
    const [start] = listNextStarts(shop.timeZone, slots, now, 1)
    if (start !== undefined) found.set(shop.id, start)
  }
  return found
}

/** The first starts, in epoch minutes, that can be booked; `slots` were computed at most a day ago. */
export function listNextStarts(
  timeZone: string,
  { versions }: BarbershopUpcomingSlots,
  now: Date,
  count: number,
): number[] {
  const slots = versions.findLast(({ from }) => from <= now.getTime())?.slots
  if (!slots) return []
  const { ranges, gridMinutes, noticeMinutes, windowDays } = slots
  const earliest = Math.ceil(now.getTime() / 60_000) + noticeMinutes
  const lastDay = addDays(toLocal(toEpochMinute(now), timeZone).date, windowDays)
  const end = localDay(lastDay, timeZone).toEpoch(DAY)
  const starts: number[] = []
  for (let index = 0; index < ranges.length; index += 2)
    for (let start = ranges[index] as number; start <= (ranges[index + 1] as number); start += gridMinutes) {
      if (start >= end || starts.length === count) return starts
      if (start >= earliest) starts.push(start)
    }
  return starts
}

/** What blocks these barbers in a span of epoch minutes, with the end of each open hold. */
export async function listBusyRows(
  db: Database,
  barbers: readonly BookableBarber[],
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<BusyRow[]> {
  const [start, end] = [fromEpochMinute(from), fromEpochMinute(to)]
  const userIds = barbers.map((barber) => barber.userId)
  const barberIds = barbers.map((barber) => barber.barberId)
  const { rows } = await sql<BusyRow>`/* list busy rows */
    select barber_user_id as key, id, floor(extract(epoch from starts_at) / 60)::int as start,
           ceil(extract(epoch from busy_until) / 60)::int as end,
           ceil(extract(epoch from held_until) * 1000)::float8 as "heldUntil"
      from appointments
     where ${isBlocking({ now })} and barber_user_id = any(${userIds}::uuid[])
       and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${end})
    union all
    select barber_id, null, floor(extract(epoch from starts_at) / 60)::int, ceil(extract(epoch from ends_at) / 60)::int, null
      from time_off where barber_id = any(${barberIds}::uuid[]) and ends_at > ${start} and starts_at < ${end}`.execute(
    db,
  )
  return rows
}

export type ListBusyRows = (barber: Pick<BookableBarber, 'barberId' | 'userId'>) => readonly BusyRow[]

/** From rows of all barbers until after the booking window. */
export function computeUpcomingSlots(
  shop: BarbershopSchedules,
  listRows: ListBusyRows,
  now: Date,
): BarbershopUpcomingSlots {
  const [barber] = shop.barbers
  if (!barber?.shortestService) return { id: shop.id, versions: [], holds: [] }
  const rows = shop.barbers.flatMap(listRows)
  const holds = rows.flatMap(({ id, heldUntil }) => (id && heldUntil ? [{ id, heldUntil }] : []))
  const ends = [...new Set(holds.map((hold) => hold.heldUntil))].sort((one, other) => one - other)
  const compute = (from: number) =>
    computeVersion(shop.barbers, barber.shortestService as RequiredTime, listRows, { from, now })
  return { id: shop.id, versions: [now.getTime(), ...ends].map((from) => ({ from, slots: compute(from) })), holds }
}

/** The starts from now on, as if the holds that end until `from` had ended. */
function computeVersion(
  barbers: readonly BookableBarber[],
  required: RequiredTime,
  listRows: ListBusyRows,
  { from, now }: { from: number; now: Date },
): UpcomingSlots {
  const { timeZone, gridMinutes, bookingWindowDays, minimumNoticeMinutes } = barbers[0] as BookableBarber
  const earliest = computeEarliestStart(barbers[0] as BookableBarber, now)
  const starts = createRanges(Math.floor(earliest / SLOT_STEP_MINUTES) * SLOT_STEP_MINUTES, gridMinutes)
  const calendars = barbers.map((barber) => {
    const open = listRows(barber).filter(({ heldUntil }) => heldUntil === null || heldUntil > from)
    return {
      schedule: { ...barber, bookingWindowDays: ANY_DAY },
      busy: union(open.map(({ start, end }) => [start, end])),
    }
  })
  const today = toLocal(toEpochMinute(now), timeZone).date
  for (let offset = 0; ; offset++) {
    const day = localDay(addDays(today, offset), timeZone)
    const isBeyondWindow = offset > bookingWindowDays + SPARE_DAYS
    const isEnough = offset >= MIN_DAYS && starts.last() > earliest + DAY
    if (isBeyondWindow || isEnough) starts.close(day.toEpoch(0))
    else {
      const slots = calendars.flatMap(({ schedule, busy }) => listSlots(schedule, day.date, required, busy, now))
      for (const start of [...new Set(slots.map(day.toEpoch))].sort((one, other) => one - other)) starts.add(start)
    }
    if (starts.isClosed()) break
  }
  const { durationMin } = required
  return {
    ...starts.read(),
    gridMinutes,
    durationMin,
    noticeMinutes: minimumNoticeMinutes,
    windowDays: bookingWindowDays,
  }
}

/** Collects starts in their order as ranges, until there are more than fit. */
function createRanges(knownFrom: number, gridMinutes: number) {
  const ranges: number[] = []
  let knownUntil: number | undefined
  return {
    add(start: number) {
      if (knownUntil !== undefined) return
      const last = ranges.at(-1)
      const isFull = ranges.length === 2 * MAX_SLOT_RANGES || start - knownFrom > MAX_SLOT_STEPS * SLOT_STEP_MINUTES
      if (last !== undefined && start === last + gridMinutes) ranges[ranges.length - 1] = start
      else if (isFull) knownUntil = start
      else ranges.push(start, start)
    },
    close(until: number) {
      knownUntil ??= until
    },
    isClosed: () => knownUntil !== undefined,
    last: () => ranges.at(-1) ?? 0,
    read: () => ({ knownFrom, knownUntil: knownUntil ?? knownFrom, ranges }),
  }
}
