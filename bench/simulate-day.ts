import {
  CHANGEOVER_MIN,
  chanceToCome,
  estimateWaits,
  type FixedPoint,
  GRACE_MIN,
  OVERRUN_MIN,
  type RandomStream,
  type ServiceDuration,
  type WaitState,
} from '@na-regua/wait'
import {
  BREAK_MIN,
  DAY_MIN,
  LEAVING_PER_MIN,
  NO_SHOWS,
  normal,
  type SimulatedAppointment,
  type SimulatedBarber,
  type SimulatedPlan,
  type SimulatedShop,
  type SimulatedWalkIn,
  type TrueDuration,
} from './simulated-shops.ts'

/** What was shown to one customer who joined the queue, and what came. */
export type WaitSample = {
  estimate: ReturnType<typeof estimateWaits>[number]
  /** Minutes; undefined: not called on that day. */
  realMin: number | undefined
  shown: ShownState
}

/** What the queue knew at a minute of the day. `serving` and `fixed`: by barber. The last one who waits is the one who joined. */
export type ShownState = {
  at: number
  serving: readonly (ShownService | undefined)[]
  fixed: readonly (readonly SimulatedAppointment[])[]
  waiting: readonly SimulatedWalkIn[]
}
type ShownService = { since: number; service: number }

/** So many minutes from a minute of the day on. */
export type DaySpanMinutes = { at: number; minutes: number }

export type DayResult = {
  samples: WaitSample[]
  /** From joining the queue until the service. */
  waits: DaySpanMinutes[]
  /** How long customers with an appointment waited after their time, or after they came. */
  delays: DaySpanMinutes[]
  /** Services and breaks of all barbers. */
  busy: DaySpanMinutes[]
  /** Customers of the queue who were served although an appointment was due. */
  displaced: number
}

type Barber = {
  fixed: readonly SimulatedAppointment[]
  next: number
  wakeAt: number
  freeAt: number
  /** `endsAt`: when the end is tapped; undefined: never. */
  serving: (ShownService & { endsAt: number | undefined }) | undefined
}
type Entry = SimulatedWalkIn & { sample?: WaitSample }
type Day = {
  shop: SimulatedShop
  random: RandomStream
  forgottenTaps: number
  barbers: Barber[]
  queue: Entry[]
  result: DayResult
}
export type DayOptions = { random: RandomStream; forgottenTaps: number; isMeasured: (index: number) => boolean }

/** One day of one barbershop; minute 0 is when it opens. Whom a free barber serves is decided as on the queue. */
export function simulateDay(shop: SimulatedShop, plan: SimulatedPlan, options: DayOptions): DayResult {
  const result: DayResult = { samples: [], waits: [], delays: [], busy: [], displaced: 0 }
  const barbers = plan.fixed.map((fixed): Barber => ({ fixed, next: 0, wakeAt: 0, freeAt: 0, serving: undefined }))
  const day: Day = { ...options, shop, barbers, queue: [], result }
  for (const [index, walkIn] of plan.walkIns.entries()) {
    runUntil(day, walkIn.joinsAt)
    join(day, walkIn, options.isMeasured(index))
  }
  runUntil(day, Number.POSITIVE_INFINITY)
  // Customers who left have no wait.
  const left = new Set(day.queue.filter(({ leavesAt }) => leavesAt < DAY_MIN).map(({ sample }) => sample))
  return { ...result, samples: result.samples.filter((sample) => !left.has(sample)) }
}

function runUntil(day: Day, until: number) {
  for (;;) {
    const index = day.barbers.reduce(
      (first, { wakeAt }, other) => (wakeAt < (day.barbers[first] as Barber).wakeAt ? other : first),
      0,
    )
    const { wakeAt } = day.barbers[index] as Barber
    if (wakeAt > until || wakeAt === Number.POSITIVE_INFINITY) return
    decide(day, index, wakeAt)
  }
}

function join(day: Day, walkIn: SimulatedWalkIn, isMeasured: boolean) {
  const at = walkIn.joinsAt
  const entry: Entry = { ...walkIn }
  day.queue.push(entry)
  if (isMeasured) {
    entry.sample = sampleWait(day, at)
    day.result.samples.push(entry.sample)
  }
  for (const [index, barber] of day.barbers.entries()) {
    const due = barber.fixed[barber.next]?.start ?? Number.POSITIVE_INFINITY
    if (barber.freeAt <= at && due > at) decide(day, index, at)
  }
}

/** A barber is free. */
function decide(day: Day, index: number, at: number) {
  const barber = day.barbers[index] as Barber
  for (;;) {
    const fixed = barber.fixed[barber.next]
    if (!fixed || fixed.start > at) break
    if (beginFixed(day, index, fixed, at)) return
  }
  const next = barber.fixed[barber.next]?.start ?? Number.POSITIVE_INFINITY
  barber.wakeAt = next
  if (at >= DAY_MIN) return
  const position = findNextEntry(day, index, { at, until: Math.min(next, DAY_MIN) })
  if (position >= 0) serve(day, index, day.queue.splice(position, 1)[0] as Entry, at)
}

/** False when it is no longer waited for. */
function beginFixed(day: Day, index: number, fixed: SimulatedAppointment, at: number): boolean {
  const barber = day.barbers[index] as Barber
  if (fixed.isBreak) {
    barber.next += 1
    barber.serving = undefined
    barber.freeAt = barber.wakeAt = at + BREAK_MIN
    day.result.busy.push({ at, minutes: BREAK_MIN })
    return true
  }
  if (fixed.arrives !== undefined && fixed.arrives <= at) {
    barber.next += 1
    day.result.delays.push({ at: fixed.start, minutes: at - Math.max(fixed.start, fixed.arrives) })
    begin(day, index, fixed.service, at)
    return true
  }
  const graceEnds = fixed.start + GRACE_MIN
  if (at < graceEnds) barber.wakeAt = barber.freeAt = Math.min(fixed.arrives ?? graceEnds, graceEnds)
  else barber.next += 1
  return at < graceEnds
}

function findNextEntry({ shop, queue }: Day, index: number, { at, until }: { at: number; until: number }): number {
  return queue.findIndex(({ service, barber, leavesAt }) => {
    const isWanted = leavesAt > at && (barber === undefined || barber === index)
    return isWanted && at + learnedOf(shop, index, service).medianMin <= until + OVERRUN_MIN
  })
}

function serve(day: Day, index: number, { service, joinsAt, bookedFor, sample }: Entry, at: number) {
  const { fixed, next } = day.barbers[index] as Barber
  if ((fixed[next]?.start ?? Number.POSITIVE_INFINITY) <= at) day.result.displaced += 1
  if (bookedFor === undefined) day.result.waits.push({ at: joinsAt, minutes: at - joinsAt })
  else day.result.delays.push({ at: bookedFor, minutes: at - Math.max(bookedFor, joinsAt) })
  if (sample) sample.realMin = at - joinsAt
  begin(day, index, service, at)
}

function begin({ shop, barbers, random, forgottenTaps, result }: Day, index: number, service: number, at: number) {
  const { medianMin, spread } = (shop.barbers[index] as SimulatedBarber).truth[service] as TrueDuration
  const minutes = medianMin * Math.exp(normal(random, 0, spread))
  const endsAt = random() < forgottenTaps ? undefined : at + minutes
  const barber = barbers[index] as Barber
  barber.freeAt = barber.wakeAt = at + minutes + CHANGEOVER_MIN
  barber.serving = { since: at, service, endsAt }
  result.busy.push({ at, minutes })
}

function learnedOf(shop: SimulatedShop, index: number, service: number): ServiceDuration {
  return shop.barbers[index]?.learned[service] as ServiceDuration
}

/** What the customer who has just joined is shown. */
function sampleWait(day: Day, at: number): WaitSample {
  const { shop, barbers, random } = day
  const waiting = day.queue.filter(({ leavesAt }) => leavesAt > at)
  const serving = barbers.map(({ serving }) => {
    const isShown = serving !== undefined && (serving.endsAt === undefined || serving.endsAt > at)
    return isShown ? serving : undefined
  })
  const shown = { at, serving, waiting, fixed: barbers.map(({ fixed, next }) => fixed.slice(next)) }
  const queue = waiting.map(({ barber, service }) => ({
    barber,
    times: shop.barbers.map((_, index) => learnedOf(shop, index, service)),
  }))
  const state = { ...toWaitState(day, shown), queue }
  const estimate = estimateWaits(state, { seed: Math.floor(random() * 2 ** 31) }).at(-1)
  return { estimate, realMin: undefined, shown }
}

function toWaitState({ shop, barbers, forgottenTaps }: Day, { at, serving, fixed }: ShownState) {
  return {
    barbers: barbers.map(({ freeAt }, index) => {
      const service = serving[index]
      const isOnBreak = barbers[index]?.serving === undefined && freeAt > at
      return {
        fromMin: isOnBreak ? freeAt - at : 0,
        untilMin: DAY_MIN - at,
        serving: service && { elapsedMin: at - service.since, time: learnedOf(shop, index, service.service) },
        fixed: (fixed[index] ?? []).map((one) => toFixedPoint(shop, { index, since: service?.since }, one, at)),
      }
    }),
    forgottenTaps,
    leavingPerMin: LEAVING_PER_MIN,
  } satisfies Omit<WaitState, 'queue'>
}

/** While the barber was serving at its time, the queue does not know whether the customer came. */
function toFixedPoint(
  shop: SimulatedShop,
  { index, since }: { index: number; since: number | undefined },
  fixed: SimulatedAppointment,
  at: number,
): FixedPoint {
  const startMin = fixed.start - at
  if (fixed.isBreak) return { startMin, time: { medianMin: BREAK_MIN, spread: 0, medianError: 0 }, comes: 1 }
  const wasBusy = since !== undefined && since <= fixed.start
  const comes = chanceToCome(1 - NO_SHOWS, wasBusy ? 0 : startMin)
  return { startMin, time: learnedOf(shop, index, fixed.service), comes }
}
