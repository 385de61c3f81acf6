import { createSearchIndex, type SearchIndex, type SearchRow } from '@na-regua/search'
import type { Random } from '../server/seed/random.ts'
import { toPoint } from '../server/src/lib/sphere.ts'
import { toSampleWeek } from './sample-slots.ts'

const DAY = 1440
const BATCH = 10_000
/** Share of barbershops in the densest city. */
const CITY_SHARE = 0.14
const saoPaulo = { latitude: -23.5505, longitude: -46.6333 }

type SampleOptions = {
  shops: number
  random: Random
  /** Share of barbershops with a queue. */
  queueShare?: number
}

export const toSampleId = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
export const toSampleNumber = (id: string) => Number.parseInt(id.slice(0, 8), 16)

/** Builds an index of generated barbershops with sample weeks at UTC-3; without slots and without waits. */
export async function buildSampleIndex({ shops, ...options }: SampleOptions): Promise<SearchIndex> {
  const index = createSearchIndex({
    features: [],
    toLocalMinute: (minute) => ({ day: Math.floor((minute - 180) / DAY), minute: (minute - 180) % DAY }),
    toEpochMinute: ({ day, minute }) => DAY * day + minute + 180,
  })
  for (let first = 0; first < shops; first += BATCH) {
    const count = Math.min(BATCH, shops - first)
    index.add(Array.from({ length: count }, (_, number) => generateRow(options, first + number)))
  }
  await index.build()
  return index
}

/** Dense in one city, elsewhere spread over the country. */
function generateRow({ random, queueShare = 0 }: Omit<SampleOptions, 'shops'>, number: number): SearchRow {
  const near = () => (random.next() + random.next() - 1) * 0.45
  const position = random.chance(CITY_SHARE)
    ? { latitude: saoPaulo.latitude + near(), longitude: saoPaulo.longitude + near() }
    : { latitude: -30 + 25 * random.next(), longitude: -60 + 20 * random.next() }
  const rating = random.pick([null, 4, 4.5, 4.8])
  const price = random.pick([2000, 3500, 5000, 8000])
  const name = ` barbearia ${number} `
  const services = `40 0 corte \t${price}\n30 0 barba \t${price}\n60 0 corte barba \t${2 * price}`
  return [
    ...([toSampleId(number), ...toPoint(position), rating, price, random.int(0, 500), random.int(0, 80)] as const),
    ...([random.chance(0.02), 0, 'America/Sao_Paulo', toSampleWeek(number), '', name, name, rating, services] as const),
    ...([['Centro', 'São Paulo', 'SP', 'Rua 1', null], random.chance(queueShare)] as const),
  ]
}
