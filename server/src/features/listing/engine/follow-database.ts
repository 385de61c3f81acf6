import { createSearchIndex, PlaceIndex, type SearchIndex } from '@na-regua/search'
import type { FastifyBaseLogger } from 'fastify'
import { startAlarm } from '../../../lib/alarm.ts'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { listKnownPlaces } from '../../places/rules.ts'
import type { Waits } from '../../queue/waits/rules.ts'
import type { OpenHold } from '../upcoming-slots/compute-upcoming-slots.ts'
import { loadUpcomingSlots } from '../upcoming-slots/load-upcoming-slots.ts'
import {
  getChanges,
  getSnapshot,
  type IndexChanges,
  type IndexSnapshot,
  listAddedWords,
  listIndexedFeatures,
  listNextRows,
  listNextWords,
  listRowsById,
  loadCharacters,
} from './queries.ts'
import { toEpochMinuteOfDay, toLocalMinute } from './rules.ts'

export type FollowerOptions = {
  changeFeed: ChangeFeed
  /** Connections of its own, so that no request delays what lists show. */
  ownDb: Database
  clock: Clock
  waits: Pick<Waits, 'loadBarbershopWaits'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Called with the ids of changed barbershops, undefined for all; `isShown`: a list may show something else. */
  onChange: (ids: readonly string[] | undefined, isShown: boolean) => void
  /** Called with the ids of barbershops whose slots may have changed, undefined for all. */
  onSlotsChange: (ids: readonly string[] | undefined) => void
}

/** An index that has every barbershop, with what it has seen of the database. */
export type FilledIndex = {
  index: SearchIndex
  places: PlaceIndex
  /** The form of each character of a searched word that has another one. */
  characters: ReadonlyMap<string, string>
  snapshot: IndexSnapshot
  /** The latest time for which something was loaded, in milliseconds. */
  loadedFor: number
  /** Open holds that count, by id: their end changes slots. */
  holds: Map<string, OpenHold>
  /** Barbershops whose slots must be loaded again, and those whose waits must, the first noted first. */
  changedSlots: Set<string>
  changedWaits: Set<string>
}

type State = FollowerOptions & {
  filled?: FilledIndex
  /** When everything committed before was read last, by performance.now(). */
  currentAt: number
  /** Events about barbershops: received, before the last round, and those among them that change what lists show. */
  events: { received: number; handled: number; shown: number; shownHandled: number }
  /** Ends with the next round that begins from now on. */
  next: PromiseWithResolvers<void>
}

const ROWS = 1000
/**
 * Barbershops whose slots are loaded at once: some milliseconds of computing. With four times as many their schedules live long enough
 * to be moved to the old generation, and the process takes 100 to 300 MB more after a start.
 */
const SLOTS = 25
/** And those whose waits are. */
const WAITS = 20
/** Loads of changed barbershops in one round: a booking that arrives meanwhile is read by the next one. */
const LOADS = 40
/** Stands for "any barbershop may have changed". It is below every id. */
const ALL_BARBERSHOPS = '00000000-0000-0000-0000-000000000000'
/** Changes of barbershops and queues arrive as events. Appointments send none, and an event may be lost: both are found after this. */
const POLL_MS = 400
const RETRY_MS = 250
/** Times pass for the index in steps of a minute. */
const MINUTE_MS = 60_000
/** How often a long fill is reported. */
const REPORT_MS = 5000
/** Without a complete round for so long, changes may be missing. */
const MAX_AGE_MS = 3000

/**
 * Keeps an index as the database is, in rounds: each reads what changed since the one before, and loads the slots and waits that
 * follow from it. What is unknown or old is loaded in between.
 */
export function followDatabase(options: FollowerOptions) {
  const state: State = {
    ...options,
    currentAt: -Infinity,
    events: { received: 0, handled: 0, shown: 0, shownHandled: 0 },
    next: Promise.withResolvers(),
  }
  let alarm: ReturnType<typeof startFollowing> | undefined
  const isCurrent = () => performance.now() - state.currentAt < MAX_AGE_MS
  return {
    start() {
      alarm ??= startFollowing(state)
    },
    /** Undefined until every barbershop is in it. */
    getFilled: () => state.filled,
    /** Resolves after a round that began after this call: what was committed before is in the index. */
    nextRound(): Promise<void> {
      alarm?.ring()
      return state.next.promise
    },
    /** False while changes may be missing. */
    isCurrent,
    /** False also between an event and the round that reads what changed: then something else may be stored than the database has. */
    isCaughtUp: () => isCurrent() && state.events.received === state.events.handled,
    async close() {
      await alarm?.stop()
    },
  }
}

function startFollowing(state: State) {
  const { changeFeed, events, log } = state
  const alarm = startAlarm({
    async run() {
      if (!changeFeed.isConnected()) {
        state.currentAt = -Infinity
        return POLL_MS
      }
      const startedAt = performance.now()
      const { next } = state
      state.next = Promise.withResolvers()
      try {
        const isComplete = await loadRound(state)
        next.resolve()
        // The rest of the process has half of the time.
        return isComplete ? POLL_MS : performance.now() - startedAt
      } catch (error) {
        state.currentAt = -Infinity
        void state.next.promise.then(next.resolve)
        throw error
      }
    },
    retryMs: RETRY_MS,
    onFailure: (err) => log.warn({ err }, 'lists cannot follow the database, showing what was known'),
  })
  changeFeed.followQueues((id) => {
    if (id === undefined) state.filled?.index.expireWaits()
    else state.filled?.changedWaits.add(id)
    alarm.ring()
  })
  changeFeed.followBarbershops((isShown) => {
    events.received++
    if (isShown) events.shown++
    alarm.ring()
  })
  return alarm
}

/** False when slots or waits are left to load. */
async function loadRound(state: State): Promise<boolean> {
  const startedAt = performance.now()
  const { received, shown } = state.events
  const { filled, changes } = await readChanges(state)
  await updateRows(state, filled, changes.ids)
  // A deleted hold is no row that changed: it is known by who counted on it.
  const changed = [...changes.ids, ...changes.bookedIds, ...removeHolds(filled, changes.endedHolds)]
  for (const id of changed) filled.changedSlots.add(id)
  for (const id of changed) filled.changedWaits.add(id)
  const wasMissing = state.currentAt === -Infinity
  filled.snapshot = { snapshot: changes.snapshot, relation: changes.relation }
  state.currentAt = startedAt
  if (wasMissing) state.onSlotsChange(undefined)
  else if (changed.length > 0) state.onSlotsChange(changed)
  // Without ids too: the event may arrive after the query that found its change, and responses are stored in between.
  const isShown = shown > state.events.shownHandled
  if (wasMissing) state.onChange(undefined, true)
  else if (changes.ids.length > 0 || isShown) state.onChange(changes.ids, isShown)
  state.events.shownHandled = shown
  state.events.handled = received
  const hasAllSlots = await loadSlots(state, filled)
  const hasAllWaits = await loadWaits(state, filled)
  return hasAllSlots && hasAllWaits
}

/** Fills another index when this one is of another database or of a later time, or when any barbershop may have changed. */
async function readChanges(state: State): Promise<{ filled: FilledIndex; changes: IndexChanges }> {
  const { changeFeed, clock } = state
  const { filled } = state
  if (filled && clock.now().getTime() > filled.loadedFor - MINUTE_MS) {
    const changes = await getChanges(changeFeed, filled.snapshot, listHolds(filled, clock.now()))
    if (!changes.isOtherDatabase && !changes.ids.includes(ALL_BARBERSHOPS)) return { filled, changes }
    if (changes.isOtherDatabase) state.filled = undefined
  } else state.filled = undefined
  const next = await fill(state)
  state.filled = next
  state.currentAt = -Infinity
  return { filled: next, changes: await getChanges(changeFeed, next.snapshot, []) }
}

/** The snapshot is taken first: changes during the fill are read by the next query for changes. */
async function fill({ changeFeed, clock, log }: State): Promise<FilledIndex> {
  const snapshot = await getSnapshot(changeFeed)
  const characters = await loadCharacters(changeFeed)
  const features = await listIndexedFeatures(changeFeed)
  const index = createSearchIndex({ features, toLocalMinute, toEpochMinute: toEpochMinuteOfDay })
  for (let words = await listNextWords(changeFeed, '', ROWS); words.length > 0; ) {
    index.addKnownWords(words)
    words = await listNextWords(changeFeed, words.at(-1) ?? '', ROWS)
  }
  const places = new PlaceIndex(listKnownPlaces())
  const reportProgress = createProgressReport(log)
  let barbershops = 0
  for (let afterId: string | undefined = ALL_BARBERSHOPS; afterId; ) {
    const rows = await listNextRows(changeFeed, { afterId, limit: ROWS, now: clock.now() })
    index.add(rows)
    places.add(rows)
    barbershops += rows.length
    reportProgress(barbershops)
    afterId = rows.at(-1)?.[0]
  }
  await index.build()
  return {
    index,
    places,
    characters,
    snapshot,
    loadedFor: 0,
    holds: new Map(),
    changedSlots: new Set(),
    changedWaits: new Set(),
  }
}

/** There are no lists meanwhile, so that a long fill is worth a line in the log now and then. */
function createProgressReport(log: FollowerOptions['log']) {
  const startedAt = performance.now()
  let reportedAt = startedAt
  return (barbershops: number) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    const seconds = Math.round((now - startedAt) / 1000)
    log.warn({ barbershops, seconds }, 'barbershops are still being loaded, there are no lists until then')
  }
}

async function updateRows(
  { changeFeed, clock }: State,
  { index, places, snapshot }: FilledIndex,
  ids: readonly string[],
) {
  index.addKnownWords(await listAddedWords(changeFeed, snapshot))
  for (let start = 0; start < ids.length; start += ROWS) {
    const batch = ids.slice(start, start + ROWS)
    const rows = await listRowsById(changeFeed, batch, clock.now())
    index.update(batch, rows)
    places.update(batch, rows)
  }
}

/** Holds that were open when they were loaded: to query which of them are gone. */
function listHolds({ holds }: FilledIndex, now: Date): string[] {
  for (const [id, { heldUntil }] of holds) if (heldUntil <= now.getTime()) holds.delete(id)
  return [...holds.keys()]
}

/** Returns the barbershops with the barbers of these holds, whether their slots were loaded since or not. */
function removeHolds({ holds }: FilledIndex, holdIds: readonly string[]): string[] {
  const ids = holdIds.flatMap((id) => holds.get(id)?.barbershopIds ?? [])
  for (const id of holdIds) holds.delete(id)
  return ids
}

/** Those of changed barbershops, then some that are unknown or old. False when more of them are left. */
async function loadSlots(state: State, filled: FilledIndex): Promise<boolean> {
  const { index, holds } = filled
  async function load(ids: readonly string[]) {
    if (ids.length === 0) return
    const now = toLoadTime(filled, state.clock.now())
    const loaded = await loadUpcomingSlots(state.ownDb, ids, now)
    const byId = new Map(loaded.map((shop) => [shop.id, shop]))
    for (const id of ids) {
      const shop = byId.get(id)
      index.setSlots(id, shop?.versions ?? [], now)
      for (const hold of shop?.holds ?? []) holds.set(hold.id, hold)
    }
  }
  await loadChanged(filled.changedSlots, SLOTS, load)
  const due = index.listIdsToLoad(toLoadTime(filled, state.clock.now()), SLOTS)
  await load(due)
  return due.length < SLOTS && filled.changedSlots.size === 0
}

/** As slots: of the barbershops that take walk-ins each wait is loaded again every minute. */
async function loadWaits(state: State, filled: FilledIndex): Promise<boolean> {
  const { index, changedWaits } = filled
  async function load(ids: readonly string[]) {
    if (ids.length === 0) return
    const now = toLoadTime(filled, state.clock.now())
    index.setWaits(ids, await state.waits.loadBarbershopWaits(state.ownDb, ids, now), now)
  }
  const withQueue = new Set(index.listWalkIns([...changedWaits]))
  for (const id of changedWaits) if (!withQueue.has(id)) changedWaits.delete(id)
  await loadChanged(changedWaits, WAITS, load)
  const due = index.listWaitsToLoad(toLoadTime(filled, state.clock.now()), WAITS)
  await load(due)
  return due.length < WAITS && changedWaits.size === 0
}

/** In batches. What changes during a load is loaded again, and so is what could not be loaded. */
async function loadChanged(changed: Set<string>, size: number, load: (ids: readonly string[]) => Promise<void>) {
  for (let loads = 0; loads < LOADS && changed.size > 0; loads++) {
    const ids = changed.values().take(size).toArray()
    for (const id of ids) changed.delete(id)
    try {
      await load(ids)
    } catch (error) {
      for (const id of ids) changed.add(id)
      throw error
    }
  }
}

/** Returns this time, or the latest one for which something was loaded. */
function toLoadTime(filled: FilledIndex, now: Date): Date {
  filled.loadedFor = Math.max(filled.loadedFor, now.getTime())
  return new Date(filled.loadedFor)
}
