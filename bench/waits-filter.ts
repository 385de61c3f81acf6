import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import type { SearchFilters, SearchIndex } from '@na-regua/search'
import { createRandom, type Random } from '../server/seed/random.ts'
import { toChord, toPoint } from '../server/src/lib/sphere.ts'
import { median } from './measure.ts'
import { listCityPoints } from './sample-data.ts'
import { buildSampleIndex, toSampleId } from './sample-index.ts'

/** Milliseconds of CPU of a page of six and the exact total, in one order with one filter. */
export type WaitsFilterFigure = {
  name: string
  total: number
  /** Nothing is remembered yet. */
  first: number
  /** With changes of waits between the queries; the whole, also those of queries that count again. */
  mean: number
  p50: number
  p99: number
}

const DAY = 1440
const BATCH = 10_000
/** The share of barbershops with a queue, and of queues that show a number. */
const SHARES = { queue: 0.3, known: 0.6 } as const
const RADIUS_KM = 50
const QUERIES = 2000
/** Changes of waits before each query: at 50 queries a second some 500 a second. */
const CHANGES = 10
const START = Date.parse('2026-03-11T15:00:00Z')

const cases: readonly { name: string; filters: SearchFilters; orderBy: BarbershopOrder }[] = [
  { name: 'sem filtro, por distância', filters: {}, orderBy: 'distance' },
  { name: 'atende sem hora', filters: { walkIns: true }, orderBy: 'distance' },
  { name: 'espera até 20', filters: { maxWait: 20 }, orderBy: 'distance' },
  { name: 'espera até 20, por nota', filters: { maxWait: 20 }, orderBy: 'rating' },
  { name: 'espera até 20, abertas, por preço', filters: { maxWait: 20, openNow: true }, orderBy: 'price' },
  { name: 'por quem atende primeiro', filters: {}, orderBy: 'soonest' },
  { name: 'espera até 40, por quem atende primeiro', filters: { maxWait: 40 }, orderBy: 'soonest' },
]

/** Target Q4: filters and the order by waits, among so many barbershops, while waits change and pass. In this process, without a database. */
export async function benchWaitsFilter(shops: number): Promise<WaitsFilterFigure[]> {
  const random = createRandom('waits filter')
  const index = await buildSampleIndex({ shops, random, queueShare: SHARES.queue })
  for (let number = 0; number < shops; number++) setRandomSlots(index, random, toSampleId(number))
  const clock = { now: START }
  for (let first = 0; first < shops; first += BATCH) setRandomWaits(index, random, listIds(first, BATCH, shops), clock)
  return cases.map((one) => measureCase({ index, random, clock, shops }, one))
}

type Context = { index: SearchIndex; random: Random; clock: { now: number }; shops: number }

function measureCase({ index, random, clock, shops }: Context, { name, ...query }: (typeof cases)[number]) {
  const times: number[] = []
  const chord = toChord(RADIUS_KM)
  let total = 0
  for (const point of listCityPoints(QUERIES)) {
    clock.now += 20
    const changed = Array.from({ length: CHANGES }, () => toSampleId(random.int(0, shops - 1)))
    setRandomWaits(index, random, changed, clock)
    const startedAt = process.cpuUsage()
    const found = index.find({ ...query, center: toPoint(point), chord, offset: 0, limit: 6, now: new Date(clock.now) })
    const { user, system } = process.cpuUsage(startedAt)
    times.push((user + system) / 1000)
    if (!found) throw new Error(`${name} needs what is not loaded`)
    total = found.total
  }
  const [first = 0, ...others] = times
  const sorted = others.toSorted((one, other) => one - other)
  const mean = others.reduce((sum, time) => sum + time, 0) / others.length
  return { name, total, first, mean, p50: median(others), p99: sorted[Math.floor(0.99 * sorted.length)] ?? 0 }
}

function listIds(first: number, count: number, end: number): string[] {
  return Array.from({ length: Math.min(count, end - first) }, (_, number) => toSampleId(first + number))
}

/** Some are booked out for an hour, some for days. */
function setRandomSlots(index: SearchIndex, random: Random, id: string) {
  const minute = START / 60_000
  const firstDay = DAY * Math.floor((minute - 180) / DAY) + 180
  const opens = Math.max(540, minute - firstDay)
  const spans = Array.from({ length: 6 }, (_, day) => {
    const first = day === 0 ? 5 * Math.ceil((opens + random.int(0, 300)) / 5) : 540
    return random.chance(0.8) ? [{ first, end: 1140, slack: 0, isSingle: false }] : []
  })
  const now = new Date(START)
  const slots = {
    knownFrom: minute,
    knownUntil: firstDay + 40 * DAY,
    gridMinutes: 5,
    firstDay,
    days: spans,
    noticeMinutes: 30,
    windowDays: 7,
    durationMin: 30,
    bufferMin: 0,
    minDurationMin: 30,
  }
  index.setSlots(id, [{ from: now.getTime(), slots }], now)
}

/** Each of the waits ends by itself within minutes, if it does not change. */
function setRandomWaits(index: SearchIndex, random: Random, ids: readonly string[], { now }: { now: number }) {
  const waits = ids.map((id) => {
    const toMin = random.chance(SHARES.known) ? 5 * random.int(0, 16) : null
    const validUntil = new Date(now + 60_000 * random.int(2, 30))
    return { id, fromMin: toMin === null ? null : Math.max(0, toMin - 10), toMin, validUntil }
  })
  index.setWaits(ids, waits, new Date(now))
}

export function printWaitsFilter(shops: number, figures: readonly WaitsFilterFigure[]) {
  const format = (value: number) => value.toFixed(2).padStart(6)
  console.log(
    `\nespera da fila na busca, ${shops} barbearias, 50 km na cidade mais densa; ms de CPU do índice por página e total (meta 2), com ${CHANGES} mudanças antes de cada pedido`,
  )
  for (const { name, total, first, mean, p50, p99 } of figures)
    console.log(
      `${name.padEnd(42)} ${String(total).padStart(7)} achadas | primeira ${format(first)} | média${format(mean)} | p50${format(p50)} | p99${format(p99)}`,
    )
}
