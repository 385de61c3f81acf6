import { createSearchIndex, type KnownPlace, PlaceIndex, type SearchIndex } from '@na-regua/search'
import type { FastifyBaseLogger } from 'fastify'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import { localDay, toLocal } from '../../../lib/local-time.ts'
import type { NearbyMatchQuery } from '../nearby/find-matches.ts'
import type { SlotsFollower } from './follow-slots.ts'
import type { WaitsFollower } from './follow-waits.ts'
import {
  getChanges,
  getSnapshot,
  type IndexSnapshot,
  listIndexedFeatures,
  listNextRows,
  listRowsById,
} from './queries.ts'
import { findByText, findInIndex, findOnMap, type MapSearchQuery, type WordQuery } from './query-index.ts'
import { listAddedWords, listNextWords, loadCharacters } from './text-queries.ts'

export type LiveIndexOptions = {
  changeFeed: ChangeFeed
  /** Cities and landmarks. */
  listKnownPlaces?: () => readonly KnownPlace[]
  /** Without it queries for upcoming slots are left to SQL. */
  slots?: SlotsFollower
  /** Without it queries for waits are left to SQL. */
  waits?: WaitsFollower
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Called with the ids that changed in the index, undefined for all; `isShown`: a list may show something else. */
  onChange: (ids: readonly string[] | undefined, isShown: boolean) => void
}

type State = LiveIndexOptions & {
  index?: SearchIndex
  /** The known places only, until the index is filled. */
  places?: PlaceIndex
  /** The form of each character of a searched word. */
  characters: ReadonlyMap<string, string>
  /** What the index has seen of the database. */
  snapshot?: IndexSnapshot
  /** When the last complete query for changes began, by performance.now(). */
  currentAt: number
  /** Events about visible changes: received, and reported through onChange. */
  shown: { received: number; reported: number }
  isNotified: boolean
  /** Events of any kind: received, and before the last complete query for changes. */
  events: { received: number; handled: number }
  wake: () => void
  isClosed: boolean
}

const BATCH_ROWS = 1000
/** With more changes than this the index is filled again. */
const MAX_CHANGES = 20_000
/** Below every id, and the id that stands for "any barbershop may have changed". */
const ALL_BARBERSHOPS = '00000000-0000-0000-0000-000000000000'
/** Changes of barbershops arrive as events. Appointments send none, and an event may be lost: both are found after this. */
const POLL_MS = 400
const DAY_MS = 86_400_000
/** How often a long fill is reported. */
const REPORT_MS = 5000
/** An index that was not confirmed for so long is not used. */
const MAX_AGE_MS = 3000

/** A search index that follows the database: it is filled, updated with every change, and filled again when changes were missed. */
export function createLiveIndex(options: LiveIndexOptions) {
  const { slots, waits } = options
  const state = createState(options)
  let running: Promise<void> | undefined
  const isCurrent = () => state.index !== undefined && performance.now() - state.currentAt < MAX_AGE_MS
  const toSource = () => ({
    index: isCurrent() ? state.index : undefined,
    characters: state.characters,
    hasSlots: slots?.isCurrent() === true,
    hasWaits: waits?.isCurrent() === true,
  })
  return {
    start() {
      running ??= run(state)
    },
    /** Undefined while the index is being filled or may be stale. Callers then query the database. */
    find: (query: NearbyMatchQuery) => findInIndex(toSource(), query),
    /** Clusters and pins. Undefined as above. Without followed slots pins have no next start. */
    findOnMap: (query: MapSearchQuery) => findOnMap(toSource(), query),
    getPlaces: () => (state.places ??= createPlaceIndex(options)),
    /** The ids of the best matches. Undefined as above, and for words that only SQL can normalize. */
    findByText: (query: WordQuery) => findByText(toSource(), query),
    /** The wait that a barbershop shows; undefined without a number. */
    findWait(id: string, now: Date) {
      const { index, hasWaits } = toSource()
      return hasWaits ? index?.findWait(id, now) : undefined
    },
    /** False also between an event and the query for what changed: then something else may be stored than the database has. */
    isCaughtUp: () => isCurrent() && state.events.received === state.events.handled,
    count: () => (isCurrent() ? (state.index as SearchIndex).size : 0),
    async close() {
      state.isClosed = true
      state.wake()
      await Promise.all([running, slots?.close(), waits?.close()])
    },
  }
}

function createState(options: LiveIndexOptions): State {
  return {
    ...options,
    characters: new Map(),
    currentAt: -Infinity,
    shown: { received: 0, reported: 0 },
    isNotified: false,
    isClosed: false,
    events: { received: 0, handled: 0 },
    wake: () => {},
  }
}

async function run(state: State) {
  state.changeFeed.followQueues((id) => (id === undefined ? state.waits?.expireAll() : state.waits?.noteChanges([id])))
  state.changeFeed.followBarbershops((isShown) => {
    if (isShown) state.shown.received++
    state.events.received++
    state.isNotified = true
    state.wake()
  })
  for (let isFailing = false; !state.isClosed; ) {
    await waitForEvent(state)
    try {
      await (state.index ? update(state) : fill(state))
      isFailing = false
    } catch (error) {
      state.currentAt = -Infinity
      state.slots?.disconnect()
      if (!isFailing && !state.isClosed)
        state.log.warn({ err: error }, 'search index cannot follow the database, falling back to SQL')
      isFailing = true
      state.isNotified = false
    }
  }
}

/** Until an event arrives, or for a second. */
async function waitForEvent(state: State) {
  if (!state.isNotified && !state.isClosed)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      state.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  state.isNotified = false
}

/** The snapshot is taken first, so that changes during the fill are found by the next update. */
async function fill(state: State) {
  const { changeFeed } = state
  const snapshot = await getSnapshot(changeFeed)
  const index = createSearchIndex({ features: await listIndexedFeatures(changeFeed), toLocalMinute, toEpochMinute })
  await addAllWords(changeFeed, index)
  const places = createPlaceIndex(state)
  const reportProgress = createProgressReport(state.log)
  let barbershops = 0
  for (let lastId = ALL_BARBERSHOPS; lastId; ) {
    const rows = await listNextRows(changeFeed, lastId, BATCH_ROWS)
    if (state.isClosed) return
    index.add(rows)
    places.add(rows)
    barbershops += rows.length
    reportProgress(barbershops)
    lastId = rows.length === BATCH_ROWS ? (rows.at(-1)?.[0] ?? '') : ''
  }
  await index.build()
  state.slots?.follow(index)
  state.waits?.follow(index)
  Object.assign(state, { index, places, snapshot, characters: await loadCharacters(changeFeed), isNotified: true })
}

const createPlaceIndex = ({ listKnownPlaces }: LiveIndexOptions) => new PlaceIndex(listKnownPlaces?.() ?? [])

async function addAllWords(changeFeed: ChangeFeed, index: SearchIndex) {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const words = await listNextWords(changeFeed, last, BATCH_ROWS)
    index.addKnownWords(words)
    last = words.length === BATCH_ROWS ? words.at(-1) : undefined
  }
}

/** Lists are slower meanwhile, so that a long fill is worth a line in the log now and then. */
function createProgressReport(log: LiveIndexOptions['log']) {
  const startedAt = performance.now()
  let reportedAt = startedAt
  return (barbershops: number) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    const seconds = Math.round((now - startedAt) / 1000)
    log.warn({ barbershops, seconds }, 'search index is still being filled, lists are read with SQL until then')
  }
}

async function update(state: State) {
  const { changeFeed, snapshot, index, shown, slots } = state as State & {
    index: SearchIndex
    snapshot: IndexSnapshot
  }
  const startedAt = performance.now()
  const { received } = shown
  const events = state.events.received
  const since = { limit: MAX_CHANGES + 1, holds: slots?.listHolds() ?? [] }
  const { isOtherDatabase, ids, bookedIds, endedHolds, ...next } = await getChanges(changeFeed, snapshot, since)
  if (isOtherDatabase || ids.length > MAX_CHANGES || ids.includes(ALL_BARBERSHOPS)) {
    Object.assign(state, { index: undefined, currentAt: -Infinity, isNotified: true })
    slots?.disconnect()
    return state.onChange(undefined, true)
  }
  index.addKnownWords(await listAddedWords(changeFeed, snapshot))
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const batch = ids.slice(start, start + BATCH_ROWS)
    const rows = await listRowsById(changeFeed, batch)
    index.update(batch, rows)
    state.places?.update(batch, rows)
  }
  // A deleted hold is no row that changed: it is known by who counted on it.
  const changed = [...ids, ...bookedIds, ...(slots?.removeHolds(endedHolds) ?? [])]
  slots?.noteChanges(changed, startedAt)
  state.waits?.noteChanges(changed)
  const wasStale = state.currentAt === -Infinity
  Object.assign(state, { snapshot: next, currentAt: startedAt })
  if (wasStale) state.onChange(undefined, true)
  // Without ids too: the event may arrive after the query that found its change, and responses are stored in between.
  else if (ids.length > 0 || received > shown.reported) state.onChange(ids, received > shown.reported)
  shown.reported = received
  state.events.handled = events
}

function toLocalMinute(epochMinute: number, timeZone: string) {
  const { date, minute } = toLocal(epochMinute, timeZone)
  return { day: Date.parse(date) / DAY_MS, minute }
}

function toEpochMinute({ day, minute }: { day: number; minute: number }, timeZone: string): number {
  return localDay(new Date(day * DAY_MS).toISOString().slice(0, 10), timeZone).toEpoch(minute)
}
