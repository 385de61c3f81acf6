import { createSearchIndex, type SearchIndex, type SearchResult } from '@na-regua/search'
import type { FastifyBaseLogger } from 'fastify'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import { toLocal } from '../../../lib/local-time.ts'
import { toChord, toPoint } from '../../../lib/sphere.ts'
import type { MatchQuery } from '../find-matches.ts'
import {
  getChanges,
  getSnapshot,
  type IndexSnapshot,
  listIndexedFeatures,
  listNextRows,
  listRowsById,
} from './queries.ts'

export type LiveIndexOptions = {
  changeFeed: ChangeFeed
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Called with the ids that changed in the index, undefined for all; `isShown`: a list may show something else. */
  onChange: (ids: readonly string[] | undefined, isShown: boolean) => void
}

type State = LiveIndexOptions & {
  index?: SearchIndex
  /** What the index has seen of the database. */
  snapshot?: IndexSnapshot
  /** When the last complete query for changes began, by performance.now(). */
  currentAt: number
  /** Events about visible changes: received, and reported through onChange. */
  shown: { received: number; reported: number }
  isNotified: boolean
  wake: () => void
  isClosed: boolean
}

const BATCH_ROWS = 1000
/** With more changes than this the index is filled again. */
const MAX_CHANGES = 20_000
/** Below every id, and the id that stands for "any barbershop may have changed". */
const ALL_BARBERSHOPS = '00000000-0000-0000-0000-000000000000'
/** Changes arrive as events. A lost event is made up for after this. */
const POLL_MS = 1000
/** An index that was not confirmed for so long is not used. */
const MAX_AGE_MS = 3000

/** A search index that follows the database: it is filled, updated with every change, and filled again when changes were missed. */
export function createLiveIndex(options: LiveIndexOptions) {
  const state: State = {
    ...options,
    currentAt: -Infinity,
    shown: { received: 0, reported: 0 },
    isNotified: false,
    wake: () => {},
    isClosed: false,
  }
  let running: Promise<void> | undefined
  const isCurrent = () => state.index !== undefined && performance.now() - state.currentAt < MAX_AGE_MS
  return {
    start() {
      running ??= run(state)
    },
    /** Undefined while the index is being filled or may be stale. Callers then query the database. */
    find({ area, ...query }: MatchQuery): SearchResult | undefined {
      if (!isCurrent()) return undefined
      return (state.index as SearchIndex).find({ ...query, center: toPoint(area), chord: toChord(area.radiusInKm) })
    },
    count: () => (isCurrent() ? (state.index as SearchIndex).size : 0),
    async close() {
      state.isClosed = true
      state.wake()
      await running
    },
  }
}

async function run(state: State) {
  state.changeFeed.followBarbershops((isShown) => {
    if (isShown) state.shown.received++
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
  const index = createSearchIndex({ features: await listIndexedFeatures(changeFeed), toLocalMinute })
  for (let lastId = ALL_BARBERSHOPS; lastId; ) {
    const rows = await listNextRows(changeFeed, lastId, BATCH_ROWS)
    if (state.isClosed) return
    index.add(rows)
    lastId = rows.length === BATCH_ROWS ? (rows.at(-1)?.[0] ?? '') : ''
  }
  await index.build()
  Object.assign(state, { index, snapshot, isNotified: true })
}

async function update(state: State) {
  const { changeFeed, snapshot, index, shown } = state as State & { index: SearchIndex; snapshot: IndexSnapshot }
  const startedAt = performance.now()
  const { received } = shown
  const { isOtherDatabase, ids, ...next } = await getChanges(changeFeed, snapshot, MAX_CHANGES + 1)
  if (isOtherDatabase || ids.length > MAX_CHANGES || ids.includes(ALL_BARBERSHOPS)) {
    Object.assign(state, { index: undefined, currentAt: -Infinity, isNotified: true })
    return state.onChange(undefined, true)
  }
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const batch = ids.slice(start, start + BATCH_ROWS)
    index.update(batch, await listRowsById(changeFeed, batch))
  }
  const wasStale = state.currentAt === -Infinity
  Object.assign(state, { snapshot: next, currentAt: startedAt })
  if (wasStale) state.onChange(undefined, true)
  else if (ids.length > 0) state.onChange(ids, received > shown.reported)
  shown.reported = received
}

function toLocalMinute(epochMinute: number, timeZone: string) {
  const { date, minute } = toLocal(epochMinute, timeZone)
  return { day: Date.parse(date) / 86_400_000, minute }
}
