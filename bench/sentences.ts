import { PlaceIndex, parseSentence, type SearchRow } from '@na-regua/search'
import { sql } from 'kysely'
import { listKnownPlaces } from '../server/src/features/places/rules.ts'
import { generateSentence, TODAY } from '../server/test/generate-sentences.ts'
import type { BenchWorld } from './figures.ts'
import { listCityPoints } from './sample-data.ts'

export type SentenceFigure = { shops: number; fillMs: number; p50: number; p99: number; worst: number }

const SENTENCES = 1000
/** The best of so many times is what a sentence costs: the others were interrupted by other processes. */
const TIMES = 7

/** Target C4: understanding a sentence among the places of all barbershops, every fifth with a typo, each from another point. */
export async function benchSentences({ db }: BenchWorld): Promise<SentenceFigure> {
  const { rows } = await sql<{ id: string; point: [number, number, number]; places: NonNullable<SearchRow[17]> }>`
    select id, array[position -> 1, position -> 2, position -> 3] as point,
           json_build_array(neighborhood, city, state, street, zip_code) as places
      from barbershops where is_active`.execute(db)
  const places = new PlaceIndex(listKnownPlaces())
  const began = performance.now()
  places.add(
    rows.map(({ id, point, places: own }): SearchRow => {
      return [id, ...point, null, null, 0, 0, false, 0, '', '', '', '', '', null, '', own]
    }),
  )
  const fillMs = performance.now() - began
  const lookups = listCityPoints(SENTENCES).map((point) => places.around(point))
  const times = lookups.map((lookup, number) => {
    const { say } = generateSentence(number)
    const runs = Array.from({ length: TIMES }, () => {
      const start = performance.now()
      parseSentence(say, { today: TODAY, places: lookup })
      return performance.now() - start
    })
    return Math.min(...runs)
  })
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(share * (SENTENCES - 1))] as number
  return { shops: rows.length, fillMs, p50: at(0.5), p99: at(0.99), worst: at(1) }
}

export function printSentences({ shops, fillMs, p50, p99, worst }: SentenceFigure) {
  const ms = [p50, p99, worst].map((value) => value.toFixed(3)).join(' · ')
  console.log(`\nfrases entre os lugares de ${shops} barbearias, ms de CPU: p50 · p99 · pior ${ms} (meta 2)`)
  console.log(`os lugares são indexados em ${fillMs.toFixed(0)} ms`)
}
