import type { SentenceFilters } from '@na-regua/contract/suggestions'
import { beforeEach, expect, test } from 'vitest'
import { listChips } from './sentence-chips.tsx'
import {
  addRecentSearch,
  clearRecentSearches,
  listOptions,
  recentSearches,
  removeRecentSearch,
  splitHighlights,
  toFilteredUrl,
} from './use-search-combobox.ts'

const nothing: SentenceFilters = {
  service: null,
  freeOn: null,
  freeFrom: null,
  freeUntil: null,
  place: null,
  priceMin: null,
  priceMax: null,
  walkIns: false,
  maxWait: null,
  openNow: false,
  ratingMin: null,
  features: [],
  orderBy: null,
  text: '',
}
const paulista = {
  kind: 'landmark',
  name: 'Avenida Paulista',
  area: 'São Paulo - SP',
  latitude: -23.5614,
  longitude: -46.6559,
} as const
const spoken: SentenceFilters = {
  ...nothing,
  service: 'degradê',
  freeOn: '2026-11-26',
  freeFrom: '18:00',
  place: paulista,
  priceMax: 6000,
}
const TODAY = '2026-11-25'

beforeEach(() => void recentSearches.write(undefined))

test('a sentence leads to the home page with its filters, around its place', () => {
  const url = new URL(toFilteredUrl(spoken, new URLSearchParams('lat=-16.7&lon=-49.2&rating=4')), 'http://localhost')
  expect(url.pathname).toBe('/')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    lat: '-23.5614',
    lon: '-46.6559',
    radius: '5',
    service: 'degradê',
    freeOn: '2026-11-26',
    freeFrom: '18:00',
    price: '0-6000',
  })
  expect(
    toFilteredUrl({ ...nothing, openNow: true, orderBy: 'price' }, new URLSearchParams('lat=-16.7&lon=-49.2')),
  ).toBe('/?lat=-16.7&lon=-49.2&sort=price&open=1')
})

test('each part of a sentence is a chip that can be removed or changed', () => {
  const chips = listChips(spoken, TODAY, [
    paulista,
    { ...paulista, kind: 'city', name: 'Paulista', area: 'PE', latitude: -7.9 },
  ])
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(chips.map(({ label }) => plain(label))).toEqual([
    'Degradê',
    'Avenida Paulista',
    'Amanhã',
    'À noite',
    'Até R$ 60,00',
  ])
  expect(
    chips.map(({ without }) =>
      Object.keys(spoken).filter(
        (key) => without[key as keyof SentenceFilters] !== spoken[key as keyof SentenceFilters],
      ),
    ),
  ).toEqual([['service'], ['place'], ['freeOn'], ['freeFrom'], ['priceMax']])
  expect(chips.map(({ choices }) => choices.map((choice) => plain(choice.label)).slice(0, 2))).toEqual([
    ['Corte', 'Barba'],
    ['Paulista, PE'],
    ['Hoje', 'Sex, 27/11'],
    ['De madrugada', 'De manhã'],
    ['Até R$ 50,00', 'Até R$ 70,00'],
  ])
  expect(chips[2]?.choices[0]?.filters).toEqual({ ...spoken, freeOn: TODAY })
})

test('a wait is a chip and a parameter, and so are walk-ins', () => {
  const quick = { ...nothing, maxWait: 30, orderBy: 'soonest' } as const
  expect(listChips(quick, TODAY, []).map(({ label }) => label)).toEqual(['Espera até 30 min', 'Quem atende antes'])
  expect(toFilteredUrl(quick, new URLSearchParams())).toBe('/?maxWait=30&sort=soonest')
  const [chip] = listChips({ ...nothing, walkIns: true }, TODAY, [])
  expect(chip).toMatchObject({ label: 'Atende sem hora', without: nothing })
  expect(toFilteredUrl({ ...nothing, walkIns: true }, new URLSearchParams())).toBe('/?walkIns=1')
})

test('hours and prices that are no usual ones are named as they are', () => {
  const label = (filters: Partial<SentenceFilters>) =>
    listChips({ ...nothing, ...filters }, TODAY, [])[0]?.label.replaceAll('\u00a0', ' ')
  expect(label({ freeFrom: '15:30', freeUntil: '16:30' })).toBe('Das 15h30 às 16h30')
  expect(label({ freeFrom: '19:00' })).toBe('Depois das 19h')
  expect(label({ freeUntil: '10:00' })).toBe('Antes das 10h')
  expect(label({ priceMin: 3000, priceMax: 5000 })).toBe('R$ 30,00 a R$ 50,00')
})

test('what is suggested is in the order of the response, and a corrected sentence alone', () => {
  const barber = { id: 'barber', barbershop: { id: 'shop' }, nextTime: null }
  const found = {
    barbershops: [{ id: 'shop' }],
    matches: [],
    barbers: [barber],
    places: [paulista],
    sentence: spoken,
    order: ['barbers', 'barbershops', 'places'],
    notes: [],
  } as unknown as NonNullable<Parameters<typeof listOptions>[0]>
  const kinds = (order: (typeof found)['order'], corrected?: SentenceFilters) =>
    listOptions({ ...found, order }, corrected, new URLSearchParams()).map(({ kind }) => kind)
  expect(kinds(['filters', 'barbershops', 'barbers', 'places'])).toEqual(['filters', 'barbershop', 'barber', 'place'])
  expect(kinds(['places', 'barbers', 'barbershops'])).toEqual(['place', 'barber', 'barbershop'])
  expect(kinds(['barbershops', 'barbers'], nothing)).toEqual(['filters'])
})

test('a barber leads to the booking of the next time, and without one to the page with the barbers', () => {
  const barber = { id: 'b1', barbershop: { id: 's1' } }
  const nextTime = { barberId: 'b1', serviceId: 'c1', date: '2026-11-26', time: '15:30' }
  const found = { barbershops: [], matches: [], places: [], sentence: nothing, order: ['barbers'], notes: [] }
  const leadTo = (barbers: object[]) =>
    listOptions({ ...found, barbers } as unknown as Parameters<typeof listOptions>[0], undefined, new URLSearchParams())
      .map(({ to }) => to)
      .join()
  expect(leadTo([{ ...barber, nextTime }])).toBe('/barbershop/s1/booking/b1/c1?date=2026-11-26&time=15%3A30')
  expect(leadTo([{ ...barber, nextTime: null }])).toBe('/barbershop/s1?aba=barbeiros&barbeiro=b1')
})

test('the last searches are stored, the newest first, each once, and can be removed', () => {
  for (const text of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'A1', 'a7']) addRecentSearch(text)
  expect(recentSearches.read()).toEqual(['a7', 'A1', 'a6', 'a5', 'a4', 'a3'])
  removeRecentSearch('A1')
  expect(recentSearches.read()).toEqual(['a7', 'a6', 'a5', 'a4', 'a3'])
  clearRecentSearches()
  expect(recentSearches.read()).toBeUndefined()
})

test('a text is split at its highlights', () => {
  expect(splitHighlights('Degradê na régua', [[0, 7]]).map(({ text, isMatch }) => [text, isMatch])).toEqual([
    ['Degradê', true],
    [' na régua', false],
  ])
  expect(splitHighlights('Corte', [])).toHaveLength(1)
})
