import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { union } from '../../lib/intervals.ts'
import { LoadingCache } from '../../lib/loading-cache.ts'
import { computeSlotsToday, listSlotsToday, spanOfToday } from './list-slots-today.ts'
import { type BusyRow, listBusyRows } from './load-upcoming-slots.ts'
import { type BarbershopSchedules, listBarbershopSchedules } from './queries.ts'

/** Reports when barbershops can be booked at other times than before, whatever changed. */
export type SlotChanges = {
  /** False while changes may be missed. */
  isCurrent: () => boolean
  /** The listener is called with the ids of barbershops, undefined for all, within a second after the change. */
  onChange: (listener: (barbershopIds: readonly string[] | undefined) => void) => void
}

type Calendar = { shop: BarbershopSchedules; rowsByKey: ReadonlyMap<string, BusyRow[]> }
type ReaderOptions = { db: Database; clock: Clock; changes: SlotChanges }

/** Some kilobytes each. */
const MAX_CALENDARS = 4000
/** Days from two before until three after the load are in a calendar. */
const MAX_AGE_MS = 86_400_000

/** The slots of today from stored schedules and appointments: two statements for those that are not stored, none otherwise. */
export function createSlotsTodayReader({ db, clock, changes }: ReaderOptions) {
  const stored = new LoadingCache<Calendar | null>({
    ...{ clock, max: MAX_CALENDARS, ttlMs: MAX_AGE_MS },
    isStored: (calendar) => calendar !== null,
  })
  changes.onChange((ids) => {
    if (!ids) stored.clear()
    else for (const id of ids) stored.delete(id)
  })

  /** As listSlotsToday(). */
  return async (barbershopIds: string[], date: string | undefined, now: Date): Promise<BarbershopSlotsToday[]> => {
    if (date !== undefined || !changes.isCurrent()) return listSlotsToday(db, barbershopIds, date, now)
    const ids = barbershopIds.map((id) => id.toLowerCase())
    const missing = ids.filter((id) => !stored.find(id))
    let loads: Promise<Map<string, Calendar>> | undefined
    const load = async (id: string) => {
      loads ??= loadCalendars(db, missing, now)
      return (await loads).get(id) ?? null
    }
    const calendars = await Promise.all(ids.map((id) => stored.get(id, () => load(id))))
    return calendars.flatMap((calendar) => (calendar ? [computeFromCalendar(calendar, now)] : []))
  }
}

async function loadCalendars(db: Database, ids: readonly string[], now: Date): Promise<Map<string, Calendar>> {
  const shops = await listBarbershopSchedules(db, ids)
  const barbers = shops.flatMap((shop) => shop.barbers)
  const rows = await listBusyRows(db, barbers, { ...spanOfToday(undefined, now), now })
  const rowsByKey = Map.groupBy(rows, (row) => row.key)
  return new Map(shops.map((shop) => [shop.id, { shop, rowsByKey: selectRows(shop, rowsByKey) }]))
}

function selectRows({ barbers }: BarbershopSchedules, rowsByKey: ReadonlyMap<string, BusyRow[]>) {
  const keys = barbers.flatMap(({ userId, barberId }) => [userId, barberId])
  return new Map(keys.map((key) => [key, rowsByKey.get(key) ?? []]))
}

function computeFromCalendar({ shop, rowsByKey }: Calendar, now: Date): BarbershopSlotsToday {
  const isOpen = ({ heldUntil }: BusyRow) => heldUntil === null || heldUntil > now.getTime()
  const getBusy = ({ userId, barberId }: { userId: string; barberId: string }) =>
    union(
      [userId, barberId]
        .flatMap((key) => rowsByKey.get(key) ?? [])
        .filter(isOpen)
        .map(({ start, end }) => [start, end]),
    )
  return computeSlotsToday(shop, undefined, getBusy, now)
}
