import { expect, test } from 'vitest'
import type { SearchRow } from '../search-query.ts'
import { PlaceIndex } from './place-index.ts'
import { toPlaceWords } from './place-names.ts'
import type { KnownPlace } from './place-table.ts'

const RADIUS = 6371.0088
const RADIANS = Math.PI / 180
const here = { latitude: -23.55, longitude: -46.63 }
const known: KnownPlace[] = [
  { kind: 'city', name: 'Pinheiros', area: 'ES', latitude: -18.41, longitude: -40.21 },
  { kind: 'city', name: 'São Paulo', area: 'SP', ...here, aliases: ['sp'], isLarge: true },
  { kind: 'city', name: 'Goiânia', area: 'GO', latitude: -16.68, longitude: -49.26, isLarge: true },
]

type Shop = {
  id: string
  latitude: number
  longitude: number
  neighborhood: string
  street: string
  zip: string | null
}

function toRow({ id, latitude, longitude, neighborhood, street, zip }: Shop): SearchRow {
  const φ = latitude * RADIANS
  const λ = longitude * RADIANS
  const point = [RADIUS * Math.cos(φ) * Math.cos(λ), RADIUS * Math.cos(φ) * Math.sin(λ), RADIUS * Math.sin(φ)] as const
  const places = [neighborhood, 'São Paulo', 'SP', street, zip] as const
  return [id, ...point, null, null, 0, 0, false, 0, '', '', '', '', '', null, '', places]
}

const toId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Mulberry32. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('places are where their barbershops are on average, however many come, move and go', () => {
  const random = createRandom(1)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string
  const names = ['Mooca', 'Lapa', 'Vila Nova', 'Bela Vista']
  const makeShop = (number: number): Shop => ({
    id: toId(number),
    latitude: here.latitude + random() - 0.5,
    longitude: here.longitude + random() - 0.5,
    neighborhood: pick(names),
    street: `Rua ${pick(['Augusta', 'Vergueiro'])}, ${number}`,
    zip: random() < 0.5 ? '01310100' : null,
  })
  const shops = new Map(Array.from({ length: 500 }, (_, number) => [toId(number), makeShop(number)]))
  const index = new PlaceIndex(known)
  index.add([...shops.values()].map(toRow))
  for (let round = 0; round < 200; round++) {
    const ids = Array.from({ length: 10 }, () => toId(Math.floor(random() * 700)))
    for (const id of ids) {
      if (random() < 0.4) shops.delete(id)
      else shops.set(id, makeShop(Number(id.slice(-12))))
    }
    const rows = [...new Set(ids)].flatMap((id) => shops.get(id) ?? [])
    index.update(ids, rows.map(toRow))
  }
  const average = (members: Shop[], axis: 'latitude' | 'longitude') =>
    members.reduce((sum, shop) => sum + shop[axis], 0) / members.length
  const all = [...shops.values()]
  const lookup = index.around(here)
  const groups = [
    ...names.map((name) => ({
      found: lookup.list(name.toLowerCase())[0],
      members: all.filter((shop) => shop.neighborhood === name),
    })),
    { found: lookup.list('augusta')[0], members: all.filter((shop) => shop.street.includes('Augusta')) },
    { found: lookup.findZipCode('01310999'), members: all.filter((shop) => shop.zip) },
  ]
  for (const { found, members } of groups)
    for (const axis of ['latitude', 'longitude'] as const) expect(found?.[axis]).toBeCloseTo(average(members, axis), 5)
})

test('a place without barbershops is not found, and is when one comes back', () => {
  const shop = { id: toId(1), ...here, neighborhood: 'Mooca', street: 'Rua da Mooca, 5', zip: '03103000' }
  const index = new PlaceIndex(known)
  const count = () => index.complete('mooca', here, 5).length
  index.add([toRow(shop)])
  expect(count()).toBe(2)
  index.update([shop.id], [])
  expect(count()).toBe(0)
  expect(index.around(here).findZipCode('03103000')).toBeUndefined()
  index.update([shop.id], [toRow(shop)])
  expect(index.complete('mooca', here, 5).map(({ kind }) => kind)).toEqual(['neighborhood', 'street'])
})

test('nearby places are meant first, then large cities, then streets of their name, then the rest', () => {
  const index = new PlaceIndex(known)
  index.add([toRow({ id: toId(1), ...here, neighborhood: 'Pinheiros', street: 'Rua Goiânia, 10', zip: null })])
  const kinds = (form: string, position = here) =>
    index
      .around(position)
      .list(form)
      .map(({ kind }) => kind)
  expect(kinds('pinheiros')).toEqual(['neighborhood', 'city'])
  expect(kinds('goiania')).toEqual(['city', 'street'])
  expect(index.around(here).list('sp')[0]?.name).toBe('São Paulo')
})

test.each([
  ["Santa Bárbara d'Oeste", 'santa barbara doeste', 'santa barb does'],
  ["Olho d'Água das Flores", 'olho dagua das flores', 'olho dag'],
  ["Pingo-d'Água", 'pingo dagua', 'pingo dag'],
  ["Sant'Ana do Livramento", 'santana do livramento', 'santana livra'],
  ['Jardim d’Ávila', 'jd davila', 'davila'],
])('%s is found as %j', (name, whole, beginning) => {
  const index = new PlaceIndex([{ kind: 'city', name, area: 'SP', ...here }])
  const lookup = index.around(here)
  for (const text of [name, whole, name.replace(/['’]/, ' ')])
    expect(lookup.list(toPlaceWords(text).join(' ')).map((place) => place.name)).toEqual([name])
  expect(index.complete(beginning, here, 5).map((place) => place.name)).toEqual([name])
})
