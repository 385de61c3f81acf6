import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import type { SearchFilters, SearchIndex } from '@na-regua/search'
import { createRandom, type Random } from '../server/seed/random.ts'
import { toChord, toPoint } from '../server/src/lib/sphere.ts'
import { median } from './measure.ts'
import { listCityPoints } from './sample-data.ts'
import { buildSampleIndex, toSampleId, toSampleNumber } from './sample-index.ts'
import { createSampleSlots, SAMPLE_START, type SampleBookings, type SampleSlots } from './sample-slots.ts'

/** Milliseconds of CPU of a page of six and the exact total, in one order with one filter. */
type SlotsFilterCase = {
  name: string
  total: number
  /** With a filter of which nothing is remembered yet: each time another one. */
  first: { p50: number; max: number }
  p50: number
  p99: number
}
/** Bytes with appointments within a week, and on every day of a month. */
type SlotsFilterFigures = { bytesPerShop: number; bytesWhenFull: number; cases: SlotsFilterCase[] }

const DAY = 1440
const BATCH = 10_000
const RADIUS_KM = 50
const QUERIES = 1000
const FIRST_USES = 24
/** Changes of slots before each query. */
const CHANGES = 3
const today = Math.floor((SAMPLE_START / 60_000 - 180) / DAY)

type Query = { filters: SearchFilters; orderBy: BarbershopOrder }
/**
 * `round` makes filters differ, so that nothing is known of each of them: by the day, or by a beginning that has passed. The last ones
 * are about hours.
 */
const cases: Record<string, (round: number) => Query> = {
  'livre em um dia': (round) => ({ filters: { freeIn: span(1 + round, 0, DAY) }, orderBy: 'distance' }),
  'livre em um dia à tarde': (round) => ({ filters: { freeIn: span(1 + round, 720, 1080) }, orderBy: 'distance' }),
  'livre em semanas à noite': (round) => ({ filters: { freeIn: span(6 + round, 1080, DAY) }, orderBy: 'distance' }),
  'livre hoje à tarde': (round) => ({ filters: { freeIn: span(0, 720 - 25 * round, 1080) }, orderBy: 'distance' }),
  'livre hoje e preço': (round) => ({ filters: { freeToday: true, priceMax: 6000 + round }, orderBy: 'distance' }),
  'com serviço, em um dia à tarde': (round) => ({
    filters: { freeIn: span(1 + round, 720, 1080), serviceForms: ['barba'] },
    orderBy: 'distance',
  }),
  'em um dia à noite, por próximo horário': (round) => ({
    filters: { freeIn: span(1 + round, 1080, DAY) },
    orderBy: 'nextFree',
  }),
  'livre hoje e preço, por próximo horário': (round) => ({
    filters: { freeToday: true, priceMax: 6500 + round },
    orderBy: 'nextFree',
  }),
  'amanhã, entre duas horas': (round) => ({
    filters: { freeIn: span(1, 480 + 30 * round, 600 + 30 * round) },
    orderBy: 'distance',
  }),
  'nesta semana, em uma hora': (round) => ({
    filters: { freeIn: span(2 + (round % 6), 600 + 60 * Math.floor(round / 6), 660 + 60 * Math.floor(round / 6)) },
    orderBy: 'distance',
  }),
  'depois, entre 15h e 16h': (round) => ({ filters: { freeIn: span(7 + round, 900, 960) }, orderBy: 'distance' }),
}

function span(days: number, from: number, until: number) {
  return { day: today + days, from, until }
}

/** Target P8: filters and the order by slots among so many barbershops, in this process, without a database. */
export async function benchSlotsFilter(shops: number): Promise<SlotsFilterFigures> {
  const random = createRandom('slots filter')
  const context = await createContext(random, shops, [7, 4.5, 0])
  const bytesPerShop = loadSlots(context)
  const measured: SlotsFilterCase[] = []
  for (const [name, toQuery] of Object.entries(cases)) {
    measured.push(measureCase(context, name, toQuery))
  }
  const bytesWhenFull = loadSlots(await createContext(random, shops, [7, 4.5, 4.5]))
  return { bytesPerShop, bytesWhenFull, cases: measured }
}

function readMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Buffers are freed by the second one.
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function createContext(random: Random, shops: number, bookings: SampleBookings): Promise<Context> {
  const index = await buildSampleIndex({ shops, random })
  return { index, random, shops, samples: createSampleSlots(random, bookings), now: SAMPLE_START }
}

/** In the order in which a server loads them. Returns the bytes of a barbershop. */
function loadSlots(context: Context): number {
  const { index, shops, now } = context
  const before = readMemory()
  for (;;) {
    const ids = index.listIdsToLoad(new Date(now), BATCH)
    if (ids.length === 0) return (readMemory() - before) / shops
    for (const id of ids) setRandomSlots(context, toSampleNumber(id), now)
  }
}

type Context = {
  index: SearchIndex
  random: Random
  shops: number
  samples: SampleSlots
  now: number
}

function measureCase(context: Context, name: string, toQuery: (round: number) => Query): SlotsFilterCase {
  const { index, random, shops } = context
  const times: number[] = []
  const firstTimes: number[] = []
  let total = 0
  for (const [number, point] of listCityPoints(FIRST_USES + QUERIES).entries()) {
    const isFirst = number < FIRST_USES
    context.now += 20
    const { now } = context
    if (!isFirst)
      for (let change = 0; change < CHANGES; change++) setRandomSlots(context, random.int(0, shops - 1), now)
    const query = toQuery(Math.min(number, FIRST_USES - 1))
    const startedAt = process.cpuUsage()
    const found = index.find({
      ...query,
      center: toPoint(point),
      chord: toChord(RADIUS_KM),
      offset: 0,
      limit: 6,
      now: new Date(now),
    })
    const { user, system } = process.cpuUsage(startedAt)
    const list = isFirst ? firstTimes : times
    list.push((user + system) / 1000)
    if (!found) throw new Error(`${name} needs what is not loaded`)
    total = found.total
  }
  const sorted = times.toSorted((one, other) => one - other)
  return {
    name,
    total,
    p50: median(times),
    p99: sorted[Math.floor(0.99 * sorted.length)] ?? 0,
    first: { p50: median(firstTimes), max: Math.max(...firstTimes) },
  }
}

function setRandomSlots({ index, random, samples }: Context, number: number, now: number) {
  index.setSlots(toSampleId(number), [{ from: now, slots: samples.pick(random, number) }], new Date(now))
}

export function printSlotsFilter(shops: number, { bytesPerShop, bytesWhenFull, cases: measured }: SlotsFilterFigures) {
  const format = (value: number) => value.toFixed(2).padStart(7)
  console.log(
    `\npróximos horários na busca, ${shops} barbearias, 50 km na cidade mais densa; ms de CPU do índice por página e total (meta 3), com ${CHANGES} mudanças antes de cada pedido; ${bytesPerShop.toFixed(0)} bytes por barbearia com uma semana de horários (meta 150), ${bytesWhenFull.toFixed(0)} com um mês inteiro`,
  )
  for (const { name, total, first, p50, p99 } of measured)
    console.log(
      `${name.padEnd(42)} ${String(total).padStart(7)} achadas | primeira${format(first.p50)}, máx.${format(first.max)} | p50${format(p50)} | p99${format(p99)}`,
    )
}
