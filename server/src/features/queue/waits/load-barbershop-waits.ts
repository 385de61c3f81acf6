import type { WaitRange } from '@na-regua/contract/queue'
import { estimateWaits, findCallableMin } from '@na-regua/wait'
import { addDays, fromEpochMinute, localDay } from '../../../lib/local-time.ts'
import { businessDate, openingsOn } from '../../staff/schedule/rules.ts'
import { findClosure } from '../rules.ts'
import { findLatestTap, isNotTapping, isServedAtOnce } from './estimate-queue.ts'
import type { LearnedBarbershop } from './learn-durations.ts'
import { type PlannedQueue, planQueue } from './plan-queue.ts'
import type { LoadedQueue } from './queries.ts'
import { type BarbershopWait, seedOf, silentAt, toWaitRange } from './rules.ts'

const MINUTE_MS = 60_000
/** A wait passes with the time; an empty barbershop changes with its next appointment only. */
const VALID_MIN = { waiting: 2, silent: 5, least: 1 / 60, most: 30, closed: 720 } as const

/** The wait of one who joins now, and how long it can be shown. Pure. */
export function toBarbershopWait(loaded: LoadedQueue, learned: LearnedBarbershop, now: Date): BarbershopWait {
  const { id } = loaded.shop
  const valid = (minutes: number, ...ends: Date[]) => {
    const until = [inMinutes(now, minutes), findNextBoundary(loaded, now), ...ends]
    return { validUntil: new Date(Math.min(...until.map((end) => end.getTime()))) }
  }
  const none = { id, fromMin: null, toMin: null }
  const queue = { ...loaded.shop, isActive: true, queue: loaded.queue, length: loaded.entries.length }
  if (findClosure(queue, now)) return { ...none, ...valid(VALID_MIN.closed), isClosed: true }
  const plan = planQueue(loaded, learned, now)
  if (isNotTapping(loaded, plan, now)) return { ...none, ...valid(VALID_MIN.silent) }
  if (isServedAtOnce(plan))
    return { id, fromMin: 0, toMin: 0, ...valid(findIdleMin(plan), findSilence(loaded, plan, now)) }
  const range = estimateProbe(plan, id) ?? none
  return {
    id,
    fromMin: range.fromMin,
    toMin: range.toMin,
    ...valid(VALID_MIN.waiting, findSilence(loaded, plan, now)),
  }
}

/** When no number is shown any more unless staff tap: after too long, or, where that has passed and no customer waits, with the next appointment. */
function findSilence(loaded: LoadedQueue, { barbers }: PlannedQueue, now: Date): Date {
  const silent = silentAt(findLatestTap(loaded))
  if (silent > now) return silent
  const starts = barbers.flatMap(({ state: { fixed } }) => fixed.filter(({ appointment }) => appointment))
  return inMinutes(now, Math.min(...starts.map(({ startMin }) => startMin), VALID_MIN.most))
}

function estimateProbe(plan: PlannedQueue, id: string): WaitRange | null {
  const probe = { ...plan.toCustomer({ barberId: null, serviceId: null }), isProbe: true }
  return toWaitRange(estimateWaits(plan.toState([...plan.queue, probe]), { seed: seedOf(id) }).at(-1))
}

const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)

/** Until the first barber who is free now has not enough time before what comes next. */
function findIdleMin({ barbers, toCustomer, toState }: PlannedQueue): number {
  const state = toState([toCustomer({ barberId: null, serviceId: null })])
  const free = barbers.flatMap((_, index) => findCallableMin(state, index) ?? [])
  return Math.max(Math.min(...free, VALID_MIN.most), VALID_MIN.least)
}

/** When the barbershop or its queue opens or closes next, or another day. */
function findNextBoundary({ shop, queue }: LoadedQueue, now: Date): Date {
  const today = businessDate(shop, shop.timeZone, now)
  const boundaries = [today, addDays(today, 1)].flatMap((date) => {
    const day = localDay(date, shop.timeZone)
    const minutes = [...openingsOn(shop, date).flat(), queue?.opensMinute ?? 0, queue?.closesMinute ?? 0]
    return minutes.map((minute) => fromEpochMinute(day.toEpoch(minute)))
  })
  const coming = boundaries.filter((boundary) => boundary > now)
  return new Date(Math.min(...coming.map((boundary) => boundary.getTime())))
}
