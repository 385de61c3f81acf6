import { learnServiceDuration, plannedServiceDuration, type RandomStream, type ServiceDuration } from '@na-regua/wait'

/** Minutes that a simulated barbershop is open. */
export const DAY_MIN = 600
const LUNCH = { from: 180, minutes: 60, share: 0.6 } as const
/** Share of booked customers who do not come, and minutes by which the others are late. */
export const NO_SHOWS = 0.1
const LATENESS = { mean: -2, spread: 7 } as const
/** Share of the waiting customers who leave per minute. */
export const LEAVING_PER_MIN = 0.002
const WANTS_ONE_BARBER = 0.3
const SLOT_STEP = 10

/** Planned minutes, and share of the customers. */
export const catalog = [
  { planned: 30, share: 0.6 },
  { planned: 20, share: 0.2 },
  { planned: 50, share: 0.2 },
] as const

export type TrueDuration = { medianMin: number; spread: number }
/** What services really take, and what the queue has learned of it; by service. */
export type SimulatedBarber = {
  truth: readonly TrueDuration[]
  learned: readonly ServiceDuration[]
}
export type SimulatedShop = { barbers: readonly SimulatedBarber[]; bookedShare: number; walkInLoad: number }
export type SimulatedAppointment = { start: number; service: number; arrives: number | undefined; isBreak: boolean }
/** `bookedFor`: the minute of an appointment that is served like a walk-in, under another rule. */
export type SimulatedWalkIn = {
  service: number
  barber: number | undefined
  joinsAt: number
  leavesAt: number
  bookedFor?: number
}
/** By barber, and in the order in which they come. */
export type SimulatedPlan = { fixed: readonly (readonly SimulatedAppointment[])[]; walkIns: readonly SimulatedWalkIn[] }

export const normal = (random: RandomStream, mean: number, spread: number) =>
  mean + spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** One to eight barbers, each faster or slower than planned, with a longer or shorter history of taps. */
export function createSimulatedShop(random: RandomStream, forgottenTaps: number): SimulatedShop {
  const count = [1, 2, 2, 3, 3, 4, 5, 6, 8][Math.floor(random() * 9)] as number
  const ofShop = normal(random, 0, 0.15)
  const spread = 0.15 + 0.15 * random()
  const barbers = Array.from({ length: count }, () => createBarber(random, { ofShop, spread, forgottenTaps }))
  return { barbers, bookedShare: 0.15 + 0.45 * random(), walkInLoad: 0.3 + 0.45 * random() }
}

type Skill = { ofShop: number; spread: number; forgottenTaps: number }

function createBarber(random: RandomStream, { ofShop, spread, forgottenTaps }: Skill): SimulatedBarber {
  const own = normal(random, 0, 0.15)
  const history = random() ** 2 * 200
  const truth = catalog.map(({ planned }) => ({
    medianMin: planned * 0.95 * Math.exp(ofShop + own + normal(random, 0, 0.08)),
    spread,
  }))
  const learned = truth.map(({ medianMin }, service) => {
    const { planned, share } = catalog[service] as (typeof catalog)[number]
    const observed = Array.from({ length: Math.floor(history * share) }, () => ({
      // Some ends are tapped late.
      minutes: medianMin * Math.exp(normal(random, 0, spread)) * (random() < 0.03 ? 2 : 1),
      isExact: random() >= forgottenTaps,
    }))
    return learnServiceDuration(observed, plannedServiceDuration(planned))
  })
  return { truth, learned }
}

function pickService(random: RandomStream): number {
  const at = random()
  if (at < catalog[0].share) return 0
  return at < catalog[0].share + catalog[1].share ? 1 : 2
}

export function planDay(random: RandomStream, shop: SimulatedShop): SimulatedPlan {
  const fixed = shop.barbers.map(() => planAppointments(random, shop.bookedShare))
  return { fixed, walkIns: drawWalkIns(random, shop) }
}

/** The same customers without fixed points: everyone is served in the order in which they come. */
export function toFirstCome({ fixed, walkIns }: SimulatedPlan): SimulatedPlan {
  const booked = fixed.flatMap((ofBarber, barber) =>
    ofBarber.flatMap(({ start, service, arrives, isBreak }) =>
      isBreak || arrives === undefined
        ? []
        : [{ service, barber, joinsAt: Math.max(0, arrives), leavesAt: Number.POSITIVE_INFINITY, bookedFor: start }],
    ),
  )
  return {
    fixed: fixed.map((ofBarber) => ofBarber.filter(({ isBreak }) => isBreak)),
    walkIns: [...walkIns, ...booked].sort((a, b) => a.joinsAt - b.joinsAt),
  }
}

/** A barber's appointments and break, in order. */
function planAppointments(random: RandomStream, share: number): SimulatedAppointment[] {
  const planned: SimulatedAppointment[] = []
  const lunch = random() < LUNCH.share ? LUNCH.from : Number.POSITIVE_INFINITY
  let at = 0
  let hasEaten = false
  while (at < DAY_MIN - 30) {
    if (!hasEaten && at >= lunch - SLOT_STEP) {
      hasEaten = true
      const start = Math.max(at, lunch)
      planned.push({ start, service: -1, arrives: start, isBreak: true })
      at = start + LUNCH.minutes
      continue
    }
    const service = pickService(random)
    const minutes = (catalog[service] as (typeof catalog)[number]).planned
    const isBooked = random() < share && at + minutes <= DAY_MIN
    if (isBooked) planned.push({ start: at, service, arrives: drawArrival(random, at), isBreak: false })
    at = Math.ceil((at + (isBooked ? minutes : 30)) / SLOT_STEP) * SLOT_STEP
  }
  return planned
}

function drawArrival(random: RandomStream, start: number): number | undefined {
  return random() < NO_SHOWS ? undefined : start + normal(random, LATENESS.mean, LATENESS.spread)
}

/** How long the planned pause lasts. */
export const BREAK_MIN = LUNCH.minutes

/** Customers without an appointment, in the order in which they come: most at noon and late in the afternoon. */
function drawWalkIns(random: RandomStream, { barbers, bookedShare, walkInLoad }: SimulatedShop): SimulatedWalkIn[] {
  const mean = catalog.reduce((sum, { planned, share }) => sum + planned * share, 0)
  const expected = (barbers.length * DAY_MIN * walkInLoad * (1 - bookedShare * 0.6)) / mean
  const times: number[] = []
  // A Poisson process, thinned by the hour.
  const next = (at: number) => at - (Math.log(1 - random()) * DAY_MIN) / (expected * 1.5)
  for (let at = next(0); at < DAY_MIN - 45; at = next(at)) if (random() < intensityAt(at)) times.push(at)
  return times.map((joinsAt) => ({
    joinsAt,
    service: pickService(random),
    barber: random() < WANTS_ONE_BARBER ? Math.floor(random() * barbers.length) : undefined,
    leavesAt: joinsAt - Math.log(1 - random()) / LEAVING_PER_MIN,
  }))
}

function intensityAt(minute: number): number {
  const peak = (at: number, width: number) => Math.exp(-(((minute - at) / width) ** 2))
  return 0.5 + 0.5 * Math.max(peak(200, 60), peak(480, 70))
}
