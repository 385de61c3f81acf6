import { expect, test } from 'vitest'
import {
  DEFAULT_POSITION,
  describePlace,
  describeSuggestion,
  formatPosition,
  parsePosition,
} from './use-search-position.ts'

test('the default position is the centre of São Paulo [9.5]', () => {
  expect(DEFAULT_POSITION).toEqual({ latitude: -23.55052, longitude: -46.633308 })
})

test('a position is parsed from the URL to ten metres, and formatted next to the other parameters', () => {
  const params = new URLSearchParams('radius=5&lat=-16.686891&lon=-49.264788')
  const position = parsePosition(params)
  expect(position).toEqual({ latitude: -16.6869, longitude: -49.2648 })
  expect(formatPosition(params, position as NonNullable<typeof position>).toString()).toBe(
    'radius=5&lat=-16.6869&lon=-49.2648',
  )
})

test.each(['', 'lat=1', 'lat=&lon=', 'lat=91&lon=0', 'lat=0&lon=181', 'lat=x&lon=y', 'lat=%20&lon=0'])(
  'not a position: %s',
  (params) => {
    expect(parsePosition(new URLSearchParams(params))).toBeUndefined()
  },
)

test('the country is left out of the name', () => {
  const place = {
    city: 'Goiânia',
    state: 'GO',
    country: 'Brasil',
    formattedAddress: 'Setor Bueno, Goiânia - GO, Brasil',
  }
  expect(describePlace(place)).toBe('Setor Bueno, Goiânia - GO')
})

test.each([
  ['neighborhood', 'Pinheiros', 'São Paulo - SP', 'Pinheiros, São Paulo - SP'],
  ['city', 'Goiânia', 'GO', 'Goiânia - GO'],
  ['zipCode', 'CEP 01310-100', '', 'CEP 01310-100'],
] as const)('a %s is named with where it is', (kind, name, area, text) => {
  expect(describeSuggestion({ kind, name, area, latitude: 0, longitude: 0 })).toBe(text)
})
