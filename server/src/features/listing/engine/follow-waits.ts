import type { WaitRange } from '@na-regua/contract/queue'
import type { PresentWait, SearchIndex } from '@na-regua/search'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'

/** The present wait of each of these barbershops; inactive ones have none. */
export type LoadWaits = (barbershopIds: string[], now: Date) => Promise<readonly ({ id: string } & PresentWait)[]>

type WaitsOptions = { clock: Clock; loadWaits: LoadWaits; log: Pick<FastifyBaseLogger, 'warn'> }

type State = WaitsOptions & {
  index?: SearchIndex
  /** Barbershops whose queue or appointments changed, by when that was noted first (by performance.now()), the oldest first. */
  changed: Map<string, number>
  /** At most so many waits of the index may never have been loaded. */
  unknown: number
  wake: () => void
  isClosed: boolean
}

export type WaitsFollower = ReturnType<typeof createWaitsFollower>

/** Barbershops per load: some milliseconds of computing. */
const BATCH = 20
/** With more changes than this everything is loaded again. */
const MAX_CHANGED = 5000
const TICK_MS = 250
/**
 * Pauses after loads that no change caused, in durations of such a load: a quarter of the time at most. There is none while the index is
 * filled: until then SQL serves the lists by waits, at many times the cost.
 */
const IDLE_PAUSES = 3
/** Waits with changes that were not loaded for so long are not used. */
const MAX_AGE_MS = 3000

/** Loads the waits of a search index: of each barbershop that takes walk-ins once a minute, of those that changed at once. */
export function createWaitsFollower(options: WaitsOptions) {
  const state: State = { ...options, changed: new Map(), unknown: 0, wake: () => {}, isClosed: false }
  let running: Promise<void> | undefined
  return {
    /** Follows another index, which knows no waits yet. */
    follow(index: SearchIndex) {
      Object.assign(state, { index, changed: new Map(), unknown: index.size })
      running ??= run(state)
      state.wake()
    },
    noteChanges: (ids: readonly string[]) => noteChanges(state, ids),
    /** Any queue may have changed. What is known is used until it is loaded again. */
    expireAll() {
      state.index?.expireWaits()
      state.wake()
    },
    /** False while changes cannot be loaded. */
    isCurrent() {
      const [oldest = Infinity] = state.changed.values()
      return performance.now() - oldest < MAX_AGE_MS
    },
    async close() {
      state.isClosed = true
      state.wake()
      await running
    },
  }
}

function noteChanges(state: State, ids: readonly string[]) {
  const { index, changed } = state
  const withQueue = index?.listWalkIns(ids) ?? []
  if (withQueue.length === 0) return
  for (const id of withQueue) if (!changed.has(id)) changed.set(id, performance.now())
  if (changed.size > MAX_CHANGED) {
    changed.clear()
    index?.expireWaits()
  }
  state.wake()
}

async function run(state: State) {
  for (let isFailing = false; !state.isClosed; ) {
    const { index, clock } = state
    const now = clock.now()
    const changed = new Map([...state.changed].slice(0, BATCH))
    const due = index?.listWaitsToLoad(now, BATCH - changed.size) ?? []
    state.unknown = changed.size + due.length < BATCH ? 0 : state.unknown - due.length
    if (!index || changed.size + due.length === 0) {
      await wait(state, TICK_MS)
      continue
    }
    const begun = performance.now()
    try {
      await load(state, index, changed, due, now)
      isFailing = false
    } catch (error) {
      if (!isFailing && !state.isClosed) state.log.warn({ err: error }, 'waits cannot be loaded, trying again')
      isFailing = true
    }
    if (isFailing) await wait(state, TICK_MS)
    else if (changed.size === 0 && state.unknown <= 0) await wait(state, IDLE_PAUSES * (performance.now() - begun))
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

/** A barbershop that changes during the load is loaded again; one that could not be loaded stays changed. */
async function load(
  state: State,
  index: SearchIndex,
  loaded: ReadonlyMap<string, number>,
  due: readonly string[],
  now: Date,
) {
  const ids = [...new Set([...loaded.keys(), ...due])]
  for (const id of loaded.keys()) state.changed.delete(id)
  try {
    const waits = await state.loadWaits(ids, now)
    if (state.index === index) index.setWaits(ids, waits, now)
  } catch (error) {
    state.changed = new Map([...loaded, ...state.changed, ...loaded])
    throw error
  }
}

/** Of those that show a number, and of those whose queue takes no entries. */
export async function listWaits(
  load: LoadWaits,
  barbershopIds: string[],
  now: Date,
): Promise<ReadonlyMap<string, WaitRange | 'closed'>> {
  const waits = await load(barbershopIds, now)
  return new Map(
    waits.flatMap(({ id, fromMin, toMin, isClosed }): [string, WaitRange | 'closed'][] => {
      if (isClosed) return [[id, 'closed']]
      return fromMin === null || toMin === null ? [] : [[id, { fromMin, toMin }]]
    }),
  )
}
