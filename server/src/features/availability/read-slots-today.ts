import { type BarbershopSlotsToday, MAX_NEXT_SLOTS } from '@na-regua/contract/availability'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { union } from '../../lib/intervals.ts'
import { LoadingCache } from '../../lib/loading-cache.ts'
import { fromEpochMinute, toEpochMinute } from '../../lib/local-time.ts'
import { computeSlotsToday, spanOfToday } from './list-slots-today.ts'
import {
  type BarbershopUpcomingSlots,
  type BusyRow,
  computeUpcomingSlots,
  type ListBusyRows,
  listBusyRows,
  listNextStarts,
  toEndOfWindow,
} from './load-upcoming-slots.ts'
import { type BarbershopSchedules, listBarbershopSchedules } from './queries.ts'

/** Reports when barbershops can be booked at other times than before, whatever changed. */
export type SlotChanges = {
  /** False while changes may be missed. */
  isCurrent: () => boolean
  /** The listener is called with the ids of barbershops, undefined for all, within a second after the change. */
  onChange: (listener: (barbershopIds: readonly string[] | undefined) => void) => void
}

type Calendar = {
  shop: BarbershopSchedules
  rowsByKey: ReadonlyMap<string, BusyRow[]>
  /** As computed in that minute. */
  upcoming?: { minute: number; slots: BarbershopUpcomingSlots }
}
type ReaderOptions = { db: Database; clock: Clock; changes: SlotChanges }

/** Some kilobytes each. */
const MAX_CALENDARS = 4000
/** Days from two before until three after the load are in a calendar. */
const MAX_AGE_MS = 86_400_000

/** The slots of barbershops for the ruler on cards: two statements for those that are not stored, none otherwise. */
export function createSlotsTodayReader({ db, clock, changes }: ReaderOptions) {
  const stored = new LoadingCache<Calendar | null>({
    ...{ clock, max: MAX_CALENDARS, ttlMs: MAX_AGE_MS },
    isStored: (calendar) => calendar !== null,
  })
  changes.onChange((ids) => {
    if (!ids) stored.clear()
    else for (const id of ids) stored.delete(id)
  })

  /** On that date, without one on the current business day; unknown barbershops are missing in the result. */
  return async (barbershopIds: string[], date: string | undefined, now: Date): Promise<BarbershopSlotsToday[]> => {
    const ids = barbershopIds.map((id) => id.toLowerCase())
    if (date !== undefined || !changes.isCurrent()) {
      const calendars = await loadCalendars(db, ids, date, now)
      return [...calendars.values()].map((calendar) => computeSlots(calendar, date, now))
    }
    const missing = ids.filter((id) => !stored.find(id))
    let loads: ReturnType<typeof loadCalendars> | undefined
    const load = async (id: string) => {
      loads ??= loadCalendars(db, missing, undefined, now)
      return (await loads).get(id) ?? null
    }
    const calendars = await Promise.all(ids.map((id) => stored.get(id, () => load(id))))
    return calendars.flatMap((calendar) => (calendar ? [computeSlots(calendar, undefined, now)] : []))
  }
}

async function loadCalendars(db: Database, ids: readonly string[], date: string | undefined, now: Date) {
  const shops = await listBarbershopSchedules(db, ids)
  const barbers = shops.flatMap((shop) => shop.barbers)
  const { from, to } = spanOfToday(date, now)
  const span = { from: Math.min(from, toEpochMinute(now)), to: Math.max(to, toEndOfWindow(barbers, now)) }
  const rowsByKey = Map.groupBy(await listBusyRows(db, barbers, { ...span, now }), (row) => row.key)
  return new Map(shops.map((shop): [string, Calendar] => [shop.id, { shop, rowsByKey: selectRows(shop, rowsByKey) }]))
}

function selectRows({ barbers }: BarbershopSchedules, rowsByKey: ReadonlyMap<string, BusyRow[]>) {
  const keys = barbers.flatMap(({ userId, barberId }) => [userId, barberId])
  return new Map(keys.map((key) => [key, rowsByKey.get(key) ?? []]))
}

function computeSlots(calendar: Calendar, date: string | undefined, now: Date): BarbershopSlotsToday {
  const { shop, rowsByKey } = calendar
  const isOpen = ({ heldUntil }: BusyRow) => heldUntil === null || heldUntil > now.getTime()
  const listRows: ListBusyRows = ({ userId, barberId }) =>
    [userId, barberId].flatMap((key) => rowsByKey.get(key) ?? []).filter(isOpen)
  const minute = Math.ceil(now.getTime() / 60_000)
  if (calendar.upcoming?.minute !== minute)
    calendar.upcoming = { minute, slots: computeUpcomingSlots(shop, listRows, now) }
  const starts = listNextStarts(shop.timeZone, calendar.upcoming.slots, now, MAX_NEXT_SLOTS)
  return {
    ...computeSlotsToday(shop, date, (barber) => union(listRows(barber).map(({ start, end }) => [start, end])), now),
    nextSlots: starts.map((start) => fromEpochMinute(start).toISOString()),
  }
}
