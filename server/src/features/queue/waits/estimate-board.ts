import type { WaitRange } from '@na-regua/contract/queue'
import { type BoardTimes, chanceOfForgottenTap, estimateBoard, estimateWaits, findNextCustomer } from '@na-regua/wait'
import { buildBoard, type PlannedBarber, type PlannedBoard } from './build-board.ts'
import type { LearnedBarbershop } from './learn-durations.ts'
import type { LoadedBoard } from './queries.ts'
import {
  type BarberEstimate,
  type BoardEstimate,
  type ExpectedStart,
  isSilent,
  type JoinChoice,
  seedOf,
  toWaitRange,
} from './rules.ts'

const MINUTE_MS = 60_000
/** How far ahead appointments are estimated. */
const HORIZON_MIN = 180
/** From this probability on the end of a service was probably not tapped. */
const DOUBTFUL = 0.5

/** Everything that is shown of a board. Pure: the same for the same state and moment. */
export function estimateLoadedBoard(loaded: LoadedBoard, learned: LearnedBarbershop, now: Date): BoardEstimate {
  const board = buildBoard(loaded, learned, now)
  const { shop } = loaded
  const probes = [null, ...shop.barbers.map(({ barberId }) => barberId)].map((barberId) => {
    const serviceId = board.usualServiceOf(barberId)
    return { customer: { ...board.toCustomer({ barberId, serviceId }), isProbe: true }, barberId, serviceId }
  })
  const queue = [...board.queue, ...probes.map(({ customer }) => customer)]
  const times = estimateBoard(board.toState(queue), { seed: seedOf(shop.id), horizonMin: HORIZON_MIN })
  const silent = isNotTapping(loaded, board, now)
  const ranges = toRanges(times, [...board.customers, ...probes], silent)
  const shown = ranges.slice(0, board.queue.length)
  const [wait = null, ...ofBarbers] = ranges.slice(board.queue.length)
  return {
    barbershopId: shop.id,
    timeZone: shop.timeZone,
    computedAt: now,
    isSilent: silent,
    wait,
    usualServiceId: board.usualServiceOf(null),
    entries: new Map(
      board.customers.map(({ entryId, isCalled }, index) => [entryId, isCalled ? null : (shown[index] ?? null)]),
    ),
    barbers: board.barbers.map((one, index) =>
      toBarberEstimate(board, one, { index, times, now, wait: ofBarbers[index] ?? null }),
    ),
  }
}

/** The wait of one who joins now. */
export function estimateJoining(
  loaded: LoadedBoard,
  learned: LearnedBarbershop,
  { barberId = null, serviceId = null }: JoinChoice,
  now: Date,
): WaitRange | null {
  const board = buildBoard(loaded, learned, now)
  const probe = { ...board.toCustomer({ barberId, serviceId }), isProbe: true }
  if (isNotTapping(loaded, board, now)) return null
  const waits = estimateWaits(board.toState([...board.queue, probe]), { seed: seedOf(loaded.shop.id) })
  return toWaitRange(waits.at(-1))
}

/** Whether one who joins now with the usual service is called at once: no draw is needed. */
export function isServedAtOnce(board: PlannedBoard): boolean {
  const customer = board.toCustomer({ barberId: null, serviceId: null })
  const state = board.toState([customer])
  return (
    board.queue.length === 0 &&
    state.barbers.some(
      ({ fromMin, serving }, index) => fromMin === 0 && !serving && findNextCustomer(state, index, 0) !== undefined,
    )
  )
}

/** No tap for too long, although customers wait or are served, by the taps or by the calendar. */
export function isNotTapping(loaded: LoadedBoard, { barbers, queue }: PlannedBoard, now: Date): boolean {
  const latest = findLatestTap(loaded)
  const isServing = ({ state: { serving, fixed } }: PlannedBarber) =>
    serving !== undefined || fixed.some(({ appointment, startMin }) => appointment && startMin <= 0)
  const isBusy = queue.length > 0 || barbers.some(isServing)
  return isSilent({ tappedAt: latest, isBusy, now })
}

/** Milliseconds; 0: never. */
export function findLatestTap({ tappedAt, appointments, shop }: LoadedBoard): number {
  const own = appointments.filter(({ barbershopId }) => barbershopId === shop.id)
  return Math.max(tappedAt ?? 0, ...own.flatMap(({ arrivedAt, servingFrom }) => [arrivedAt ?? 0, servingFrom ?? 0]))
}

type Chosen = { barberId: string | null; serviceId: string | null }

/** A later one with the same choice is never shown an earlier time. */
function toRanges({ waits }: BoardTimes, choices: readonly Chosen[], silent: boolean): (WaitRange | null)[] {
  const latest = new Map<string, WaitRange>()
  return choices.map(({ barberId, serviceId }, index) => {
    const range = silent ? null : toWaitRange(waits[index])
    if (!range) return null
    const key = `${barberId} ${serviceId}`
    const before = latest.get(key) ?? range
    const shown = { fromMin: Math.max(range.fromMin, before.fromMin), toMin: Math.max(range.toMin, before.toMin) }
    latest.set(key, shown)
    return shown
  })
}

type BarberTimes = { index: number; times: BoardTimes; now: Date; wait: WaitRange | null }

function toBarberEstimate(
  board: PlannedBoard,
  planned: PlannedBarber,
  { index, times, now, wait }: BarberTimes,
): BarberEstimate {
  const { barber, serving, isAtWork, tapped } = planned
  const freeMin = times.freeAt[index] ?? 0
  const forgotten = tapped.serving ? chanceOfForgottenTap(tapped.serving, board.toState([]).forgottenTaps) : 0
  return {
    barberId: barber.barberId,
    userId: barber.userId,
    name: barber.barberName,
    isAtWork,
    wait,
    serving: serving
      ? { appointmentId: serving.id, customerName: serving.customerName, since: new Date(serving.servingFrom ?? 0) }
      : null,
    freeAt: isAtWork ? toInstant(freeMin, now) : null,
    upcoming: listUpcoming(planned, times.readyAt[index] ?? [], now),
    suggestedEntryId: findSuggestion(board, index, freeMin),
    isDoubtful: forgotten > DOUBTFUL,
  }
}

const toInstant = (minutes: number, now: Date) => new Date(now.getTime() + Math.round(minutes) * MINUTE_MS)

function listUpcoming({ state }: PlannedBarber, readyAt: readonly (number | undefined)[], now: Date): ExpectedStart[] {
  return state.fixed.flatMap(({ appointment, startMin }, position) => {
    const readyMin = readyAt[position]
    if (!appointment || readyMin === undefined) return []
    return [
      {
        appointmentId: appointment.id,
        startsAt: new Date(appointment.startsAt),
        expectedStart: toInstant(readyMin, now),
        delayMin: Math.round(readyMin - startMin),
        isArrived: appointment.arrivedAt !== null,
      },
    ]
  })
}

/** None for a barber who has called a customer already, who is not at work, or whose start would be refused. */
function findSuggestion(
  { barbers, customers, queue, toState }: PlannedBoard,
  index: number,
  freeMin: number,
): string | null {
  const { barber, isAtWork, isBlocked, tapped, state } = barbers[index] as PlannedBarber
  if (!isAtWork || isBlocked || customers.some(({ isCalled, barberId }) => isCalled && barberId === barber.barberId))
    return null
  const waiting = customers.flatMap(({ isCalled }, position) => (isCalled ? [] : [position]))
  // What the calendar says but no tap does not keep the queue waiting.
  const atMin = state === tapped ? freeMin : tapped.fromMin
  const next = findNextCustomer(
    toState(
      waiting.map((position) => queue[position] as (typeof queue)[number]),
      'tapped',
    ),
    index,
    atMin,
  )
  return next === undefined ? null : (customers[waiting[next] as number]?.entryId ?? null)
}
