import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Output } from '@na-regua/contract/route'
import { suggestionsApi } from '@na-regua/contract/suggestions'
import { afterAll, expect, test } from 'vitest'
import { seedDemo } from '../../../../seed/demo.ts'
import { createHarness } from '../../../../test/harness.ts'
import answers from './first-answers.json' with { type: 'json' }

/** Where the customers of the table are. */
const positions: Record<string, { latitude: number; longitude: number }> = {
  SP: { latitude: -23.5505, longitude: -46.6333 },
  GO: { latitude: -16.6869, longitude: -49.2648 },
  AM: { latitude: -3.1019, longitude: -60.025 },
}
const MIN_RIGHT = 0.95
const now = '2026-03-14T18:10:00.000Z'

const dataDir = await mkdtemp(join(tmpdir(), 'na-regua-answers-'))
const world = await createHarness({ now, environment: { DATA_DIR: dataDir } })
await seedDemo({ db: world.db, dataDir, now: new Date(now) })
afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Suggestions = Output<typeof suggestionsApi.list>
type Answer = (typeof answers)[number]

async function suggest({ say, at }: Answer): Promise<Suggestions> {
  const { status, body } = await world.call(suggestionsApi.list, { query: { query: say, ...positions[at] } })
  expect(status).toBe(200)
  return body
}

/** Describes what Enter opens, with what is said about it. */
function describeFirst({ order, sentence, barbershops, matches, barbers, places, notes }: Suggestions): string {
  const [barbershop] = barbershops
  const [barber] = barbers
  const [place] = places
  const filters = Object.entries({ ...sentence, place: sentence.place?.name })
    .filter(([, value]) => value && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name} ${String(value)}`)
  const found = {
    filters: filters.length > 0 ? `filters: ${filters.join(', ')}` : undefined,
    barbershops: barbershop && `barbershop: ${[barbershop.name, ...textsOf(matches[0]?.matches)].join(' · ')}`,
    barbers: barber && `barber: ${[barber.name, ...textsOf(barber.matches)].join(' · ')}`,
    places: place && `place: ${[place.name, place.area].filter(Boolean).join(', ')}`,
  }
  const first = order.map((kind) => found[kind]).find((text) => text !== undefined) ?? 'nothing'
  return [first, ...notes].join(' | ')
}

const textsOf = (matches: Suggestions['matches'][number]['matches'] = []) => matches.map(({ text }) => text)

test('a search leads to what was meant: barbershops, barbers and services before towns', async () => {
  expect(answers.length).toBeGreaterThanOrEqual(150)
  const misses: string[] = []
  const townsFirst: string[] = []
  for (const answer of answers) {
    const found = await suggest(answer)
    const first = describeFirst(found)
    if (!new RegExp(answer.first, 'u').test(first))
      misses.push(
        `${answer.say} (${answer.at})\n  expected ${answer.first}, because ${answer.because}\n  found    ${first}`,
      )
    const isTownFirst = found.order[0] === 'places' && found.places[0]?.kind === 'city'
    if (isTownFirst && !answer.first.startsWith('^place')) townsFirst.push(answer.say)
  }
  if (process.env.SHOW_SENTENCES) console.info(misses.join('\n'))
  expect(townsFirst).toEqual([])
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual((1 - MIN_RIGHT) * answers.length)
})

test('every suggestion says why: a word of it, or that it is near', async () => {
  for (const answer of answers) {
    const { barbers, barbershops, matches } = await suggest(answer)
    expect(matches.map(({ barbershopId }) => barbershopId)).toEqual(barbershops.map(({ id }) => id))
    for (const barber of barbers) expect(barber.matches.length, answer.say).toBeGreaterThan(0)
  }
})
