import type { SearchIndex, SlotsVersion } from '@na-regua/search'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'

/** When a barbershop can be booked, and the open holds that count, with all barbershops of their barbers; inactive ones are missing. */
export type LoadUpcomingSlots = (
  barbershopIds: string[],
  now: Date,
) => Promise<{ id: string; versions: SlotsVersion[]; holds: OpenHold[] }[]>

export type SlotsOptions = {
  clock: Clock
  loadUpcomingSlots: LoadUpcomingSlots
  log: Pick<FastifyBaseLogger, 'warn'>
  settleMs?: number
}

type SlotsListener = (barbershopIds: readonly string[] | undefined) => void
type OpenHold = { id: string; heldUntil: number; barbershopIds: string[] }

type State = SlotsOptions & {
  index?: SearchIndex
  /** Whether the upcoming slots of all barbershops were loaded once. */
  isFilled: boolean
  /** Changed barbershops by when that was noted (by performance.now()), the oldest first. */
  changed: Map<string, { notedAt: number }>
  /** Barbershops whose changes were loaded within `settleMs`, and when, the oldest first. */
  settling: Map<string, number>
  holds: Map<string, OpenHold>
  /** When everything committed before was noted last, by performance.now(). */
  currentAt: number
  listeners: SlotsListener[]
  wake: () => void
  isClosed: boolean
}

export type SlotsFollower = ReturnType<typeof createSlotsFollower>

/**
 * Barbershops per load: some milliseconds of computing. With four times as many their schedules live long enough to be moved to the old
 * generation, and the process takes 100 to 300 MB more after a start.
 */
const BATCH = 25
/** Changed ones per load: few, so that a booking that arrives meanwhile does not wait for their appointments to be read. */
const CHANGED_BATCH = 16
/** After a load the next changes of the same barbershop wait for so long, to be loaded together: in a rush there are several a second. */
const SETTLE_MS = 500
/** Up to so many changes the loads of a second leave half of the time to others. */
const MAX_SPREAD = 200
/** With more changes than this everything is loaded again. */
const MAX_CHANGED = 5000
const TICK_MS = 250
/** Pauses between loads that nothing waits for, in durations of such a load; after changes one. */
const IDLE_PAUSES = 4
/** The same while the index is filled: until then SQL serves the lists by slots, at a thousand times the cost. */
const FILL_PAUSES = 1
/** Upcoming slots with changes that were not loaded for so long are not used. */
const MAX_AGE_MS = 3000

/** Loads the upcoming slots of a search index: all of them in the background, those of changed barbershops first. */
export function createSlotsFollower(options: SlotsOptions) {
  const state: State = {
    ...options,
    isFilled: false,
    changed: new Map(),
    settling: new Map(),
    holds: new Map(),
    currentAt: -Infinity,
    listeners: [],
    wake: () => {},
    isClosed: false,
  }
  let running: Promise<void> | undefined
  return {
    /** Follows another index, which knows no upcoming slots yet. */
    follow(index: SearchIndex) {
      Object.assign(state, { index, isFilled: false, changed: new Map(), settling: new Map(), holds: new Map() })
      report(state, undefined)
      running ??= run(state)
      state.wake()
    },
    /** `at`: before the query that found these changes, by performance.now(). */
    noteChanges: (ids: readonly string[], at: number) => noteChanges(state, ids, at),
    /** Holds that were open when they were loaded: to query which of them are gone. */
    listHolds: () => listHolds(state),
    /** Barbershops with the barbers of these holds, whether their slots were loaded since or not. */
    removeHolds: (holdIds: readonly string[]) => removeHolds(state, holdIds),
    /** False while changes may be missed. */
    isCurrent() {
      const [oldest] = state.changed.values()
      return performance.now() - Math.min(state.currentAt, oldest?.notedAt ?? Infinity) < MAX_AGE_MS
    },
    /** The listener is called with the ids of barbershops whose slots may have changed, undefined for all. */
    onChange: (listener: SlotsListener) => void state.listeners.push(listener),
    /** Changes may be missed from now on. */
    disconnect() {
      state.currentAt = -Infinity
    },
    async close() {
      state.isClosed = true
      state.wake()
      await running
    },
  }
}

function noteChanges(state: State, ids: readonly string[], at: number) {
  state.currentAt = at
  if (ids.length === 0) return
  report(state, ids)
  for (const id of ids) state.changed.set(id, { notedAt: state.changed.get(id)?.notedAt ?? performance.now() })
  if (state.changed.size > MAX_CHANGED) forgetAll(state)
  state.wake()
}

function listHolds({ holds, clock }: State): string[] {
  const now = clock.now().getTime()
  for (const [id, { heldUntil }] of holds) if (heldUntil <= now) holds.delete(id)
  return [...holds.keys()]
}

function removeHolds({ holds }: State, holdIds: readonly string[]): string[] {
  const ids = holdIds.flatMap((id) => holds.get(id)?.barbershopIds ?? [])
  for (const id of holdIds) holds.delete(id)
  return ids
}

function report(state: State, ids: readonly string[] | undefined) {
  for (const listener of state.listeners) listener(ids)
}

function forgetAll(state: State) {
  state.changed.clear()
  report(state, undefined)
  state.index?.forgetSlots()
  state.isFilled = false
  state.wake()
}

async function run(state: State) {
  for (let isFailing = false; !state.isClosed; ) {
    const { index, clock } = state
    const now = clock.now()
    const changed = listChanged(state)
    const ids = [...new Set([...changed, ...(index?.listIdsToLoad(now, BATCH - changed.length) ?? [])])]
    state.isFilled ||= ids.length < BATCH
    if (!index || ids.length === 0) {
      await wait(state, TICK_MS)
      continue
    }
    const begun = performance.now()
    try {
      await load(state, index, ids, now)
      isFailing = false
    } catch (error) {
      if (!isFailing && !state.isClosed) state.log.warn({ err: error }, 'upcoming slots cannot be loaded, trying again')
      isFailing = true
    }
    const pause = isFailing ? TICK_MS : countPauses(state, changed) * (performance.now() - begun)
    if (pause > 0) await wait(state, pause)
  }
}

/** The oldest changes that are due. */
function listChanged({ changed, settling, settleMs = SETTLE_MS }: State): string[] {
  const settled = performance.now() - settleMs
  for (const [id, loadedAt] of settling) {
    if (loadedAt > settled) break
    settling.delete(id)
  }
  const due = changed.keys().filter((id) => !settling.has(id))
  return due.take(CHANGED_BATCH).toArray()
}

/** The rest of the process comes first, except before many changes and while lists need the slots. */
function countPauses({ index, isFilled, changed }: State, loaded: readonly string[]): number {
  if (index?.areSlotsMissing || changed.size > MAX_SPREAD) return 0
  if (loaded.length > 0) return 1
  return isFilled ? IDLE_PAUSES : FILL_PAUSES
}

/** Until woken, for at most so many milliseconds. */
async function wait(state: State, ms: number) {
  if (state.isClosed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    state.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** A barbershop that changes during the load is loaded again. */
async function load(state: State, index: SearchIndex, ids: string[], now: Date) {
  const noted = new Map(ids.map((id) => [id, state.changed.get(id)]))
  const begunAt = performance.now()
  const byId = new Map((await state.loadUpcomingSlots(ids, now)).map((shop) => [shop.id, shop]))
  if (state.index !== index) return
  for (const id of ids) {
    setSlots(state, index, { id, versions: [], holds: [], ...byId.get(id) }, now)
    const isChangedAgain = state.changed.get(id) !== noted.get(id)
    if (state.changed.delete(id)) state.settling.set(id, begunAt)
    if (isChangedAgain) state.changed.set(id, { notedAt: begunAt })
  }
}

function setSlots(
  state: State,
  index: SearchIndex,
  { id, versions, holds }: Awaited<ReturnType<LoadUpcomingSlots>>[number],
  now: Date,
) {
  index.setSlots(id, versions, now)
  for (const hold of holds) state.holds.set(hold.id, hold)
}
