import { type ParsedSentence, PlaceIndex, parseSentence, type SearchRow } from '@na-regua/search'
import { expect, test } from 'vitest'
import { goiania } from '../../../../seed/cities/goiania.ts'
import { saoPaulo } from '../../../../seed/cities/sao-paulo.ts'
import { type ExpectedSentence, generateSentence, TODAY } from '../../../../test/generate-sentences.ts'
import { toPoint } from '../../../lib/sphere.ts'
import { listKnownPlaces } from '../../places/rules.ts'
import handwritten from './handwritten-sentences.json' with { type: 'json' }

const positions = {
  SP: { latitude: -23.5505, longitude: -46.6333 },
  GO: { latitude: -16.6869, longitude: -49.2648 },
}
const GENERATED = 1000
const MIN_EXACT = 0.95

const places = new PlaceIndex(listKnownPlaces())
const barbershops = [saoPaulo, goiania].flatMap((city) =>
  city.neighborhoods.flatMap((neighborhood) => neighborhood.streets.map((street) => ({ city, neighborhood, street }))),
)
places.add(
  barbershops.map(({ city, neighborhood, street }, number): SearchRow => {
    const place = [neighborhood.name, city.name, city.state, street, `${neighborhood.zip}000`] as const
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    return [id, ...toPoint(neighborhood), null, null, 0, 0, false, 0, '', '', '', '', '', null, '', place]
  }),
)

function parse(text: string, position = positions.SP): ParsedSentence {
  return parseSentence(text, { today: TODAY, places: places.around(position) })
}

/** A place by its name. */
function describe({ place, word: _, unknown: __, isPlaceGuessed: ___, ...filters }: ParsedSentence): ExpectedSentence {
  return { ...filters, ...(place && { place: place.name }) }
}

function listDifferent(sentences: readonly { say: string; is: object; in?: string }[]): string[] {
  return sentences.flatMap(({ say, is, in: city = 'SP' }) => {
    const found = describe(parse(say, positions[city as keyof typeof positions]))
    const sort = (filters: object) => JSON.stringify(Object.entries(filters).sort())
    return sort(found) === sort(is) ? [] : [`${say}\n  is    ${sort(is)}\n  found ${sort(found)}`]
  })
}

test('100 sentences of customers are understood exactly, save a few', () => {
  const different = listDifferent(handwritten)
  if (process.env.SHOW_SENTENCES) console.info(different.join('\n'))
  expect(handwritten).toHaveLength(100)
  expect(different.length, different.join('\n')).toBeLessThanOrEqual((1 - MIN_EXACT) * 100)
})

test(`${GENERATED} generated sentences are understood exactly, save a few`, () => {
  const different = listDifferent(Array.from({ length: GENERATED }, (_, number) => generateSentence(number)))
  if (process.env.SHOW_SENTENCES) console.info(different.length, different.slice(0, 60).join('\n'))
  expect(different.length, different.slice(0, 30).join('\n')).toBeLessThanOrEqual((1 - MIN_EXACT) * GENERATED)
})

test('the hours before six are understood as a part of the day, and decide on an hour', () => {
  const sentences = [
    { say: 'barba de madrugada', is: { service: 'barba', freeFrom: '00:00', freeUntil: '06:00' } },
    {
      say: 'corte amanhã na madrugada',
      is: { service: 'corte', freeOn: '2026-11-26', freeFrom: '00:00', freeUntil: '06:00' },
    },
    { say: 'corte às 2 da madrugada', is: { service: 'corte', freeFrom: '02:00', freeUntil: '03:00' } },
    { say: 'corte das 1 às 4 da madrugada', is: { service: 'corte', freeFrom: '01:00', freeUntil: '04:00' } },
    { say: 'corte às 2 da tarde', is: { service: 'corte', freeFrom: '14:00', freeUntil: '15:00' } },
  ]
  expect(listDifferent(sentences)).toEqual([])
})

test('walk-ins and waits are understood, and a price beside them stays a price', () => {
  const sentences = [
    { say: 'corte sem hora marcada', is: { service: 'corte', walkIns: true } },
    { say: 'quem corta por ordem de chegada na Mooca', is: { walkIns: true, place: 'Mooca', text: 'corta' } },
    { say: 'barba com espera até 20 min', is: { service: 'barba', maxWait: 20 } },
    { say: 'fila de no máximo 15 minutos perto da Paulista', is: { maxWait: 15, place: 'Avenida Paulista' } },
    { say: 'até 30min de espera e até 40 reais', is: { maxWait: 30, priceMax: 4000 } },
    { say: 'degradê até 60, fila curta', is: { service: 'degradê', priceMax: 6000, maxWait: 20 } },
    { say: 'barba sem espera', is: { service: 'barba', maxWait: 5 } },
    { say: 'espera de até 500 minutos', is: { maxWait: 120 } },
    { say: 'menor fila', is: { orderBy: 'soonest' } },
    { say: 'corte até 20', is: { service: 'corte', priceMax: 2000 } },
  ]
  expect(listDifferent(sentences)).toEqual([])
})

test('places with an apostrophe are understood without it', () => {
  const cities = listKnownPlaces().filter(({ name }) => name.includes("'"))
  expect(cities.length).toBeGreaterThan(45)
  const missing = cities.flatMap(({ name, latitude, longitude }) => {
    const say = `barba em ${name.replace("'", '').toLowerCase()}`
    const { place, service } = parse(say, { latitude, longitude })
    return place?.name === name && service === 'barba' ? [] : [say]
  })
  expect(missing).toEqual([])
})

test('24 hours are around the clock, which names no hour; an hour of 24 still is one', () => {
  const sentences = [
    { say: 'barbearia 24 horas', is: { orderBy: 'distance' } },
    { say: 'barbearia 24h', is: { orderBy: 'distance' } },
    { say: 'barbearia aberta 24 horas', is: { openNow: true as const } },
    { say: '24 hs', is: { orderBy: 'distance' } },
    { say: 'corte 24 horas por dia', is: { service: 'corte' } },
    {
      say: 'barba 24h amanhã às 18h',
      is: { service: 'barba', freeOn: '2026-11-26', freeFrom: '18:00', freeUntil: '19:00' },
    },
    { say: 'corte das 18h às 24h', is: { service: 'corte', freeFrom: '18:00' } },
    { say: 'corte depois das 22h', is: { service: 'corte', freeFrom: '22:00' } },
    { say: 'corte 23h', is: { service: 'corte', freeFrom: '23:00' } },
  ]
  expect(listDifferent(sentences)).toEqual([])
})
