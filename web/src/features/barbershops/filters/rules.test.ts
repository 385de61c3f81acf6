import { expect, test } from 'vitest'
import { badgesOf } from './filter-badges.tsx'
import {
  clearAll,
  clearChoices,
  countChoices,
  formatFilters,
  isNarrowed,
  parseFilters,
  toNearbyQuery,
} from './rules.ts'

const full =
  'lat=-16.7&lon=-49.27&radius=5&rating=4.5&price=3000-5000&features=Wi-Fi+gratuito%2CEstacionamento&sort=price&open=1&free=1'
const nothing = parseFilters(new URLSearchParams())

test('an empty address wishes nothing and orders by distance', () => {
  expect(nothing).toEqual({ features: [], sort: 'distance', isOpenNow: false, isFreeToday: false })
  expect(isNarrowed(nothing)).toBe(false)
  expect(formatFilters(new URLSearchParams(), nothing).toString()).toBe('')
})

test('what is read is written again, and the place beside it stays', () => {
  const address = new URLSearchParams(full)
  expect(formatFilters(address, parseFilters(address)).toString()).toBe(full)
})

test.each([
  ['radius=0', 'radius=-3', 'radius=101', 'radius=perto'],
  ['rating=6', 'rating=', 'rating=NaN'],
  ['price=50', 'price=5000-3000', 'price=a-b', 'price=-', 'price=99999999-'],
  ['sort=nome', 'open=true', 'free=0', `features=${'x'.repeat(601)}`, 'features=,, ,'],
])('nonsense counts as not chosen: %s', (...addresses) => {
  for (const address of addresses) expect(parseFilters(new URLSearchParams(address))).toEqual(nothing)
})

test('a feature named twice is one wish', () => {
  expect(parseFilters(new URLSearchParams('features=A,B, A')).features).toEqual(['A', 'B'])
})

test('wishes become the parameters of the call', () => {
  const place = { latitude: -16.7, longitude: -49.27 }
  expect(toNearbyQuery(place, nothing)).toEqual({ ...place, radiusInKm: 50, orderBy: 'distance' })
  expect(toNearbyQuery(place, parseFilters(new URLSearchParams(full)))).toEqual({
    ...place,
    radiusInKm: 5,
    orderBy: 'price',
    ratingMin: 4.5,
    priceMin: 3000,
    priceMax: 5000,
    features: ['Wi-Fi gratuito', 'Estacionamento'],
    openNow: true,
    freeToday: true,
  })
  expect(toNearbyQuery(place, parseFilters(new URLSearchParams('price=8000-')))).not.toHaveProperty('priceMax')
})

test('badges say what is chosen, and each knows the list without it', () => {
  const wishes = parseFilters(new URLSearchParams(full))
  const badges = badgesOf(wishes)
  expect(badges.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual([
    'Até 5km',
    '4,5+ estrelas',
    'Preço R$ 30 - R$ 50',
    'Comodidades: Wi-Fi gratuito, Estacionamento',
  ])
  expect(badges.map(({ wishesWithout }) => countChoices(wishesWithout))).toEqual([4, 4, 4, 3])
  const open = badgesOf(parseFilters(new URLSearchParams('price=8050-')))
  expect(open[0]?.label.replaceAll('\u00a0', ' ')).toBe('Preço acima de R$ 80,50')
})

test('clearing the panel keeps order and the two wishes of now; clearing all keeps the order', () => {
  const wishes = parseFilters(new URLSearchParams(full))
  expect(formatFilters(new URLSearchParams(), clearChoices(wishes)).toString()).toBe('sort=price&open=1&free=1')
  expect(formatFilters(new URLSearchParams(), clearAll(wishes)).toString()).toBe('sort=price')
})
