import type { SearchIndex, SlotsVersion } from '@na-regua/search'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'

/** When a barbershop can be booked, and the open holds that count; inactive barbershops are missing. */
export type LoadUpcomingSlots = (
  barbershopIds: string[],
  now: Date,
) => Promise<{ id: string; versions: SlotsVersion[]; holds: { id: string; heldUntil: number }[] }[]>

export type SlotsOptions = { clock: Clock; loadUpcomingSlots: LoadUpcomingSlots; log: Pick<FastifyBaseLogger, 'warn'> }

type Hold = { heldUntil: number; barbershopIds: Set<string> }

type State = SlotsOptions & {
  index?: SearchIndex
  /** Changed barbershops by when that was noted (by performance.now()), the oldest first. */
  changed: Map<string, { notedAt: number }>
  holds: Map<string, Hold>
  wake: () => void
  isClosed: boolean
}

export type SlotsFollower = ReturnType<typeof createSlotsFollower>

/** Barbershops per load: some milliseconds of computing. */
const BATCH = 100
/** With more changes than this everything is loaded again. */
const MAX_CHANGED = 5000
const TICK_MS = 250
/** upcoming slots with changes that were not loaded for so long are not used. */
const MAX_AGE_MS = 3000

/** Loads the upcoming slots of a search index: all of them in the background, those of changed barbershops first. */
export function createSlotsFollower(options: SlotsOptions) {
  const state: State = { ...options, changed: new Map(), holds: new Map(), wake: () => {}, isClosed: false }
  let running: Promise<void> | undefined
  return {
    /** Follows another index, which knows no upcoming slots yet. */
    follow(index: SearchIndex) {
      Object.assign(state, { index, changed: new Map(), holds: new Map() })
      running ??= run(state)
      state.wake()
    },
    noteChanges(ids: readonly string[]) {
      for (const id of ids) state.changed.set(id, { notedAt: state.changed.get(id)?.notedAt ?? performance.now() })
      if (state.changed.size > MAX_CHANGED) forgetAll(state)
      if (ids.length > 0) state.wake()
    },
    /** Everything may have changed. */
    forgetAll: () => forgetAll(state),
    /** Holds that were open when they were loaded: to query which of them are gone. */
    listHolds() {
      const now = state.clock.now().getTime()
      for (const [id, { heldUntil }] of state.holds) if (heldUntil <= now) state.holds.delete(id)
      return [...state.holds.keys()]
    },
    /** Barbershops that counted on one of these holds. */
    removeHolds(holdIds: readonly string[]): string[] {
      const ids = holdIds.flatMap((id) => [...(state.holds.get(id)?.barbershopIds ?? [])])
      for (const id of holdIds) state.holds.delete(id)
      return ids
    },
    isCurrent() {
      const [oldest] = state.changed.values()
      return oldest === undefined || performance.now() - oldest.notedAt < MAX_AGE_MS
    },
    async close() {
      state.isClosed = true
      state.wake()
      await running
    },
  }
}

function forgetAll(state: State) {
  state.changed.clear()
  state.index?.forgetSlots()
  state.wake()
}

async function run(state: State) {
  for (let isFailing = false; !state.isClosed; ) {
    const { index, clock } = state
    const now = clock.now()
    const changed = [...state.changed.keys()].slice(0, BATCH)
    const ids = [...new Set([...changed, ...(index?.listIdsToLoad(now, BATCH - changed.length) ?? [])])]
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
    // The rest of the process comes first, except before changes.
    if (isFailing) await wait(state, TICK_MS)
    else if (changed.length === 0) await wait(state, (performance.now() - begun) / 2)
  }
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
    state.changed.delete(id)
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
  for (const hold of holds) {
    const known = state.holds.get(hold.id) ?? { heldUntil: hold.heldUntil, barbershopIds: new Set() }
    known.barbershopIds.add(id)
    state.holds.set(hold.id, known)
  }
}
