import { expect, test, vi } from 'vitest'
import {
  clearAll,
  clearChoices,
  countChoices,
  formatFilters,
  isNarrowed,
  listFilterBadges,
  parseFilters,
  toNearbyQuery,
} from './rules.ts'

const full =
  'lat=-16.7&lon=-49.27&radius=5&rating=4.5&price=3000-5000&features=Wi-Fi+gratuito%2CEstacionamento&sort=price&open=1&free=1'
const slot = 'service=corte+e+barba&freeOn=2026-11-26&freeFrom=12%3A00&freeUntil=18%3A00'
vi.useFakeTimers({ now: new Date('2026-11-22T15:00:00Z') })
const nothing = parseFilters(new URLSearchParams())

const today = '2026-11-21'

test('a URL without parameters has no filters and sorts by distance [9.2]', () => {
  expect(nothing).toEqual({ features: [], sort: 'distance', isOpenNow: false, isFreeToday: false, walkIns: false })
  expect(isNarrowed(nothing)).toBe(false)
  expect(formatFilters(new URLSearchParams(), nothing).toString()).toBe('')
})

test.each([full, slot, 'walkIns=1&maxWait=20'])(
  'filters are parsed and formatted again, and the position stays: %s',
  (url) => {
    const address = new URLSearchParams(url)
    expect(formatFilters(address, parseFilters(address)).toString()).toBe(url)
  },
)

test.each([
  ['radius=0', 'radius=-3', 'radius=101', 'radius=perto'],
  ['rating=6', 'rating=', 'rating=NaN'],
  ['price=50', 'price=5000-3000', 'price=a-b', 'price=-', 'price=99999999-'],
  [
    'service=',
    'service=+',
    'freeOn=amanh%C3%A3',
    'freeOn=2027-02-30',
    'freeOn=0002-11-28',
    'freeOn=2026-13-01',
    'freeOn=2026-12-00',
  ],
  ['freeFrom=24:00', 'freeUntil=9:00', 'freeFrom=12:00&freeUntil=12:00', 'freeUntil=00:00'],
  ['maxWait=-4', 'maxWait=121', 'maxWait=pouco', 'walkIns=sim'],
  ['sort=nome', 'open=true', 'free=0', `features=${'x'.repeat(601)}`, 'features=,, ,'],
])('an invalid parameter counts as not set: %s', (...addresses) => {
  for (const address of addresses) expect(parseFilters(new URLSearchParams(address))).toEqual(nothing)
})

test.each([
  ['2026-12-24', 'Qui, 24/12'],
  ['2026-11-20', 'Sex, 20/11/2026'],
  ['2027-06-01', 'Ter, 01/06/2027'],
])('times are of the day of the URL, even where no list has it: %s', (freeOn, label) => {
  const filters = parseFilters(new URLSearchParams({ freeOn, freeFrom: '12:00', freeUntil: '18:00' }))
  expect(filters).toMatchObject({ freeOn, freeFrom: '12:00', freeUntil: '18:00' })
  expect(listFilterBadges(filters, today).map((badge) => badge.label)).toEqual([label, 'À tarde'])
})

test.each([
  ['walkIns=1', 'Atende sem hora', { walkIns: true }],
  ['maxWait=20', 'Espera até 20 min', { maxWait: 20 }],
  ['walkIns=1&maxWait=20', 'Espera até 20 min', { walkIns: true, maxWait: 20 }],
  ['maxWait=2.5', 'Espera até 5 min', { maxWait: 5 }],
])('the queue is one choice with one badge: %s', (address, label, query) => {
  const filters = parseFilters(new URLSearchParams(address))
  expect(toNearbyQuery({ latitude: 0, longitude: 0 }, filters)).toMatchObject(query)
  expect(countChoices(filters)).toBe(1)
  expect(listFilterBadges(filters, today)).toEqual([{ label, filtersWithout: nothing }])
  expect(clearChoices(filters)).toEqual(nothing)
})

test('a repeated feature counts once', () => {
  expect(parseFilters(new URLSearchParams('features=A,B, A')).features).toEqual(['A', 'B'])
})

test('filters become the parameters of the request [2.34, 7.10]', () => {
  const position = { latitude: -16.7, longitude: -49.27 }
  expect(toNearbyQuery(position, nothing)).toEqual({ ...position, radiusInKm: 50, orderBy: 'distance' })
  expect(toNearbyQuery(position, parseFilters(new URLSearchParams(full)))).toEqual({
    ...position,
    radiusInKm: 5,
    orderBy: 'price',
    ratingMin: 4.5,
    priceMin: 3000,
    priceMax: 5000,
    features: ['Wi-Fi gratuito', 'Estacionamento'],
    openNow: true,
    freeToday: true,
  })
  expect(toNearbyQuery(position, parseFilters(new URLSearchParams('price=8000-'))).priceMax).toBeUndefined()
})

test('each active filter has a badge, with the filters without it [2.40]', () => {
  const filters = parseFilters(new URLSearchParams(full))
  const badges = listFilterBadges(filters, today)
  expect(badges.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual([
    'Até 5km',
    '4,5+ estrelas',
    'Preço R$ 30,00 - R$ 50,00',
    'Comodidades: Wi-Fi gratuito, Estacionamento',
  ])
  expect(badges.map(({ filtersWithout }) => countChoices(filtersWithout))).toEqual([4, 4, 4, 3])
  const open = listFilterBadges(parseFilters(new URLSearchParams('price=8050-')), today)
  expect(open[0]?.label.replaceAll('\u00a0', ' ')).toBe('Preço acima de R$ 80,50')
})

test('a service, a day and a time are sent, counted and cleared one by one', () => {
  const filters = parseFilters(new URLSearchParams(slot))
  const position = { latitude: -16.7, longitude: -49.27 }
  expect(toNearbyQuery(position, filters)).toMatchObject({
    service: 'corte e barba',
    freeOn: '2026-11-26',
    freeFrom: '12:00',
    freeUntil: '18:00',
  })
  expect(countChoices(filters)).toBe(3)
  const badges = listFilterBadges(filters, today)
  expect(badges.map(({ label }) => label)).toEqual(['Serviço: corte e barba', 'Qui, 26/11', 'À tarde'])
  expect(badges.map(({ filtersWithout }) => countChoices(filtersWithout))).toEqual([2, 2, 2])
  expect(clearChoices(filters)).toEqual(nothing)
})

test.each([
  ['freeFrom=06:00&freeUntil=12:00', 'Hoje, de manhã'],
  ['freeOn=2026-11-22&freeFrom=00:00&freeUntil=06:00', 'De madrugada'],
  ['freeOn=2026-11-22&freeFrom=18:00', 'À noite'],
  ['freeOn=2026-11-22&freeFrom=09:30&freeUntil=11:00', 'Das 9h30 às 11h'],
  ['freeFrom=19:00', 'Hoje, depois das 19h'],
  ['freeUntil=10:00', 'Hoje, antes das 10h'],
])('the times of %s are shown as %s', (url, label) => {
  expect(listFilterBadges(parseFilters(new URLSearchParams(url)), today).at(-1)?.label).toBe(label)
})

test('clearing the panel keeps the order and the two filters for today; clearing all keeps the order', () => {
  const filters = parseFilters(new URLSearchParams(full))
  expect(formatFilters(new URLSearchParams(), clearChoices(filters)).toString()).toBe('sort=price&open=1&free=1')
  expect(formatFilters(new URLSearchParams(), clearAll(filters)).toString()).toBe('sort=price')
})
