import { setTimeout as wait } from 'node:timers/promises'
import type { PushAction } from '@na-regua/contract/push'
import { startAlarm } from '../../../lib/alarm.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import { loadVapid, type Vapid } from '../push/load-vapid.ts'
import {
  type DuePush,
  deleteGoneDevices,
  type LeasedPush,
  leaseDuePushes,
  listLeasedPushes,
  saveReports,
} from './queries.ts'
import { type PushKind, type PushOutcome, retryPush, sendPush } from './send-push.ts'

/** The buttons of each push, in the order of `pushes`. */
type ListPushActions = (db: Database, pushes: readonly DuePush[], now: Date) => Promise<PushAction[][]>

type PushSenderDeps = {
  db: Database
  clock: Clock
  config: Pick<Config, 'vapidPrivateKey' | 'vapidSubject'>
  log: { warn(details: object, message: string): void }
  listPushActions: ListPushActions
  countPush?: (kind: PushKind) => void
}

/** In flight at once, in all and per push service: four slow services do not block a fifth. */
const MOST_IN_FLIGHT = 160
const MOST_PER_ORIGIN = 32
/** Per statement. */
const BATCH = 32
/** Longer than one attempt takes. After a kill the pushes that were in flight are sent again when it is over. */
const LEASE_MS = 15_000
/** Outcomes of this time are saved together. */
const COLLECT_MS = 20
/** Finds what was stored meanwhile, and what waited. */
const POLL_MS = 500

/** What one process has in flight, by origin of the push service, and what it has not saved yet. */
type SenderState = {
  inFlight: Map<string, number>
  outcomes: PushOutcome[]
  vapid: Vapid | undefined
  isStopped: boolean
  onOutcome: () => void
}

/** Takes due pushes and sends them, many at once. Every process runs one; two never take the same push. */
export function createPushSender(deps: PushSenderDeps) {
  const state: SenderState = {
    inFlight: new Map(),
    outcomes: [],
    vapid: undefined,
    isStopped: false,
    onOutcome: () => {},
  }
  return {
    /** Sends everything that is due now, and returns when all of it has an outcome. */
    async sendDue() {
      while ((await advance(deps, state)) > 0 || hasUnsaved(state)) await wait(2)
    },
    start() {
      const alarm = startAlarm({
        async run() {
          const advanced = await advance(deps, state)
          if (advanced > 0) await wait(COLLECT_MS)
          return advanced > 0 ? 0 : POLL_MS
        },
        retryMs: POLL_MS,
        onFailure: (error) => deps.log.warn({ err: error }, 'pushes were not sent, trying again'),
      })
      state.onOutcome = alarm.ring
      return {
        /** Takes no more, and waits for those in flight. */
        async stop() {
          state.isStopped = true
          await alarm.stop()
          await saveLast(deps, state).catch(() => {})
        },
      }
    },
  }
}

const hasUnsaved = ({ inFlight, outcomes }: SenderState) => inFlight.size > 0 || outcomes.length > 0

async function saveLast(deps: PushSenderDeps, state: SenderState) {
  while (hasUnsaved(state)) {
    await saveOutcomes(deps, state)
    await wait(COLLECT_MS)
  }
}

/** Saves what came of earlier pushes and starts due ones. Returns how many there were of both. */
async function advance(deps: PushSenderDeps, state: SenderState): Promise<number> {
  const { db, clock, config } = deps
  const saved = await saveOutcomes(deps, state)
  const inFlight = [...state.inFlight.values()].reduce((sum, count) => sum + count, 0)
  const limit = Math.min(BATCH, MOST_IN_FLIGHT - inFlight)
  if (state.isStopped || limit <= 0) return saved
  state.vapid ??= await loadVapid(db, config)
  const { vapid } = state
  const now = clock.now()
  const except = [...state.inFlight].flatMap(([origin, count]) => (count >= MOST_PER_ORIGIN ? [origin] : []))
  const leased = await leaseDuePushes(db, { now, until: new Date(now.getTime() + LEASE_MS), limit, except })
  for (const { push, actions } of await prepareEach(deps, state, leased, now)) {
    const send = () => sendPush(push, { vapid, actions, now })
    void start(state, push, () => send().catch((err: Error) => retryLater(deps, push, err)))
  }
  return saved + leased.length
}

/** When the batch fails as a whole each is tried alone, so that one never stops the others. */
async function prepareEach(deps: PushSenderDeps, state: SenderState, leased: readonly LeasedPush[], now: Date) {
  const all = await prepare(deps, leased, now).catch(() => undefined)
  if (all) return all
  const prepared: PreparedPush[] = []
  for (const push of leased) {
    const alone = prepare(deps, [push], now)
    await alone.then(
      (found) => prepared.push(...found),
      (error: Error) => state.outcomes.push(retryLater(deps, push, error)),
    )
  }
  return prepared
}

type PreparedPush = { push: DuePush; actions: PushAction[] }

async function prepare({ db, listPushActions }: PushSenderDeps, leased: readonly LeasedPush[], now: Date) {
  if (leased.length === 0) return []
  const ids = leased.map(({ id }) => id)
  const pushes = await listLeasedPushes(db, ids, now)
  const actions = pushes.length > 0 ? await listPushActions(db, pushes, now) : []
  return pushes.map((push, index): PreparedPush => ({ push, actions: actions[index] ?? [] }))
}

async function start(state: SenderState, { origin }: DuePush, send: () => Promise<PushOutcome>) {
  const { inFlight, outcomes } = state
  const count = (by: number) => {
    const next = (inFlight.get(origin) ?? 0) + by
    if (next > 0) inFlight.set(origin, next)
    else inFlight.delete(origin)
  }
  count(1)
  outcomes.push(await send())
  count(-1)
  state.onOutcome()
}

/** An error of ours: other pushes go on, and this one is tried again. */
function retryLater({ clock, log }: PushSenderDeps, push: LeasedPush, err: Error): PushOutcome {
  log.warn({ err }, 'a push was not sent, trying again')
  return retryPush(push, { now: clock.now() })
}

async function saveOutcomes({ db, clock, log, countPush }: PushSenderDeps, { outcomes }: SenderState): Promise<number> {
  const finished = [...outcomes]
  if (finished.length === 0) return 0
  const reports = finished.map(({ report }) => report)
  await saveReports(db, reports, clock.now())
  const gone = finished.flatMap(({ kind, report }) => (kind === 'gone' ? [report.id] : []))
  if (gone.length > 0) await deleteGoneDevices(db, gone)
  outcomes.splice(0, finished.length)
  for (const { kind, reason } of finished) {
    countPush?.(kind)
    if (kind === 'refused') log.warn({ reason }, 'a push was refused for good')
  }
  return finished.length
}
