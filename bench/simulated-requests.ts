import { createRandom, type Random } from '../server/seed/random.ts'
import { catalog, DAY_MIN } from './simulated-shops.ts'

/** Days that are played, of which the first fill the waitlist and are not measured. */
export const PLAYED_DAYS = 21
export const WARM_UP_DAYS = 7
const SHOPS = 30
const BARBERS = 3
/** Side of the town in kilometres. */
const TOWN_KM = 8
/** Cancelled appointments per barber and day. */
const FREED_PER_BARBER = 1.3
/** The barbershops open at nine. */
const OPENS = 540
const DAY = 1440

/** Hours before the start at which appointments are cancelled, by share. */
const leads = [
  { from: 0.25, to: 2, share: 0.25 },
  { from: 2, to: 12, share: 0.35 },
  { from: 12, to: 48, share: 0.25 },
  { from: 48, to: 168, share: 0.15 },
] as const

/** All times in minutes since the first local midnight. */
export type FreedSlot = { id: number; shop: number; barber: number; start: number; minutes: number; freedAt: number }
/** A request. `rank`: 0 for a barber, 1 for a barbershop, 2 for an area. */
export type SimulatedRequest = {
  id: number
  person: number
  madeAt: number
  rank: 0 | 1 | 2
  shops: ReadonlySet<number>
  /** The barber who is wanted; undefined: any. */
  barber: number | undefined
  isFavorite: boolean
  minutes: number
  wanted: readonly (readonly [from: number, until: number])[]
}
export type SimulatedTown = { slots: readonly FreedSlot[]; requests: readonly SimulatedRequest[]; people: number }

/** A town with as many requests as `demand` says for each cancelled appointment. The same number gives the same town. */
export function createTown(number: number, demand: number): SimulatedTown {
  const slots = drawSlots(createRandom(`town ${number} slots`))
  const random = createRandom(`town ${number} requests ${demand}`)
  const count = Math.round(slots.length * demand)
  // Some people have several requests.
  const people = Math.ceil(count / 1.3)
  const places = Array.from({ length: SHOPS }, () => [random.next() * TOWN_KM, random.next() * TOWN_KM] as const)
  const requests = Array.from({ length: count }, (_, id) => drawRequest(random, { id, people, places }))
  return { slots, requests: requests.sort((a, b) => a.madeAt - b.madeAt), people }
}

function drawSlots(random: Random): FreedSlot[] {
  const count = Math.round(PLAYED_DAYS * SHOPS * BARBERS * FREED_PER_BARBER)
  const drawn = Array.from({ length: count }, () => {
    const { planned } = drawService(random)
    const start = random.int(0, PLAYED_DAYS - 1) * DAY + OPENS + drawMinute(random, planned)
    const { from, to } = random.weighted(leads.map((lead) => [lead, lead.share] as const))
    const lead = 60 * (from + random.next() * (to - from))
    const slot = { shop: random.int(0, SHOPS - 1), barber: random.int(0, BARBERS - 1), start, minutes: planned }
    return { ...slot, freedAt: awake(start - lead, random) }
  })
  return drawn
    .filter(({ freedAt }) => freedAt >= 0)
    .sort((a, b) => a.freedAt - b.freedAt)
    .map((slot, id) => ({ ...slot, id }))
}

/** From 23 to 7 no customer cancels: they do so in the evening before. */
function awake(at: number, random: Random): number {
  const minute = ((at % DAY) + DAY) % DAY
  if (minute >= 420 && minute < 1380) return at
  return at - ((minute + DAY - 1380) % DAY) - 120 * random.next()
}

type RequestOptions = { id: number; people: number; places: readonly (readonly [x: number, y: number])[] }

function drawRequest(random: Random, { id, people, places }: RequestOptions): SimulatedRequest {
  const rank = random.weighted([[0, 0.25] as const, [1, 0.45] as const, [2, 0.3] as const])
  const madeAt = awake(random.next() * PLAYED_DAYS * DAY, random)
  const shop = random.int(0, SHOPS - 1)
  const { planned } = drawService(random)
  const first = Math.floor(Math.max(0, madeAt) / DAY) + random.int(0, 4)
  const wanted = Array.from({ length: random.int(1, 3) }, (_, day) => drawSpan(random, first + day))
  return {
    id,
    madeAt,
    wanted,
    rank,
    minutes: planned,
    person: random.int(0, people - 1),
    shops: rank === 2 ? drawArea(random, shop, places) : new Set([shop]),
    barber: rank === 0 ? random.int(0, BARBERS - 1) : undefined,
    isFavorite: rank < 2 && random.chance(0.5),
  }
}

function drawArea(random: Random, home: number, places: RequestOptions['places']): Set<number> {
  const [x, y] = places[home] as readonly [number, number]
  const radius = random.pick([1, 2, 5])
  return new Set(places.flatMap(([left, top], shop) => (Math.hypot(left - x, top - y) <= radius ? [shop] : [])))
}

/** Two to six hours around a popular minute. */
function drawSpan(random: Random, day: number): readonly [number, number] {
  const middle = day * DAY + OPENS + drawMinute(random, 0)
  const half = 30 * random.int(2, 6)
  return [middle - half, middle + half]
}

const drawService = (random: Random) => random.weighted(catalog.map((service) => [service, service.share] as const))

/** Minutes since opening on the grid: most at noon and late in the afternoon. */
function drawMinute(random: Random, minutes: number): number {
  const peak = random.weighted([[undefined, 0.4] as const, [200, 0.25] as const, [490, 0.35] as const])
  const drawn = peak === undefined ? random.next() * DAY_MIN : peak + 50 * random.gauss()
  return 10 * Math.floor(Math.min(Math.max(drawn, 0), DAY_MIN - minutes) / 10)
}

export type Reaction = { minutes: number; reply: 'accept' | 'decline' | 'silence' }
/** The median of who reacts, and the spread of its logarithm: five of six within five minutes. */
const REACTION_MIN = 2
const REACTION_SPREAD = 1
/** Half of those who would not come say so. */
const DECLINES = 0.5

/** What one person does with one offer or message: the same under each rule. */
export function drawReaction(town: number, acceptance: number, slot: FreedSlot, request: SimulatedRequest): Reaction {
  const random = createRandom(`reaction ${town} ${slot.id} ${request.id}`)
  const minutes = REACTION_MIN * Math.exp(REACTION_SPREAD * random.gauss())
  if (random.chance(acceptance)) return { minutes, reply: 'accept' }
  return { minutes, reply: random.chance(DECLINES) ? 'decline' : 'silence' }
}

export const wants = (request: SimulatedRequest, { shop, barber, start, minutes }: FreedSlot) =>
  request.minutes <= minutes &&
  request.shops.has(shop) &&
  (request.barber === undefined || request.barber === barber) &&
  request.wanted.some(([from, until]) => start >= from && start < until)
